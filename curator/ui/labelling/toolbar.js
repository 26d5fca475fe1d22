// Where you are, how far it is, and the commands for those who use a mouse.

import { fill, h, keepFocus } from './dom.js';

const LETTERED = ['conversations', 'undo', 'auto', 'guidelines', 'comment', 'flag', 'skip'];

export class Toolbar {
  // acts(name): runs a command
  constructor({ say, acts }) {
    this.say = say;
    this.where = h('div', { class: 'position' });
    this.bar = h('div', { class: 'bar', 'aria-hidden': 'true' }, h('div', { class: 'fill' }));
    this.here = h('bdi', { class: 'here' });
    this.place = h('div', { class: 'state' });
    const button = (name, word, key) =>
      h('button', { type: 'button', class: 'tool', 'data-command': name, onmousedown: keepFocus, onclick: () => acts(name) }, say(word), key && h('kbd', { 'aria-hidden': 'true' }, key));
    this.lettered = LETTERED.map(name => button(name, name, ' '));
    const [conversations, undo, auto, guidelines, comment, flag, skip] = this.lettered;
    Object.assign(this, { auto, guidelines });
    this.filters = h('div', { class: 'filter-place' });
    const group = (...nodes) => h('div', { class: 'tool-group' }, nodes);
    this.tools = h('div', { class: 'tools' }, conversations, group(undo, button('redo', 'redo'), auto), group(comment, flag, skip), group(guidelines, button('search', 'search', '/'), button('help', 'help', '?')));
    this.closed = h('div', { class: 'closed-note', hidden: true }, h('span', {}, say('submitted_more')), button('reopen', 'reopen'));
    this.element = h('header', { class: 'top' }, h('div', { class: 'line' }, this.where, this.here, this.filters, this.place), this.tools, this.bar, this.closed);
  }

  // Whose work this is, and on what.
  name({ project, person }) {
    const text = this.say('here', { project, person });
    if (this.here.textContent !== text) this.here.textContent = text;
  }

  draw(sheet, desk) {
    this.tools.hidden = !sheet;
    this.filters.hidden = !sheet;
    this.bar.hidden = !sheet || !sheet.needed;
    this.closed.hidden = !sheet?.submitted;
    if (!sheet) {
      fill(this.where);
      return;
    }
    fill(this.where, ...this.#whereabouts(sheet));
    this.bar.firstChild.style.transform = `scaleX(${sheet.needed ? sheet.done / sheet.needed : 0})`;
    this.auto.setAttribute('aria-pressed', String(desk.auto));
    this.guidelines.setAttribute('aria-pressed', String(desk.guidelines));
    this.lettered.forEach((node, i) => {
      const key = desk.keyOf(LETTERED[i]);
      if (node.lastChild.textContent !== key) node.lastChild.textContent = key; // a key press must not lay out the bar
    });
  }

  #whereabouts(sheet) {
    const [n, of] = sheet.dialogue.position || [];
    const counted = sheet.needed
      ? this.say('answered', { done: sheet.done, of: sheet.needed })
      : this.say('nothing_required', { n: sheet.answers });
    return [n ? h('strong', {}, this.say('dialogue_of', { n, of })) : null, h('span', { class: 'count' }, counted)];
  }
}
