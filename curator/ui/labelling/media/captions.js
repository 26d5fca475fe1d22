// Subtitles, drawn from the turns themselves: what is said now, by whom, in its own direction.

import { h } from '../dom.js';

export class Captions {
  constructor({ nameOf }) {
    this.nameOf = nameOf;
    this.drawn = '';
    this.element = h('div', { class: 'captions' });
  }

  show(on) {
    this.element.hidden = !on;
  }

  draw(turns) {
    const key = turns.map(turn => turn.id).join('\n');
    if (key === this.drawn) return;
    this.drawn = key;
    this.element.replaceChildren(...turns.map(turn => this.#line(turn)));
  }

  #line(turn) {
    const names = turn.speakers.map(id => this.nameOf(id)).join(', ');
    return h('p', { class: 'caption', dir: 'auto' }, h('bdi', { class: 'caption-name' }, names), ' ', h('span', { dir: 'auto' }, turn.text));
  }
}
