// A quiet word that stands over the page for a moment and moves nothing.

import { h } from './dom.js';

const SHOWN_MS = 4_000;

export class Notice {
  constructor() {
    this.element = h('div', { class: 'notice', 'aria-hidden': 'true', hidden: true });
  }

  // stays: until it is hidden.
  show(text, { stays = false } = {}) {
    clearTimeout(this.soon);
    this.element.textContent = text;
    this.element.hidden = false;
    if (!stays) this.soon = setTimeout(() => this.hide(), SHOWN_MS);
  }

  hide() {
    clearTimeout(this.soon);
    this.element.hidden = true;
  }
}
