// The page's place for recordings: empty where a conversation has none, kept settings, and the keys' named acts.

import { h } from '../dom.js';
import * as storage from '../storage.js';
import { Recording } from './recording.js';

const KEPT = 'curator/recording'; // speed, volume, subtitles, follow: of this browser, in every project

export class MediaPlace {
  // keys: {act: key to show on its button}. acts: goTo(turn id), announce(words).
  constructor({ say, keys = {}, acts }) {
    Object.assign(this, { say, keys, given: acts });
    this.recording = null;
    this.listener = null;
    this.element = h('div', { class: 'media-place', hidden: true });
  }

  // The payload's dialogue. The same one again is left as it is: it may be playing.
  open(dialogue, nameOf) {
    if (this.dialogue === dialogue) return;
    this.close();
    this.dialogue = dialogue;
    this.element.hidden = !dialogue.media?.length;
    if (this.element.hidden) return;
    const { say, keys } = this;
    const { goTo, announce } = this.given;
    const told = (name, ...given) => this.listener?.[name]?.(...given);
    this.recording = new Recording({
      say,
      dialogue,
      nameOf,
      keys,
      settings: storage.read(KEPT, {}),
      acts: {
        followed: goTo,
        turn: goTo,
        told: announce,
        kept: settings => storage.write(KEPT, settings),
        stretch: stretch => told('stretch', stretch),
        chosen: (track, item) => told('chosen', track, item),
        changed: (track, item, was) => told('changed', track, item, was),
      },
    });
    this.element.append(this.recording.element);
    if (this.turn !== undefined) this.recording.setTurn(this.turn);
  }

  // The current turn, however it came to be the current one; null for what belongs to no turn.
  setTurn(id) {
    this.turn = id;
    if (id !== null) this.recording?.setTurn(id);
  }

  // The question in focus: what hears of stretches and changes on the time line; null for none.
  listen(listener) {
    this.listener = listener;
  }

  // Whether there is such an act here and it did something.
  act(name) {
    return Boolean(this.recording?.acts[name]?.());
  }

  has(name) {
    return Boolean(this.recording && name in this.recording.acts);
  }

  close() {
    this.recording?.close();
    this.recording?.element.remove();
    this.recording = null;
    this.dialogue = null;
    this.turn = undefined;
  }
}
