// What the surfaces of all kinds of items share: the list of entries with one of them chosen, and the keys for it.
// Shift + Up and Down choose an entry, Delete takes it back, Alt + Up and Down move it, ! asks how sure one is of it.

import { fill, h, keepFocus } from '../../dom.js';
import { labelOf } from '../../words.js';
import { PartsForm } from './form.js';
import { ItemList } from './itemlist.js';

const LIVE = new Set(['value']);
export const isLive = label => LIVE.has(label.state);

export class ItemSurface {
  // textOf(value) -> what an entry says in the list
  constructor(ctx, { textOf }) {
    this.ctx = ctx;
    this.textOf = textOf;
    this.chosen = null;
    this.list = new ItemList({
      say: ctx.say,
      acts: { choose: item => this.edit(item), retract: item => this.drop(item), move: (item, way) => this.reorder(item, way) },
    });
    this.element = h('div', { class: 'surface', tabindex: '-1' });
    this.formPlace = h('div', { class: 'formplace' });
  }

  get field() {
    return this.ctx.cell.field;
  }

  get where() {
    return { dialogue: this.ctx.sheet.dialogue, turn: this.ctx.turn };
  }

  get items() {
    return this.ctx.labels().filter(isLive);
  }

  get picked() {
    return this.items.find(label => label.item === this.chosen) ?? null;
  }

  get isFull() {
    return Boolean(this.field.max) && this.items.length >= this.field.max;
  }

  get draft() {
    return this.ctx.isNested ? null : this.ctx.begun();
  }

  set draft(value) {
    if (!this.ctx.isNested) this.ctx.begin(value); // else what holds it keeps it
  }

  // The entry that was begun, {item: null = a new one, …}; null where there is none, or no room for it any more.
  get begun() {
    const { draft } = this;
    if (!draft) return null;
    const item = this.items.some(label => label.item === draft.item) ? draft.item : null;
    return item === null && this.isFull ? null : { ...draft, item };
  }

  optionOf(id) {
    return this.field.options?.find(option => option.id === id) ?? null;
  }

  nameOf = thing => labelOf(thing, this.ctx.language);

  nameOfOption(id) {
    return this.nameOf(this.optionOf(id) ?? { id });
  }

  // --- acts ---------------------------------------------------------------------------------------------------------
  choose(item) {
    this.chosen = item;
    this.draw();
    if (this.picked) this.ctx.announce(this.textOf(this.picked.value));
  }

  // A click on an entry of the list.
  edit(item) {
    this.choose(item === this.chosen ? null : item);
  }

  // A new entry, or another value of one that stands there.
  store(value, item = null) {
    const id = item ?? this.ctx.newItem();
    const isLast = item === null && this.field.max === 1 && !this.isClosed;
    this.ctx.put(value, { item: id, goOn: isLast });
    return id;
  }

  // Straight into the store, or first through the questions about it.
  keep(value, item = null) {
    this.chosen = null;
    if (this.field.parts?.length) this.ask(value, item);
    else this.#settle(value, item);
  }

  #settle(value, item) {
    if (!this.#stands(value, item)) this.store(value, item);
    this.ctx.announce(this.textOf(value));
    this.draw();
  }

  #stands(value, item) {
    const known = this.items.find(label => label.item === item)?.value;
    return JSON.stringify(known) === JSON.stringify(value);
  }

  // Goes on with what was begun here before somebody went elsewhere, or loaded the page anew.
  resume() {
    const { begun } = this;
    if (begun?.value) this.ask(begun.value, begun.item, { focus: false });
    this.draw();
  }

  // The parts of an entry are asked right after it.
  ask(value, item, { focus = true } = {}) {
    const { parts: answers = null, ...bare } = value;
    const shut = () => {
      this.draft = null;
      this.form = null;
      this.chosen = null;
      this.draw();
      this.focus();
    };
    const done = parts => {
      this.draft = null;
      this.form = null;
      this.chosen = null;
      this.#settle(withParts(bare, parts), item);
      this.focus();
    };
    const changed = parts => (this.draft = { item, value: withParts(bare, { ...parts }) });
    if (item === null) this.draft = { item, value };
    this.form?.close();
    this.form = new PartsForm({ ctx: this.ctx, parts: this.field.parts, answers, word: item === null ? 'item_add' : 'item_change', mayBeEmpty: true, acts: { done, cancel: shut, changed } });
    this.form.touched = true;
    this.asking = { bare, item };
    fill(this.formPlace, h('div', { class: 'hint' }, this.textOf(value)), this.form.element);
    this.draw();
    if (focus) this.form.focus();
  }

  drawForm() {
    this.formPlace.hidden = !this.form;
    this.form?.draw();
  }

  // Whether there is room for one more; says so where not.
  hasRoom() {
    if (this.isFull) this.ctx.announce(this.ctx.say('at_most', { n: this.field.max }));
    return !this.isFull;
  }

  drop(item) {
    if (this.chosen === item) this.chosen = null;
    this.ctx.retract(item);
    this.ctx.announce(this.ctx.say('item_gone'));
    this.draw();
  }

  reorder() {}

  // A click on the row of another turn. Returns whether it was meant for what is being filled in here.
  clicked(id) {
    return Boolean(this.form?.clicked(id));
  }

  // --- keys ---------------------------------------------------------------------------------------------------------
  // The keys for the list. Returns whether it was one.
  listKey(event) {
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (way && event.shiftKey && !event.altKey && !event.ctrlKey && this.items.length) {
      const at = this.items.findIndex(label => label.item === this.chosen);
      const to = at < 0 ? (way > 0 ? 0 : this.items.length - 1) : Math.min(Math.max(at + way, 0), this.items.length - 1);
      this.choose(this.items[to].item);
      return true;
    }
    if (way && event.altKey && this.picked && this.field.settings?.ordered) {
      this.reorder(this.chosen, way);
      return true;
    }
    if ((event.key === 'Delete' || event.key === 'Backspace') && this.picked) {
      this.drop(this.chosen);
      return true;
    }
    if (event.key === '!' && this.picked && this.ctx.howSure?.(this.chosen)) {
      this.ctx.askHowSure(this.chosen);
      return true;
    }
    if (event.key === 'Escape' && this.picked) {
      this.choose(null);
      return true;
    }
    return false;
  }

  // --- drawing ------------------------------------------------------------------------------------------------------
  drawList() {
    const { say } = this.ctx;
    const entries = this.items.map(label => ({
      item: label.item,
      text: this.textOf(label.value),
      colour: this.optionOf(label.value.label)?.colour,
      problem: label.status === 'refused' ? say('refused_reason', { reason: label.reason }) : this.problemIn(label.value),
      sure: this.ctx.howSure?.(label.item) ?? null,
    }));
    this.list.draw(entries, this.chosen, { ordered: Boolean(this.field.settings?.ordered) });
  }

  // What is wrong with a value that stands there, in words; null where nothing is.
  problemIn() {
    return null;
  }

  button(act, word, run, { key = null, pressed, disabled = false } = {}) {
    return h(
      'button',
      { type: 'button', class: `small${pressed ? ' chosen' : ''}`, tabindex: '-1', 'data-act': act, disabled, 'aria-pressed': pressed === undefined ? undefined : String(pressed), onmousedown: keepFocus, onclick: run },
      key && h('kbd', { 'aria-hidden': 'true' }, key),
      this.ctx.say(word),
    );
  }

  // The question holds the keyboard; the form's own boxes aside.
  focus() {
    this.ctx.focus?.();
  }

  // After this nothing is drawn any more: an answer may have moved on to another question.
  close() {
    this.isClosed = true;
    if (!this.asking || !this.form?.isComplete) return;
    const { bare, item } = this.asking;
    const value = withParts(bare, this.form.value);
    this.draft = null;
    if (!this.#stands(value, item)) this.store(value, item);
  }
}

const withParts = (bare, parts) => (Object.keys(parts).length ? { ...bare, parts } : bare);

// Texts of several entries in one line: the first two, and how many more.
export function summaryOf(labels, textOf, colourOf = () => undefined) {
  const live = labels.filter(isLive);
  if (!live.length) return { text: '' };
  const rest = live.length - 2;
  const text = live.slice(0, 2).map(label => short(textOf(label.value))).join(' · ');
  return { text: rest > 0 ? `${text} · +${rest}` : text, colour: colourOf(live[0].value) };
}

export const short = (text, most = 36) => ([...text].length > most ? `${[...text].slice(0, most - 1).join('')}…` : text);

// Enough entries (and not too many) for a submit.
export const countFits = (labels, field) => {
  const count = labels.filter(isLive).length;
  return count > 0 && count >= (field.min ?? 1) && count <= (field.max || Infinity);
};

// What the lists of a kind with options ask of every kind; kinds with a surface have nothing to list.
export const NO_LIST = { multiple: true, entries: () => [], chosen: () => false, take: () => ({ state: 'retracted', value: null }), unfinished: () => null };
