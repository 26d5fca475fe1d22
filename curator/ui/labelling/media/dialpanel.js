// The dial of one question about states: its options as buttons with their keys, what holds now, and the way back.

import { fill, h, keepFocus } from '../dom.js';

export class DialPanel {
  // dial; player; options: [{id, key?}]; nameOf(label). acts: changed({added, removed}): an id in both lists has moved.
  constructor({ say, dial, player, options, nameOf, acts = {} }) {
    Object.assign(this, { say, dial, player, options, nameOf, given: acts });
    this.holding = h('output', { class: 'holding', 'aria-live': 'off' });
    this.buttons = new Map(options.map((option, index) => [option.id, this.#button(option, index)]));
    const back = h('button', { type: 'button', class: 'small', 'data-act': 'dial_back', onmousedown: keepFocus, onclick: () => this.back() }, say('dial_back'));
    const lag = dial.lag ? h('span', { class: 'hint' }, say('dial_lag', { lag: dial.lag })) : null;
    this.element = h('div', { class: 'dial', role: 'group', 'aria-label': say('dial_region') }, this.holding, [...this.buttons.values()], back, lag);
    this.unwatch = player.watch(now => this.#time(now));
    this.#time(player.now);
  }

  #button(option, index) {
    const key = option.key || (index < 9 ? String(index + 1) : null);
    return h(
      'button',
      { type: 'button', class: 'small', 'data-option': option.id, style: option.colour ? { '--option': option.colour } : {}, onmousedown: keepFocus, onclick: () => this.set(option.id) },
      h('bdi', {}, this.nameOf(option.id)),
      key && h('kbd', { 'aria-hidden': 'true' }, key),
    );
  }

  // From now, less the lag -> whether anything changed.
  set(label) {
    return this.#tell(this.dial.set(label, this.player.now));
  }

  back() {
    return this.#tell(this.dial.back());
  }

  close() {
    this.unwatch();
  }

  #tell(change) {
    if (!change) return false;
    this.given.changed?.(change);
    this.#time(this.player.now);
    return true;
  }

  #time(now) {
    const label = this.dial.at(now);
    if (label === this.shown) return;
    this.shown = label;
    fill(this.holding, this.say('dial_now', { label: label === null ? this.say('dial_nothing') : this.nameOf(label) }));
    for (const [id, button] of this.buttons) button.setAttribute('aria-pressed', String(id === label));
  }
}
