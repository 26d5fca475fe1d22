// The entries that stand at one question: to choose (for changing), to take back, to bring into order.

import { fill, h, keepFocus } from '../../dom.js';

export class ItemList {
  // acts: {choose(item), retract(item), move?(item, way)}
  constructor({ say, acts }) {
    Object.assign(this, { say, acts });
    this.element = h('ul', { class: 'itemlist', role: 'list', 'aria-label': say('item_list') });
  }

  // entries: [{item, text, colour, problem, sure}]; sure: {text, entries: [{id, text, chosen, take()}]} or null, how certain
  draw(entries, chosen, { ordered = false } = {}) {
    this.element.hidden = !entries.length;
    fill(this.element, entries.map((entry, i) => this.#entry(entry, entry.item === chosen, ordered, i, entries.length)));
  }

  #entry(entry, isChosen, ordered, i, count) {
    const act = (name, sign, word, run, disabled) =>
      h('button', { type: 'button', class: 'iconic', tabindex: '-1', 'data-act': name, disabled, 'aria-label': `${word}: ${entry.text}`, title: word, onmousedown: keepFocus, onclick: run }, sign);
    return h(
      'li',
      { class: `itemrow${isChosen ? ' chosen' : ''}`, 'data-item': entry.item, style: entry.colour ? { '--option': entry.colour } : {} },
      h(
        'button',
        { type: 'button', class: 'itemtext', tabindex: '-1', 'aria-pressed': String(isChosen), onmousedown: keepFocus, onclick: () => this.acts.choose(entry.item) },
        h('bdi', {}, entry.text),
      ),
      ordered && act('up', '↑', this.say('item_up'), () => this.acts.move(entry.item, -1), i === 0),
      ordered && act('down', '↓', this.say('item_down'), () => this.acts.move(entry.item, 1), i === count - 1),
      act('retract', '✕', this.say('item_retract'), () => this.acts.retract(entry.item)),
      entry.sure && this.#sure(entry.sure, isChosen),
      entry.problem && h('div', { class: 'warning' }, entry.problem),
    );
  }

  // How sure somebody is: said where it is known; asked where the entry is chosen.
  #sure({ text, entries }, isChosen) {
    if (!isChosen) return h('span', { class: 'role' }, entries.find(one => one.chosen)?.text ?? '');
    const button = one =>
      h('button', { type: 'button', class: `small${one.chosen ? ' chosen' : ''}`, tabindex: '-1', 'data-sure': one.id, 'aria-pressed': String(one.chosen), onmousedown: keepFocus, onclick: one.take }, one.text);
    return h('span', { class: 'sure', role: 'group', 'aria-label': text }, h('kbd', { 'aria-hidden': 'true' }, '!'), entries.map(button));
  }
}
