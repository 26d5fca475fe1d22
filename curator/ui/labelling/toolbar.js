// Where you are, how far it is, and the commands for those who use a mouse.

import { fill, h, keepFocus } from './dom.js';

export class Toolbar {
  // acts(name): runs a command
  constructor({ say, acts }) {
    this.say = say;
    this.where = h('div', { class: 'position' });
    this.bar = h('div', { class: 'bar', 'aria-hidden': 'true' }, h('div', { class: 'fill' }));
    this.typing = h('div', { class: 'typing' });
    this.place = h('div', { class: 'state' });
    const button = (name, word, key) =>
      h('button', { type: 'button', class: 'tool', onmousedown: keepFocus, onclick: () => acts(name) }, say(word), key && h('kbd', { 'aria-hidden': 'true' }, key));
    this.back = button('back', 'back');
    this.undo = button('undo', 'undo', 'U');
    this.auto = button('auto', 'auto', 'A');
    this.guidelines = button('guidelines', 'guidelines', 'G');
    this.tools = h('div', { class: 'tools' }, this.back, this.undo, this.auto, this.guidelines, button('help', 'help', '?'));
    this.closed = h('div', { class: 'closed-note', hidden: true }, h('span', {}, say('submitted_more')), button('reopen', 'reopen'));
    this.element = h('header', { class: 'top' }, h('div', { class: 'line' }, this.where, this.typing, this.place, this.tools), this.bar, this.closed);
  }

  draw(sheet, desk, canGoBack) {
    this.tools.hidden = !sheet;
    this.bar.hidden = !sheet || !sheet.needed;
    this.closed.hidden = !sheet?.submitted;
    if (!sheet) {
      fill(this.where);
      return;
    }
    this.back.hidden = !canGoBack;
    fill(this.where, ...this.#whereabouts(sheet));
    this.bar.firstChild.style.transform = `scaleX(${sheet.needed ? sheet.done / sheet.needed : 0})`;
    this.auto.setAttribute('aria-pressed', String(desk.auto));
    this.guidelines.setAttribute('aria-pressed', String(desk.guidelines));
    for (const [node, key] of [[this.undo, 'u'], [this.auto, 'a'], [this.guidelines, 'g']]) {
      node.lastChild.textContent = (desk.isTaken(key) ? ', ' : '') + key.toUpperCase();
    }
    this.typing.textContent = desk.leader ? this.say('command') : '';
  }

  #whereabouts(sheet) {
    const [n, of] = sheet.dialogue.position || [];
    const counted = sheet.needed
      ? this.say('answered', { done: sheet.done, of: sheet.needed })
      : this.say('nothing_required', { n: sheet.answers });
    return [n ? h('strong', {}, this.say('dialogue_of', { n, of })) : null, h('span', { class: 'count' }, counted)];
  }
}
