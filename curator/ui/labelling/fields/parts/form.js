// One record being filled in: its parts below each other, one of them in focus. Tab walks the parts, digits and letters
// answer the one in focus, Enter goes on and at the end keeps the record, Ctrl + Enter keeps it from anywhere, Esc leaves.

import { fill, h, keepFocus } from '../../dom.js';
import { labelOf } from '../../words.js';
import { kindOf } from '../index.js';
import { asLabel, beginning, isAsked, isEmpty, isRequired, isSettled, kept, lacking, offered, optionsIn } from './answers.js';
import { nestedContext } from './nested.js';
import { OptionBar } from './optionbar.js';

const BRIEF = 3; // so many parts stand open at once; of more, the one in focus

export class PartsForm {
  // parts: questions; answers: what is there already, or null for a new one. acts: {done(answers), cancel(), changed(answers)}
  constructor({ ctx, parts, answers = null, word, mayBeEmpty = false, acts }) {
    Object.assign(this, { ctx, word, mayBeEmpty, acts });
    this.where = { dialogue: ctx.sheet.dialogue, turn: ctx.turn };
    this.parts = parts.map(part => ({ ...part, settings: part.settings || {}, options: optionsIn(part, this.where) }));
    this.answers = answers ? { ...answers } : beginning(this.parts, this.where, part => this.#entries(part));
    this.touched = Boolean(answers);
    this.missing = [];
    this.hosts = new Map(this.parts.map(part => [part.id, this.#host(part)]));
    this.problem = h('div', { class: 'warning', role: 'status' });
    this.body = h('div', { class: 'parts' });
    this.buttons = h('div', { class: 'buttons' });
    this.element = h('div', { class: 'partsform', role: 'group', 'aria-label': ctx.say('item_form') }, this.body, this.problem, this.buttons);
    this.part = this.asked.find(part => isEmpty(this.answers[part.id])) ?? this.asked[0];
    this.draw();
  }

  get asked() {
    return this.parts.filter(part => isAsked(part, this.answers, this.where));
  }

  #entries(part) {
    return kindOf(part).entries(part, this.where);
  }

  // --- what answers a part ------------------------------------------------------------------------------------------
  #host(part) {
    const kind = kindOf(part);
    const name = labelOf(part, this.ctx.language);
    if (kind.surface) return { surface: kind.surface(nestedContext(this.ctx, part, this)) };
    if (kind.editor) return { box: this.#box(part, name) };
    const bar = new OptionBar({ say: this.ctx.say, language: this.ctx.language, name, multiple: kind.multiple, row: kind.row, pick: entry => this.#pick(part, entry) });
    return { bar };
  }

  #box(part, name) {
    const box = h('textarea', {
      rows: '2',
      dir: 'auto',
      tabindex: '-1',
      'aria-label': name,
      placeholder: this.ctx.say('write'),
      oninput: () => {
        this.set(part, box.value.trim() ? box.value : null, { redraw: false });
      },
      onfocus: () => this.go(part, { focus: false }),
    });
    box.value = this.answers[part.id] ?? kindOf(part).prefill?.(part, this.ctx.turn) ?? '';
    return box;
  }

  #pick(part, entry) {
    const kind = kindOf(part);
    const { state, value } = kind.take(asLabel(this.answers[part.id]), entry, part, this.where);
    this.part = part;
    this.set(part, state === 'value' ? value : null, { redraw: false });
    if (state === 'value' && isSettled(part, kind, value)) this.#goOn();
    else this.draw();
  }

  // A part's answer; null = none.
  set(part, value, { redraw = true } = {}) {
    this.touched = true;
    if (isEmpty(value)) delete this.answers[part.id];
    else this.answers[part.id] = value;
    this.missing = [];
    this.acts.changed?.(this.answers);
    if (redraw) this.draw();
  }

  // --- moving -------------------------------------------------------------------------------------------------------
  go(part, { focus = true } = {}) {
    if (part !== this.part) {
      this.part = part;
      this.hosts.get(part.id).bar?.clear();
      this.draw();
      this.ctx.announce(labelOf(part, this.ctx.language));
    }
    if (focus) this.focus();
  }

  focus() {
    const { box, surface } = this.hosts.get(this.part.id);
    if (box) box.focus({ preventScroll: true });
    else if (surface) surface.focus();
    else this.ctx.focus?.();
  }

  // Whether there is a part there to go to.
  walk(way) {
    const to = this.asked[this.asked.indexOf(this.part) + way];
    if (!to) return false;
    this.go(to);
    return true;
  }

  // After a pick: the next part; after the last one the record is whole and is kept.
  #goOn() {
    if (!this.walk(1)) this.finish();
  }

  // Keeps the record, or names what it lacks.
  finish() {
    this.missing = lacking(this.parts, this.answers, this.where, kindOf);
    if (this.isComplete) {
      this.acts.done(this.value);
      return true;
    }
    this.part = this.missing[0]?.part ?? this.part;
    this.touched = true;
    this.draw();
    this.focus();
    this.ctx.announce(this.problem.textContent);
    return false;
  }

  // The record as it would be kept now.
  get value() {
    return kept(this.parts, this.answers, this.where);
  }

  // `mayBeEmpty`: parts that only add to an entry can all stay open.
  get isComplete() {
    return !lacking(this.parts, this.answers, this.where, kindOf).length && (this.mayBeEmpty || Object.keys(this.value).length > 0);
  }

  clicked(id) {
    return Boolean(this.hosts.get(this.part.id).surface?.clicked?.(id));
  }

  // --- keys ---------------------------------------------------------------------------------------------------------
  key(event) {
    const { bar, box, surface } = this.hosts.get(this.part.id);
    const inBox = box && event.composedPath()[0] === box;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return this.#keep();
    if (surface?.element.contains(event.composedPath()[0])) return surface.key(event); // a box of its own
    if (event.key === 'Tab' && this.touched) return this.walk(event.shiftKey ? -1 : 1);
    if (inBox) return this.#boxKey(event);
    if (surface?.key(event) || bar?.key(event)) return true;
    if (!this.touched) return event.key === ' ' ? this.begin() : false;
    if (event.key === 'Enter') return this.walk(1) || this.#keep();
    if (event.key === ' ') return this.begin();
    if (event.key === 'Escape') return this.#leave();
    if ((event.key === 'Delete' || event.key === 'Backspace') && !isEmpty(this.answers[this.part.id])) {
      this.set(this.part, null);
      return true;
    }
    // “None” and “cannot tell” are answers to the whole question: not while half a record stands here.
    return /^[0-9-]$/.test(event.key) && !event.ctrlKey && !event.altKey;
  }

  // The keyboard goes into the form.
  begin() {
    this.touched = true;
    this.draw();
    this.focus();
    return true;
  }

  #keep() {
    this.finish();
    return true;
  }

  #leave() {
    this.acts.cancel();
    return true;
  }

  #boxKey(event) {
    if (event.key !== 'Escape') return false;
    this.ctx.focus?.();
    return true;
  }

  // --- drawing ------------------------------------------------------------------------------------------------------
  draw() {
    const { say } = this.ctx;
    const { asked } = this;
    if (!asked.includes(this.part)) this.part = asked[0];
    const nodes = asked.map(part => this.#node(part));
    const stands = this.body.childNodes.length === nodes.length && nodes.every((node, i) => node === this.body.childNodes[i]);
    if (!stands) this.body.replaceChildren(...nodes); // or a box that somebody writes in would lose the keyboard
    const names = this.missing.map(({ part, why }) => (why ? `${labelOf(part, this.ctx.language)} (${say(...why)})` : labelOf(part, this.ctx.language)));
    this.problem.textContent = names.length ? say('item_missing', { names: names.join(', ') }) : '';
    fill(
      this.buttons,
      h('button', { type: 'button', class: 'small', 'data-act': 'keep', tabindex: '-1', onmousedown: keepFocus, onclick: () => this.finish() }, say(this.word), h('kbd', { 'aria-hidden': 'true' }, say('key_ctrl_enter'))),
      this.touched && h('button', { type: 'button', class: 'small', 'data-act': 'cancel', tabindex: '-1', onmousedown: keepFocus, onclick: () => this.acts.cancel() }, say('item_cancel')),
    );
  }

  // The element of a part, made once and drawn anew.
  #node(part) {
    const host = this.hosts.get(part.id);
    const name = labelOf(part, this.ctx.language);
    host.node ??= this.#frame(part, host, name);
    const isHere = part === this.part;
    const isBrief = this.asked.length <= BRIEF;
    host.node.className = `part${isHere ? ' here' : ''}${this.missing.some(one => one.part === part) ? ' lacks' : ''}`;
    host.need.textContent = isRequired(part, this.answers, this.where) ? this.ctx.say('required') : '';
    const answer = this.#says(part);
    host.told.textContent = isHere ? '' : answer;
    host.inner.hidden = !isHere && (Boolean(answer) || !isBrief || Boolean(host.surface));
    if (host.bar) this.#drawBar(part, host.bar);
    host.surface?.draw();
    return host.node;
  }

  #frame(part, host, name) {
    host.need = h('span', { class: 'need' });
    host.told = h('bdi', { class: 'answer' });
    host.inner = h('div', { class: 'inner-part' }, host.bar?.element ?? host.box ?? host.surface.element);
    const head = h('button', { type: 'button', class: 'part-head', tabindex: '-1', title: part.definition || undefined, onmousedown: keepFocus, onclick: () => this.#chosen(part) }, h('span', { class: 'asks' }, name), host.told, host.need);
    return h('div', { class: 'part', 'data-part': part.id }, head, host.inner);
  }

  #chosen(part) {
    this.touched = true;
    this.go(part);
  }

  #drawBar(part, bar) {
    const kind = kindOf(part);
    const label = asLabel(this.answers[part.id]);
    bar.draw(part, offered(part, this.parts, this.#entries(part), this.answers), entry => kind.chosen(label, entry));
  }

  // A part's answer in words.
  #says(part) {
    return sayAnswer(part, this.answers[part.id], this.where, this.ctx.language);
  }

  close() {
    for (const { surface } of this.hosts.values()) surface?.close();
  }
}

// An answer to a part in words, '' where there is none.
export function sayAnswer(part, value, where, language) {
  if (isEmpty(value)) return '';
  const kind = kindOf(part);
  const nameOf = thing => labelOf(thing, language);
  const given = kind.items ? value.map((one, i) => ({ item: String(i), state: 'value', value: one })) : { state: 'value', value };
  return kind.summary(given, part, nameOf, where).text;
}
