// The player's buttons. Every one of them is a named act with a key; a press leaves the keyboard where it was.

import { fill, h, keepFocus } from '../dom.js';
import { clockOf } from './clock.js';

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

const OWN = /^(Arrow|Home|End|Page)/;

export class Transport {
  // keys: {act: key to show}; player: whose acts the buttons are.
  constructor({ say, keys, media, player }) {
    Object.assign(this, { say, keys, player });
    this.play = this.#button('media_play');
    this.loop = this.#button('media_loop', { title: say('media_loop_more') });
    this.follow = this.#button('media_follow', { title: say('media_follow_more') });
    this.subtitles = this.#button('media_subtitles');
    this.speed = h('select', { class: 'speed', 'aria-label': say('media_speed'), onchange: () => this.player.set({ speed: Number(this.speed.value) }) });
    fill(this.speed, SPEEDS.map(speed => h('option', { value: speed }, `${speed}×`)));
    this.volume = h('input', { type: 'range', min: 0, max: 1, step: 0.05, 'aria-label': say('media_volume'), oninput: () => this.player.set({ volume: Number(this.volume.value) }) });
    this.clock = h('output', { class: 'clock', 'aria-live': 'off' });
    this.element = h('div', { class: 'transport', role: 'group', 'aria-label': say('media_region'), dir: 'ltr' }, this.#parts(media));
    this.element.addEventListener('keydown', event => {
      // Arrows in a list or on a slider are its own, not the conversation's.
      if (event.target.matches('select, input') && !event.ctrlKey && !event.metaKey && OWN.test(event.key)) event.stopPropagation();
    });
  }

  #parts(media) {
    const which = h('select', { class: 'which', 'aria-label': this.say('media_which'), onchange: () => this.player.open(Number(which.value)) });
    fill(which, media.map((one, index) => h('option', { value: index }, nameOf(one, index, this.say))));
    this.which = which;
    return [
      this.play,
      this.#button('media_turn', {}, this.say('media_turn_short')),
      this.loop,
      this.#button('media_back', {}, '−0.1'),
      this.#button('media_on', {}, '+0.1'),
      this.clock,
      this.speed,
      this.follow,
      this.subtitles,
      h('label', { class: 'volume', title: this.say('media_volume') }, h('span', { 'aria-hidden': 'true' }, '♪'), this.volume),
      media.length > 1 ? which : null,
    ];
  }

  #button(act, more = {}, shown = this.say(act)) {
    const key = this.keys[act];
    return h(
      'button',
      { type: 'button', class: 'tool', 'data-act': act, onmousedown: keepFocus, onclick: () => this.player.acts[act](), ...(shown === this.say(act) ? {} : { 'aria-label': this.say(act) }), ...more },
      h('span', {}, shown),
      key && h('kbd', { 'aria-hidden': 'true' }, key),
    );
  }

  draw() {
    const { player } = this;
    const without = !player.node;
    for (const node of this.element.querySelectorAll('.tool, .speed, input')) node.disabled = without && node !== this.subtitles;
    this.play.firstChild.textContent = this.say(player.playing ? 'media_pause' : 'media_play');
    this.loop.setAttribute('aria-pressed', String(player.loop));
    this.follow.setAttribute('aria-pressed', String(player.settings.follow));
    this.subtitles.setAttribute('aria-pressed', String(player.subtitled));
    this.speed.value = String(player.settings.speed);
    this.volume.value = String(player.settings.volume);
    this.which.value = String(player.index);
  }

  time(now, length) {
    const shown = `${clockOf(now)} / ${clockOf(length)}`;
    if (this.clock.textContent !== shown) this.clock.textContent = shown;
  }
}

// A file's name may name people: recordings are counted instead.
const nameOf = (one, index, say) => say(`media_${one.kind}`, { n: index + 1 });
