// What is wrong with a recording, in plain words, and a way to try again. A file that loads slowly is told apart from one
// that is missing, that this browser cannot play, or that the server will not give.

import { h } from '../dom.js';

const PATIENCE_MS = 8_000;
const PASSING_MS = 4_000;

export class Trouble {
  // again(): opens the recording anew; told(words): says it to a screen reader.
  constructor({ say, again, told }) {
    Object.assign(this, { say, told });
    this.words = h('span');
    this.button = h('button', { type: 'button', class: 'small', onclick: again }, say('media_again'));
    this.element = h('p', { class: 'trouble', role: 'status', hidden: true }, this.words, this.button);
  }

  // node: the media element, or null where there is none; one: the recording {kind, url, missing}, if there is any.
  watch(node, one) {
    this.close();
    this.node = node;
    this.clear();
    if (one?.missing) this.tell('media_missing', { again: true });
    if (!node) return;
    node.addEventListener('error', () => this.#failed(node, one));
    for (const name of ['waiting', 'loadstart', 'seeking', 'play']) node.addEventListener(name, () => this.#wait(node));
    for (const name of ['loadedmetadata', 'canplay', 'playing', 'seeked', 'pause']) node.addEventListener(name, () => this.#goesOn(node));
  }

  close() {
    clearTimeout(this.waiting);
    clearTimeout(this.passing);
    this.node = null;
  }

  tell(name, { again = false } = {}) {
    clearTimeout(this.passing);
    this.name = name;
    this.words.textContent = this.say(name);
    this.button.hidden = !again;
    this.element.hidden = false;
    this.told(this.words.textContent);
  }

  // Said for a moment, unless there is something graver to say.
  pass(name) {
    if (!this.element.hidden && !this.passing) return;
    this.tell(name);
    this.passing = setTimeout(() => this.clear(), PASSING_MS);
  }

  clear() {
    clearTimeout(this.passing);
    this.passing = null;
    this.name = null;
    this.element.hidden = true;
  }

  #wait(node) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      const stands = node.readyState < HTMLMediaElement.HAVE_METADATA || (!node.paused && node.readyState < HTMLMediaElement.HAVE_FUTURE_DATA);
      if (node === this.node && stands && !node.error) this.tell('media_slow', { again: true });
    }, PATIENCE_MS);
  }

  #goesOn(node) {
    if (node !== this.node || node.error) return;
    clearTimeout(this.waiting);
    if (['media_slow', 'media_blocked'].includes(this.name)) this.clear();
  }

  async #failed(node, one) {
    clearTimeout(this.waiting);
    if (node !== this.node) return;
    const name = await this.#reason(node.error?.code, one.url);
    if (node === this.node) this.tell(name, { again: true });
  }

  // The element only says that it failed: the server is asked why.
  async #reason(code, url) {
    const status = await fetch(url, { method: 'HEAD', credentials: 'same-origin' }).then(answer => answer.status, () => 0);
    if (status === 0 || status >= 500) return 'media_no_server';
    if (status === 401) return 'media_signed_out';
    if (status !== 200) return 'media_missing';
    return code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED ? 'media_unplayable' : 'media_broken';
  }
}
