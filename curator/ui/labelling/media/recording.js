// Player and time line of one conversation, as the page mounts them: one element, one table of named acts.

import { h } from '../dom.js';
import { Player } from './player.js';
import { Timeline } from './timeline.js';

export { MEDIA_KEYS } from './keys.js';

export class Recording {
  // dialogue: the payload's, with `media` and `turns`; nameOf(speaker id); keys: {act: key to show}; settings: kept ones.
  // acts: followed(turn id), turn(turn id), stretch(marked), chosen(track, item), changed(track, item, was), kept, told.
  constructor({ say, dialogue, nameOf, keys, settings, acts = {} }) {
    const { media, turns } = dialogue;
    this.player = new Player({ say, media, turns, nameOf, keys, settings, acts: { ...acts, followed: id => this.#followed(id, acts) } });
    this.timeline = new Timeline({ say, player: this.player, turns, nameOf, acts });
    // One row of buttons where both have some.
    if (!this.player.transport.element.hidden) this.player.transport.element.append(this.timeline.tools);
    this.acts = { ...this.player.acts, ...this.timeline.acts };
    this.element = h('div', { class: 'recording' }, this.player.element, this.timeline.element);
  }

  get now() {
    return this.player.now;
  }

  get length() {
    return this.player.length;
  }

  setTurn(id) {
    this.player.setTurn(id);
    this.timeline.setTurn(id);
  }

  setTracks(tracks) {
    this.timeline.setTracks(tracks);
  }

  close() {
    this.timeline.close();
    this.player.close();
  }

  #followed(id, acts) {
    this.timeline.setTurn(id);
    acts.followed?.(id);
  }
}
