// A small window over the page. It holds the keyboard until it is closed, which Esc does.

import { fill, h } from './dom.js';

export class Dialog {
  // closed(): the keyboard goes back to where it was.
  constructor({ say, closed }) {
    Object.assign(this, { say, closed });
    this.element = h('div', { class: 'help', role: 'dialog', 'aria-modal': 'true', tabindex: '-1', hidden: true });
    this.element.addEventListener('keydown', event => this.#key(event));
  }

  get isOpen() {
    return !this.element.hidden;
  }

  // focus: the element that has the keyboard first; the window itself where none is given.
  open(title, body, { focus = null, small = false } = {}) {
    const close = h('button', { type: 'button', class: 'small', onclick: () => this.close() }, this.say('close'));
    const sheet = h('div', { class: `sheet${small ? ' little' : ''}` }, h('div', { class: 'help-head' }, h('h3', {}, title), close), body);
    this.element.setAttribute('aria-label', title);
    fill(this.element, sheet);
    this.element.hidden = false;
    (focus ?? this.element).focus({ preventScroll: true });
  }

  close() {
    if (!this.isOpen) return;
    this.element.hidden = true;
    fill(this.element);
    this.closed();
  }

  #key(event) {
    event.stopPropagation();
    if (event.key === 'Escape') {
      event.preventDefault();
      this.close();
    }
    if (event.key !== 'Tab') return;
    const all = [...this.element.querySelectorAll('button, input, textarea, select')].filter(node => !node.disabled && node.offsetParent !== null);
    const at = all.indexOf(event.composedPath()[0]);
    const edge = event.shiftKey ? at <= 0 : at === all.length - 1;
    if (!edge) return;
    event.preventDefault();
    all.at(event.shiftKey ? -1 : 0)?.focus();
  }
}
