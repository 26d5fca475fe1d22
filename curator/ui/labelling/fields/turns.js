// A set of turns, such as the evidence for a judgement. Space (or a click on the button) begins: arrows walk, Space takes a
// turn in or out, a number and Enter does so for that turn; Enter goes on, Esc stops.

import { fill, h, keepFocus } from '../dom.js';
import { Pointer, numberOf } from './parts/pointer.js';
import { ItemSurface, NO_LIST, short } from './parts/surface.js';

class Turns extends ItemSurface {
  constructor(ctx) {
    super(ctx, { textOf: () => '' });
    this.pointer = new Pointer({ ctx, range: this.field.settings?.range, others: false, digits: true, moved: () => this.draw() });
    this.told = h('div', { class: 'picked-text', role: 'status' });
    this.chips = h('div', { class: 'chips', role: 'list', 'aria-label': ctx.say('turns_chosen') });
    this.tools = h('div', { class: 'buttons' });
    this.element.append(this.told, this.chips, this.tools);
  }

  get chosenIds() {
    const label = this.ctx.label();
    return label?.state === 'value' && Array.isArray(label.value) ? label.value : [];
  }

  toggle(id) {
    const before = this.chosenIds;
    const has = before.includes(id);
    if (!has && this.field.max && before.length >= this.field.max) {
      this.ctx.announce(this.ctx.say('at_most', { n: this.field.max }));
      return;
    }
    this.#put(has ? before.filter(other => other !== id) : [...before, id]);
    const turn = this.ctx.turns.find(one => one.id === id);
    this.ctx.announce(this.ctx.say(has ? 'turn_out' : 'turn_in', { n: turn ? numberOf(this.ctx, turn) : id }));
  }

  #put(ids) {
    const order = this.ctx.turns.map(turn => turn.id);
    const place = id => (order.includes(id) ? order.indexOf(id) : order.length);
    if (ids.length) this.ctx.put([...ids].sort((a, b) => place(a) - place(b)));
    else this.ctx.put(null, { state: 'retracted' });
    this.draw();
  }

  begin() {
    this.pointer.start();
    this.draw();
  }

  stop() {
    this.pointer.stop();
    this.draw();
  }

  clicked(id) {
    if (!this.pointer.isOn) return false;
    const turn = this.pointer.within.find(one => one.id === id);
    if (!turn) return true;
    this.pointer.start(turn);
    this.toggle(id);
    return true;
  }

  // --- keys ---------------------------------------------------------------------------------------------------------
  key(event) {
    const { pointer } = this;
    if (!pointer.isOn) return this.#restKey(event);
    if (event.key === 'Escape' && pointer.number === null) {
      this.stop();
      return true;
    }
    if (event.shiftKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) return this.#along(event);
    if (pointer.key(event)) return true;
    if (event.key === ' ' || (event.key === 'Enter' && pointer.number !== null)) {
      if (pointer.settle()) this.toggle(pointer.turn.id);
      else this.draw();
      return true;
    }
    if (event.key === 'Enter') {
      this.stop();
      return false; // and on to the next question, as everywhere
    }
    return event.key === 'Backspace' || event.key === 'Delete';
  }

  #restKey(event) {
    if (event.key !== ' ') return false;
    this.begin();
    return true;
  }

  // With Shift every turn that is walked over comes in.
  #along(event) {
    for (const id of [this.pointer.turn.id, null]) {
      const turn = id ?? (this.pointer.key({ key: event.key, code: event.code }), this.pointer.turn.id);
      if (!this.chosenIds.includes(turn)) this.toggle(turn);
    }
    return true;
  }

  // --- drawing ------------------------------------------------------------------------------------------------------
  draw() {
    if (this.isClosed) return;
    const { ctx, pointer } = this;
    const said = pointer.turn && `${numberOf(ctx, pointer.turn)} “${short(pointer.turn.text, 60)}”`;
    fill(
      this.told,
      pointer.isOn ? h('div', {}, h('bdi', {}, said)) : null,
      pointer.number !== null && h('div', { class: 'typing' }, ctx.say('turn_number', { number: pointer.number })),
      h('div', { class: 'hint' }, ctx.say(pointer.isOn ? 'turns_walk' : 'turns_hint')),
    );
    fill(this.chips, this.chosenIds.map(id => this.#chip(id)));
    fill(
      this.tools,
      pointer.isOn
        ? [this.button('toggle', this.chosenIds.includes(pointer.turn.id) ? 'turns_leave' : 'turns_take', () => this.toggle(pointer.turn.id), { key: '␣' }), this.button('stop', 'turns_done', () => this.stop(), { key: 'esc' })]
        : this.button('begin', 'turns_begin', () => this.begin(), { key: '␣' }),
    );
    const marked = new Map(this.chosenIds.map(id => [id, 'evidence']));
    if (pointer.turn) marked.set(pointer.turn.id, marked.has(pointer.turn.id) ? 'evidence pointed' : 'pointed');
    ctx.markTurns?.(marked);
  }

  #chip(id) {
    const { ctx } = this;
    const turn = ctx.turns.find(one => one.id === id);
    const name = turn ? String(numberOf(ctx, turn)) : id;
    return h(
      'span',
      { class: 'turnchip', role: 'listitem', 'data-turn-chip': id },
      h('button', { type: 'button', class: 'itemtext', tabindex: '-1', title: turn?.text, 'aria-label': ctx.say('turn_go', { n: name, text: turn?.text ?? '' }), onmousedown: keepFocus, onclick: () => ctx.reveal?.(id) }, name),
      h('button', { type: 'button', class: 'iconic', tabindex: '-1', 'data-act': 'retract', 'aria-label': ctx.say('turn_remove', { n: name }), onmousedown: keepFocus, onclick: () => this.toggle(id) }, '✕'),
    );
  }

  close() {
    super.close();
    this.ctx.markTurns?.(new Map());
  }
}

export const turns = {
  ...NO_LIST,
  name: 'turns',
  items: false,
  keysHelp: () => [['␣', 'key_begin']],
  surface(ctx) {
    const made = new Turns(ctx);
    made.draw();
    return made;
  },
  unfinished: (value, field) => (field.min && value.length < field.min ? ['at_least', { n: field.min }] : null),
  summary(label, field, nameOf, { dialogue } = {}) {
    const order = dialogue?.turns.map(turn => turn.id) ?? [];
    return { text: ranges(label.value.map(id => (order.includes(id) ? order.indexOf(id) + 1 : id))) };
  },
};

// 3, 4, 5, 9 -> 3–5, 9
export function ranges(numbers) {
  const runs = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (typeof number === 'number' && last && number === last.at(-1) + 1) last.push(number);
    else runs.push([number]);
  }
  return runs.map(run => (run.length > 2 ? `${run[0]}–${run.at(-1)}` : run.join(', '))).join(', ');
}
