// What the time line shows, as a list: stretches and states in view, to choose and to play by key or by screen reader.

import { fill, h, keepFocus } from '../dom.js';
import { clockOf } from './clock.js';

const MOST = 40; // more than that are a picture, not a list: come closer to see them

export class Entries {
  // chosen(track id, item id), play(item)
  constructor({ say, chosen, play }) {
    Object.assign(this, { say, chosen, play });
    this.count = h('p', { class: 'hint' });
    this.list = h('ul', { class: 'entries' });
    this.element = h('div', { hidden: true }, this.count, this.list);
  }

  // tracks: with `shown`, the items in view.
  draw(tracks, chosen) {
    const all = tracks.flatMap(track => track.shown.filter(item => item.id !== null).map(item => ({ track, item })));
    const key = JSON.stringify([chosen, all.map(({ track, item }) => [track.id, item.id, item.start, item.end, item.label])]);
    if (key === this.drawn) return;
    this.drawn = key;
    this.element.hidden = !all.length;
    this.count.textContent = this.say('line_segments', { n: all.length });
    const focused = this.list.getRootNode().activeElement?.dataset?.entry;
    fill(this.list, all.slice(0, MOST).map(({ track, item }) => this.#entry(track, item, chosen)));
    if (focused) this.list.querySelector(`[data-entry="${CSS.escape(focused)}"]`)?.focus();
  }

  #entry(track, item, chosen) {
    const label = item.label === undefined ? this.say('line_unlabelled') : track.nameOf(item.label);
    const [start, end] = [clockOf(item.start, 3), clockOf(item.end, 3)];
    const words = this.say(track.kind === 'states' ? 'line_state' : 'line_segment', { label, start, end });
    const isChosen = chosen?.track === track.id && chosen.item === item.id;
    return h(
      'li',
      {},
      h('button', { type: 'button', class: 'small', dir: 'auto', 'data-entry': item.id, 'aria-pressed': String(isChosen), onmousedown: keepFocus, onclick: () => this.chosen(track.id, item.id) }, words),
      h('button', { type: 'button', class: 'small', 'aria-label': `${this.say('media_play')}: ${words}`, onmousedown: keepFocus, onclick: () => this.play(item) }, '▸'),
    );
  }
}
