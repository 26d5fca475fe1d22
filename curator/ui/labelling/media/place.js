// The page's place for recordings: empty where a conversation has none, kept settings, and the keys' named acts.

import { h } from '../dom.js';
import * as storage from '../storage.js';
import { shownKeys } from './keys.js';
import { Recording } from './recording.js';

const KEPT = 'curator/recording'; // speed, volume, subtitles, follow: of this browser, in every project

export class MediaPlace {
  // acts: goTo(turn id), announce(words), isTaken(letter): an option of the page has claimed it.
  constructor({ say, acts }) {
    Object.assign(this, { say, given: acts });
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
    const { say } = this;
    const { goTo, announce, isTaken } = this.given;
    const told = (name, ...given) => this.listener?.[name]?.(...given);
    this.recording = new Recording({
      say,
      dialogue,
      nameOf,
      keys: shownKeys(isTaken),
      settings: storage.read(KEPT, {}),
      acts: {
        followed: id => this.#mayMove() && goTo(id),
        turn: id => this.#mayMove() && goTo(id),
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

  // The question in focus: what hears of stretches and changes on the time line; null for none, and its tracks go.
  listen(listener) {
    this.listener = listener;
    if (listener) return;
    this.recording?.timeline.clearStretch();
    this.recording?.setTracks([]);
  }

  // The recording does not take somebody away from a question about the recording or the whole conversation, nor from
  // words that are being written.
  #mayMove() {
    const at = this.element.getRootNode().activeElement;
    const isWriting = Boolean(at?.matches('textarea, input:not([type="range"])'));
    return this.turn !== null && !this.listener && !isWriting;
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
