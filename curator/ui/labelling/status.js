// What has become of the answers, in plain words; and the one voice for screen readers.

import { fill, h } from './dom.js';
import { cellName, shortRowName } from './naming.js';

export class Status {
  // acts: {drop(id), show(event)}
  constructor({ say, language, acts }) {
    Object.assign(this, { say, language, acts });
    this.words = h('span', { class: 'words' });
    this.element = h('div', { class: 'status', 'aria-live': 'off' }, h('span', { class: 'lamp', 'aria-hidden': 'true' }), this.words);
    this.refusals = h('div', { class: 'refusals', hidden: true });
    this.live = h('div', { class: 'unseen', 'aria-live': 'polite' });
  }

  draw(outbox, sheet) {
    const n = outbox.queue.length;
    const unfinished = sheet?.unfinished.size ?? 0;
    const state = n ? (outbox.state === 'idle' ? 'sending' : outbox.state) : unfinished ? 'unfinished' : 'saved';
    const text = state === 'unfinished' ? this.say('n_unfinished', { n: unfinished }) : this.#textFor(state, n, outbox);
    if (this.element.dataset.state !== state) this.#turn(state);
    if (this.words.textContent !== text) this.words.textContent = text;
    this.#drawRefusals(outbox, sheet);
  }

  // Trouble is spoken, and its end; a word at every key press would drown everything else.
  #turn(state) {
    const isCalm = state === 'saved' || state === 'sending' || state === 'unfinished';
    const wasTrouble = this.element.getAttribute('aria-live') === 'polite';
    this.element.dataset.state = state;
    if (state !== 'sending') this.element.setAttribute('aria-live', isCalm ? 'off' : 'polite');
    if (wasTrouble && state === 'saved') this.announce(this.say('all_saved'));
  }

  #textFor(state, n, outbox) {
    if (state === 'saved') return this.say('all_saved');
    const text = this.say(state === 'sending' ? 'n_sending' : state, { n });
    return outbox.durable ? text : `${text} ${this.say('not_durable')}`;
  }

  #drawRefusals({ refused }, sheet) {
    const key = refused.map(item => item.event.id).join();
    if (this.drawnRefusals === key) return;
    this.drawnRefusals = key;
    this.refusals.hidden = !refused.length;
    fill(
      this.refusals,
      refused.length ? h('strong', {}, this.say('n_refused', { n: refused.length })) : null,
      refused.slice(0, 5).map(item => this.#refusal(item, sheet)),
    );
  }

  #refusal({ event, reason }, sheet) {
    const cell = sheet?.id === event.dialogue ? sheet.cellOf(event) : null;
    const where = cell ? `${shortRowName(cell.row, this.say)}, ${cellName(sheet, cell, this)}` : `${event.target.turn || event.dialogue}, ${event.field}`;
    const value = event.state === 'value' ? JSON.stringify(event.value) : this.say(event.state);
    return h(
      'div',
      { class: 'refusal' },
      h('span', {}, `${where}: ${value}. ${reason}`),
      cell && h('button', { type: 'button', class: 'small', onclick: () => this.acts.show(event) }, this.say('show')),
      h('button', { type: 'button', class: 'small', onclick: () => this.acts.drop(event.id) }, this.say('drop')),
    );
  }

  // Said after the paint, and only the last of several.
  announce(text) {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => (this.live.textContent = text), 60);
  }
}
