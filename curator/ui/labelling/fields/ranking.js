// An order of the candidates, best first. By key: the number of the best one, then of the next …; = ties one with the one
// above; Shift + Up and Down choose, Alt + Up and Down move. By mouse: dragging, or the buttons of each.

import { fill, h, keepFocus } from '../dom.js';
import { digitOf } from '../keys.js';
import { letterOf } from '../naming.js';
import { completed, isWhole, move, moveTo, place, placed, tidy, tie } from './order.js';
import { ItemSurface, NO_LIST, short } from './parts/surface.js';

const orderIn = value => (Array.isArray(value) ? value : (value?.order ?? []));

class Ranking extends ItemSurface {
  constructor(ctx) {
    super(ctx, { textOf: () => '' });
    this.drag = null;
    this.tying = false; // the next one is beside the one before
    this.told = h('div', { class: 'picked-text', role: 'status' });
    this.listed = h('ol', { class: 'ranking', 'aria-label': ctx.say('rank_order') });
    this.rest = h('div', { class: 'ranking-rest', role: 'group', 'aria-label': ctx.say('rank_rest') });
    this.strengths = h('div', { class: 'options', role: 'radiogroup', 'aria-label': ctx.say('rank_strength') });
    this.tools = h('div', { class: 'buttons' });
    this.element.append(this.told, this.listed, this.rest, this.strengths, this.tools);
  }

  get settings() {
    return this.field.settings ?? {};
  }

  // The candidates here, as this person sees them.
  get candidates() {
    const turn = this.ctx.turn?.id ?? '';
    return (this.ctx.sheet.dialogue.candidates ?? []).filter(one => (one.turn || '') === turn);
  }

  get shown() {
    return this.candidates.map(one => one.id);
  }

  // What is stored, or what was begun.
  get order() {
    const label = this.ctx.label();
    return label?.state === 'value' ? orderIn(label.value) : (this.draft?.order ?? []);
  }

  get strength() {
    const label = this.ctx.label();
    return label?.state === 'value' ? label.value?.strength : this.draft?.strength;
  }

  get asksStrength() {
    return this.needsStrength(this.order) && isWhole(this.order, this.shown);
  }

  needsStrength = order => Boolean(this.settings.strength?.length) && order.length > 1;

  // --- acts ---------------------------------------------------------------------------------------------------------
  // Keeps an order: in the store as soon as nothing is missing, until then as what was begun.
  keep(order, strength = this.strength, { goOn = false } = {}) {
    const { shown } = this;
    const next = tidy(order, shown);
    const needs = this.needsStrength(next);
    const isReady = next.length && isWhole(next, shown) && (!needs || strength !== undefined);
    if (isReady) {
      this.draft = null;
      const value = this.settings.strength?.length ? { order: next, ...(needs ? { strength } : {}) } : next;
      this.ctx.put(value, { goOn, extra: { shown_order: this.ctx.sheet.dialogue.shown_order ?? shown } });
    } else {
      const isStored = this.ctx.label()?.state === 'value';
      this.draft = next.length ? { order: next, ...(strength === undefined ? {} : { strength }) } : null;
      if (isStored) this.ctx.put(null, { state: 'retracted' });
    }
    this.draw();
    this.ctx.announce(this.#inWords(next));
  }

  place(id) {
    const isTie = this.tying;
    this.tying = false;
    const next = place(this.order, id, { tie: isTie });
    this.keep(completed(next, this.shown));
  }

  // Back to before the last one was placed.
  back() {
    const order = this.order.map(group => [...group]);
    if (!order.length) return false;
    this.chosen = null;
    const last = order.at(-1);
    last.pop();
    this.keep(order.filter(group => group.length));
    return true;
  }

  move(id, way) {
    this.chosen = id;
    this.keep(move(this.order, id, way));
  }

  tie(id) {
    if (!this.settings.ties) return;
    this.chosen = id;
    this.keep(tie(this.order, id));
  }

  choose(id) {
    this.chosen = id;
    this.draw();
    if (id !== null) this.ctx.announce(this.#name(id));
  }

  // --- keys ---------------------------------------------------------------------------------------------------------
  key(event) {
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const all = placed(this.order);
    if (way && event.altKey) {
      const id = this.chosen ?? all.at(-1);
      if (id) this.move(id, way);
      return true;
    }
    if (way && event.shiftKey) {
      const at = all.indexOf(this.chosen);
      if (all.length) this.choose(all[at < 0 ? (way > 0 ? 0 : all.length - 1) : Math.min(Math.max(at + way, 0), all.length - 1)]);
      return true;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === 'Escape' && this.chosen !== null) {
      this.choose(null);
      return true;
    }
    if (event.key === '=' && this.settings.ties) return this.#tieKey(all);
    if (event.key === 'Backspace' || event.key === 'Delete') return this.back();
    return this.#digit(event, all);
  }

  #tieKey(all) {
    const isAll = isWhole(this.order, this.shown);
    if (this.chosen !== null || isAll) this.tie(this.chosen ?? all.at(-1));
    else this.tying = all.length > 0 && !this.tying;
    this.draw();
    return true;
  }

  #digit(event, all) {
    const digit = event.shiftKey ? null : digitOf(event);
    if (digit === null || digit === '0') return false;
    if (this.asksStrength) {
      const strength = this.settings.strength[Number(digit) - 1];
      if (strength !== undefined) this.keep(this.order, strength, { goOn: true });
      return true;
    }
    const id = this.shown[Number(digit) - 1];
    if (id !== undefined && !all.includes(id)) this.place(id);
    else if (id !== undefined) this.choose(id);
    return true;
  }

  // --- drawing ------------------------------------------------------------------------------------------------------
  #name(id) {
    return this.ctx.nameOf(id);
  }

  #inWords(order) {
    return order.map(group => group.map(id => this.#name(id)).join(' = ')).join(', ');
  }

  draw() {
    if (this.isClosed) return;
    if (this.draft && this.ctx.label()?.state === 'value') this.draft = null; // an undo has brought the whole order back
    const { order, candidates, settings, ctx } = this;
    const all = placed(order);
    const left = candidates.filter(one => !all.includes(one.id));
    fill(this.told, h('span', { class: 'hint' }, ctx.say(!candidates.length ? 'rank_nothing' : this.tying ? 'rank_tying' : left.length ? 'rank_hint' : this.asksStrength && this.strength === undefined ? 'rank_how' : settings.ties ? 'rank_done_ties' : 'rank_done')));
    let rank = 0;
    fill(
      this.listed,
      order.flatMap((group, at) => {
        rank = order.slice(0, at).flat().length + 1;
        return group.map((id, i) => this.#entry(id, rank, i > 0, all));
      }),
    );
    fill(this.rest, left.map(one => this.#open(one)));
    this.rest.hidden = !left.length;
    const asks = this.asksStrength;
    this.strengths.hidden = !asks;
    fill(this.strengths, asks ? settings.strength.map((word, i) => this.#strength(word, i)) : []);
    fill(this.tools, order.length > 0 && this.button('back', 'rank_back', () => this.back(), { key: '⌫' }));
  }

  #words(id) {
    const content = this.candidates.find(one => one.id === id)?.content;
    return short(typeof content === 'string' ? content : (content?.text ?? ''), 90);
  }

  #open(one) {
    const n = this.shown.indexOf(one.id) + 1;
    return h(
      'button',
      { type: 'button', class: 'option', tabindex: '-1', 'data-candidate': one.id, 'aria-label': this.ctx.say('rank_next', { name: this.#name(one.id), text: this.#words(one.id) }), onmousedown: keepFocus, onclick: () => this.place(one.id) },
      h('span', { class: 'marks', 'aria-hidden': 'true' }, h('kbd', {}, String(n))),
      h('span', { class: 'name' }, h('b', {}, this.#name(one.id)), ' ', h('bdi', {}, this.#words(one.id))),
    );
  }

  #entry(id, rank, isTied, all) {
    const { ctx } = this;
    const name = this.#name(id);
    const act = (key, sign, word, run, disabled) =>
      h('button', { type: 'button', class: 'iconic', tabindex: '-1', 'data-act': key, disabled, 'aria-label': `${ctx.say(word)}: ${name}`, title: ctx.say(word), onmousedown: keepFocus, onclick: run }, sign);
    return h(
      'li',
      {
        class: `itemrow ranked${id === this.chosen ? ' chosen' : ''}${isTied ? ' tied' : ''}`,
        'data-candidate': id,
        'data-rank': rank,
        'aria-label': `${ctx.say('rank_at', { rank })} ${name}${isTied ? `, ${ctx.say('rank_tied')}` : ''}`,
        onpointerdown: event => this.#grab(event, id),
      },
      h('span', { class: 'grip', 'aria-hidden': 'true' }, '⠿'),
      h('b', { 'aria-hidden': 'true' }, isTied ? '=' : String(rank)),
      h('span', { class: 'itemtext' }, h('b', {}, name), ' ', h('bdi', {}, this.#words(id))),
      act('up', '↑', 'item_up', () => this.move(id, -1), id === all[0] && !isTied && this.order[0].length === 1),
      act('down', '↓', 'item_down', () => this.move(id, 1), id === all.at(-1) && this.order.at(-1).length === 1),
      this.settings.ties && act('tie', '=', 'rank_tie', () => this.tie(id), rank === 1 && !isTied),
    );
  }

  #strength(word, i) {
    const isChosen = this.strength === word;
    const run = () => this.keep(this.order, word);
    return h(
      'button',
      { type: 'button', class: `option${isChosen ? ' chosen' : ''}`, role: 'radio', 'aria-checked': String(isChosen), tabindex: '-1', 'data-option': word, onmousedown: keepFocus, onclick: run },
      h('span', { class: 'marks', 'aria-hidden': 'true' }, h('kbd', {}, String(i + 1))),
      h('span', { class: 'name' }, h('bdi', {}, word)),
      h('span', { class: 'tick', 'aria-hidden': 'true' }, isChosen ? '✓' : ''),
    );
  }

  // --- dragging: the row follows the pointer; where it is let go it stays -------------------------------------------
  #grab(event, id) {
    if (event.button !== 0 || event.target.closest('button')) return;
    event.preventDefault();
    const node = event.currentTarget;
    node.setPointerCapture(event.pointerId);
    node.classList.add('dragged');
    const from = event.clientY;
    const slide = next => node.style.setProperty('transform', `translateY(${next.clientY - from}px)`);
    const drop = next => {
      node.removeEventListener('pointermove', slide);
      node.classList.remove('dragged');
      if (next.type === 'pointerup' && Math.abs(next.clientY - from) > 6) this.#dropAt(id, node, next.clientY);
      else this.choose(id === this.chosen ? null : id);
    };
    node.addEventListener('pointermove', slide);
    node.addEventListener('pointerup', drop, { once: true });
    node.addEventListener('pointercancel', drop, { once: true });
  }

  #dropAt(id, node, y) {
    const rows = [...this.listed.children].filter(row => row !== node);
    const above = rows.filter(row => row.getBoundingClientRect().top + row.offsetHeight / 2 < y).map(row => row.dataset.candidate);
    const index = this.order.findLastIndex(group => group.some(other => above.includes(other)));
    this.chosen = id;
    this.keep(moveTo(this.order, id, index + 1));
  }
}

export const ranking = {
  ...NO_LIST,
  name: 'ranking',
  items: false,
  keysHelp: field => [...(field.settings?.ties ? [['=', 'rank_tie']] : []), ['Shift ↑ ↓', 'key_items']],
  surface(ctx) {
    const made = new Ranking(ctx);
    made.draw();
    return made;
  },
  summary(label, field, nameOf, { dialogue, turn } = {}) {
    const shown = (dialogue?.candidates ?? []).filter(one => (one.turn || '') === (turn?.id ?? '')).map(one => one.id);
    const letter = id => (shown.includes(id) ? letterOf(shown.indexOf(id)) : id);
    const order = orderIn(label.value).map(group => group.map(letter).join(' = ')).join(' › ');
    return { text: label.value?.strength ? `${order} · ${label.value.strength}` : order };
  },
};
