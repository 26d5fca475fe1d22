// Typed arrows from this turn to others. An option's key (or Space) begins at the turn before; arrows walk to the other
// end; the option's key again, or Enter, draws the arrow. By mouse: the option, then a click on the other turn.

import { fill, h, keepFocus } from '../dom.js';
import { labelOf } from '../words.js';
import { tokensFor } from '../keys.js';
import { OptionBar } from './parts/optionbar.js';
import { Pointer, numberOf } from './parts/pointer.js';
import { ItemSurface, NO_LIST, countFits, isLive, short, summaryOf } from './parts/surface.js';

class Links extends ItemSurface {
  constructor(ctx) {
    super(ctx, { textOf: value => this.#textOf(value) });
    this.picking = null; // {label, to: [ids], item}: a link that is being drawn
    this.pointer = new Pointer({
      ctx,
      range: this.field.settings?.range,
      others: true,
      digits: !this.hasOptions,
      claims: letter => tokensFor(this.field, this.field.options ?? []).has(letter),
      moved: () => this.draw(),
    });
    this.told = h('div', { class: 'picked-text', role: 'status' });
    this.bar = new OptionBar({ say: ctx.say, language: ctx.language, name: labelOf(this.field, ctx.language), pick: entry => this.take(entry.id) });
    this.tools = h('div', { class: 'buttons' });
    this.element.append(this.told, this.bar.element, this.tools, this.formPlace, this.list.element);
  }

  get hasOptions() {
    return Boolean(this.field.options?.length || this.field.open);
  }

  #textOf(value) {
    const ends = value.to.map(id => this.#turnText(id)).join(', ');
    return value.label === undefined ? `→ ${ends}` : `${this.nameOfOption(value.label)} → ${ends}`;
  }

  #turnText(id) {
    const turn = this.ctx.turns.find(one => one.id === id);
    return turn ? `${numberOf(this.ctx, turn)} “${short(turn.text, 28)}”` : id;
  }

  // --- drawing a link -----------------------------------------------------------------------------------------------
  begin(label) {
    const { picked } = this;
    if (!picked && !this.hasRoom()) return;
    const first = picked && this.ctx.turns.find(turn => turn.id === picked.value.to[0]);
    this.picking = { label: label ?? picked?.value.label, to: picked && picked.value.to.length > 1 ? [...picked.value.to] : [], item: picked?.item ?? null };
    this.pointer.start(first ?? null);
    if (!this.pointer.isOn) this.picking = null;
    this.draw();
  }

  // An option: it begins a link, ends one, or renames the one that is chosen.
  take(label) {
    if (this.picking) {
      this.picking.label = label;
      this.finish();
    } else if (this.picked) {
      this.keep({ ...this.picked.value, label }, this.chosen);
    } else {
      this.begin(label);
    }
  }

  finish() {
    const { label, to, item } = this.picking;
    if (label === undefined && this.hasOptions) {
      this.ctx.announce(this.ctx.say('link_which'));
      return;
    }
    const ends = to.length ? to : [this.pointer.turn.id];
    const order = this.ctx.turns.map(turn => turn.id);
    const before = this.items.find(one => one.item === item)?.value ?? {};
    const value = { ...before, to: [...ends].sort((a, b) => order.indexOf(a) - order.indexOf(b)), ...(label === undefined ? {} : { label }) };
    const twin = this.items.find(one => one.item !== item && one.value.label === value.label && String(one.value.to) === String(value.to));
    this.stop();
    if (twin) this.ctx.announce(this.ctx.say('link_twice'));
    else this.keep(value, item);
    this.draw();
  }

  toggle(turn) {
    const { to } = this.picking;
    this.picking.to = to.includes(turn.id) ? to.filter(id => id !== turn.id) : [...to, turn.id];
    this.draw();
  }

  stop() {
    this.picking = null;
    this.pointer.stop();
    this.bar.clear();
  }

  // A click on a row. While a link is being drawn it names the other end.
  clicked(id) {
    if (this.form) return super.clicked(id);
    const turn = this.picking && this.pointer.within.find(one => one.id === id);
    if (!turn) return Boolean(this.picking);
    this.pointer.start(turn);
    if (this.picking.label !== undefined || !this.hasOptions) this.finish();
    return true;
  }

  // --- keys ---------------------------------------------------------------------------------------------------------
  key(event) {
    if (this.form) return this.form.key(event);
    if (this.picking) return this.#pickingKey(event);
    if (this.bar.key(event)) return true;
    if (event.key === ' ' || (event.key === 'Enter' && this.picked)) {
      this.begin();
      return true;
    }
    return this.listKey(event);
  }

  #pickingKey(event) {
    if ((event.key === 'Enter' || event.key === ' ') && this.pointer.number !== null) {
      const isTurn = this.pointer.settle(); // from here on digits mean options again
      if (!isTurn || (this.picking.label === undefined && this.hasOptions)) {
        this.draw();
        return true;
      }
    }
    if (this.bar.filter && this.bar.key(event)) return true;
    if (this.pointer.key(event)) return true;
    if (event.key === 'Escape') {
      this.stop();
      this.draw();
      return true;
    }
    if (this.bar.key(event)) return true;
    if (event.key === 'Enter') this.finish();
    else if (event.key === ' ') this.toggle(this.pointer.turn);
    else return !(event.key === 'Tab' || event.ctrlKey || event.metaKey || event.key === '?');
    return true;
  }

  // --- drawing ------------------------------------------------------------------------------------------------------
  draw() {
    if (this.isClosed) return;
    const { say } = this.ctx;
    this.drawList();
    this.#jumps();
    const label = this.picking?.label ?? this.picked?.value.label;
    this.bar.draw(this.field, this.field.options ?? [], entry => entry.id === label);
    this.bar.element.hidden = !this.hasOptions;
    fill(this.told, this.picking ? this.#pickingText() : h('span', { class: 'hint' }, say(this.picked ? 'link_chosen' : 'link_hint')));
    fill(
      this.tools,
      this.picking
        ? [this.button('finish', 'link_finish', () => this.finish(), { key: '↵' }), this.button('stop', 'item_cancel', () => (this.stop(), this.draw()), { key: 'esc' })]
        : !this.isFull && this.button('begin', 'link_begin', () => this.begin(), { key: '␣' }),
    );
    this.drawForm();
    this.#decorate();
  }

  #pickingText() {
    const { say } = this.ctx;
    const { number, turn } = this.pointer;
    const ends = this.picking.to.length ? this.picking.to.map(id => this.#turnText(id)).join(', ') : this.#turnText(turn.id);
    return [
      h('div', {}, this.picking.label === undefined ? '' : `${this.nameOfOption(this.picking.label)} `, '→ ', h('bdi', {}, ends)),
      number !== null && h('div', { class: 'typing' }, say('turn_number', { number })),
      h('div', { class: 'hint' }, say(this.hasOptions ? 'link_walk' : 'link_walk_plain')),
    ];
  }

  // From an entry of the list to its other end.
  #jumps() {
    for (const row of this.list.element.children) {
      const value = this.items.find(label => label.item === row.dataset.item)?.value;
      if (!value) continue;
      const jump = h('button', { type: 'button', class: 'iconic', tabindex: '-1', 'data-act': 'jump', 'aria-label': this.ctx.say('link_jump', { text: this.textOf(value) }), title: this.ctx.say('link_go'), onmousedown: keepFocus, onclick: () => this.ctx.goTo(value.to[0]) }, '↗');
      row.lastElementChild.before(jump);
    }
  }

  #decorate() {
    const marked = new Map();
    for (const { item, value } of this.items) for (const id of value.to) marked.set(id, item === this.chosen ? 'link-end chosen' : 'link-end');
    for (const id of this.picking?.to ?? []) marked.set(id, 'link-end chosen');
    if (this.pointer.turn) marked.set(this.pointer.turn.id, 'pointed');
    this.ctx.markTurns?.(marked);
    this.ctx.arrows?.(arrowsOf(this.items, this.field, this.nameOf, this.ctx.turn?.id));
  }

  close() {
    super.close();
    this.ctx.markTurns?.(new Map());
    this.ctx.arrows?.([]);
  }
}

// The links of one turn as arrows between rows: [{from, to, label, colour, id}].
export const arrowsOf = (labels, field, nameOf, from) =>
  labels.filter(isLive).flatMap(({ item, value }) => {
    const option = field.options?.find(one => one.id === value.label);
    const label = value.label === undefined ? '' : nameOf(option ?? { id: value.label });
    return value.to.map(to => ({ from, to, label, colour: option?.colour, id: item }));
  });

export const links = {
  ...NO_LIST,
  name: 'links',
  items: true,
  surface(ctx) {
    const made = new Links(ctx);
    made.resume();
    return made;
  },
  answered: countFits,
  arrows: arrowsOf,
  keysHelp: () => [['␣', 'link_begin'], ['↵', 'link_finish'], ['Shift ↑ ↓', 'key_items']],
  summary(labels, field, nameOf, { dialogue } = {}) {
    const option = value => field.options?.find(one => one.id === value.label) ?? (value.label === undefined ? null : { id: value.label });
    const number = id => {
      const at = dialogue?.turns.findIndex(turn => turn.id === id) ?? -1;
      return at < 0 ? id : at + 1;
    };
    const text = value => [option(value) && nameOf(option(value)), `→ ${value.to.map(number).join(', ')}`].filter(Boolean).join(' ');
    return summaryOf(labels, text, value => option(value)?.colour);
  },
};
