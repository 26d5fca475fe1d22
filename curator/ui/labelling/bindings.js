// A person's own letters for the commands, kept in this browser.

import { fill, h } from './dom.js';
import { bind, COMMANDS, letterFor } from './keys.js';
import { MEDIA_KEYS } from './media/keys.js';
import * as storage from './storage.js';

export class Bindings {
  // parts: {say, dialog, session, sheet(), changed()}
  constructor(parts) {
    Object.assign(this, parts);
    this.name = `curator/keys/${this.session.workspace}/${this.session.person}`;
    bind(storage.read(this.name, {}));
  }

  open() {
    this.asked = null;
    this.last = null;
    this.list = h('table', {}, h('tbody'));
    this.told = h('p', { class: 'hint', role: 'status' }, this.say('remap_hint'));
    const back = h('button', { type: 'button', class: 'small', onclick: () => this.#keep({}) }, this.say('remap_reset'));
    this.dialog.open(this.say('remap'), h('div', { class: 'form', onkeydown: event => this.#key(event) }, this.told, this.list, back), { small: true });
    this.#draw();
  }

  #draw() {
    const rows = Object.keys(COMMANDS).map(command => {
      const props = { type: 'button', class: 'small', 'data-remap': command, 'aria-pressed': String(this.asked === command), onclick: () => this.#ask(command) };
      return h('tr', {}, h('th', { scope: 'row' }, this.say(wordOf(command))), h('td', {}, h('button', props, h('kbd', {}, this.asked === command ? '…' : letterFor(command)))));
    });
    fill(this.list.firstChild, rows);
    this.list.querySelector(`[data-remap="${this.last}"]`)?.focus(); // what had the keyboard was drawn anew
  }

  #ask(command) {
    this.asked = command;
    this.last = command;
    this.told.textContent = this.say('remap_press', { name: this.say(wordOf(command)) });
    this.#draw();
  }

  #key(event) {
    if (!this.asked || !/^[a-z]$/i.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const letter = event.key.toLowerCase();
    const other = Object.keys(COMMANDS).find(command => command !== this.asked && letterFor(command) === letter);
    if (other) {
      this.told.textContent = this.say('remap_taken', { key: letter.toUpperCase(), name: this.say(wordOf(other)) });
      return;
    }
    if (letter in MEDIA_KEYS) {
      this.told.textContent = this.say('remap_media', { key: letter.toUpperCase() });
      return;
    }
    const own = { ...storage.read(this.name, {}), [this.asked]: letter };
    const isOptions = this.sheet()?.fields.some(field => field.options.some(option => (option.key || '').toLowerCase() === letter));
    this.asked = null;
    this.#keep(own);
    if (isOptions) this.told.textContent = this.say('remap_option', { key: letter.toUpperCase() });
  }

  #keep(own) {
    storage.write(this.name, own);
    bind(own);
    this.told.textContent = this.say('remap_done');
    this.changed();
    this.#draw();
  }
}

const WORDS = { next: 'command_next', previous: 'command_previous', next_open: 'key_next' };

export const wordOf = command => WORDS[command] ?? `key_${command}`;
