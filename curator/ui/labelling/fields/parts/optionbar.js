// The options of one thing that is being labelled: buttons with their keys. Over ten of them are found by typing; where
// the scheme leaves the list open, what was typed can become an option.

import { fill, h, keepFocus } from '../../dom.js';
import { digitOf, isFound, tokensFor } from '../../keys.js';
import { labelOf } from '../../words.js';
import { kindOf } from '../index.js';
import { asLabel } from '../scale.js';

export class OptionBar {
  // pick(entry): an entry, or {id} of a word of one's own. many: several can hold at once.
  constructor({ say, language, name, multiple = false, row = false, pick }) {
    Object.assign(this, { say, language, multiple, pick });
    this.finding = h('div', { class: 'finding' });
    this.list = h('div', { class: `options${row ? ' points' : ''}`, role: multiple ? 'group' : 'radiogroup', 'aria-label': name });
    this.element = h('div', { class: 'optionbar' }, this.finding, this.list);
    this.filter = '';
    this.cursor = -1;
  }

  // chosen(entry) -> bool
  draw(field, entries, chosen) {
    Object.assign(this, { field, all: entries, isChosen: chosen });
    this.entries = this.#found();
    this.tokens = tokensFor(field, this.entries);
    this.cursor = Math.min(this.cursor, this.entries.length - 1);
    const marks = new Map();
    for (const [token, entry] of this.tokens) marks.set(entry, [...(marks.get(entry) || []), token].sort());
    this.finding.textContent = this.filter ? this.say('filter_is', { text: this.filter }) : isFound(field, entries) ? this.say(field.open ? 'item_open' : 'filter') : '';
    const groups = this.entries.flatMap((entry, i) => {
      const isNew = entry.group && entry.group !== this.entries[i - 1]?.group;
      const node = this.#option(entry, i, marks.get(entry) || []);
      return isNew ? [h('div', { class: 'group-name' }, entry.group), node] : [node];
    });
    fill(this.list, groups, this.#own(), this.#anchors(), !this.entries.length && !field.open && h('div', { class: 'hint' }, this.say('no_match')));
  }

  #found() {
    const wanted = fold(this.filter.trim());
    if (!wanted) return this.all;
    const kind = kindOf(this.field);
    if (kind?.typed) return kind.typed(this.filter, this.field);
    const names = new Map(this.all.map(entry => [entry, fold(labelOf(entry, this.language))]));
    const begins = this.all.filter(entry => names.get(entry).split(/\s+/).some(word => word.startsWith(wanted)));
    return [...begins, ...this.all.filter(entry => !begins.includes(entry) && names.get(entry).includes(wanted))];
  }

  #option(entry, i, keys) {
    const [name, isChosen] = [labelOf(entry, this.language), this.isChosen(entry)];
    const anchor = entry.anchor ? labelOf({ id: '', label: asLabel(entry.anchor) }, this.language) : '';
    const isPoint = entry.point !== undefined;
    return h(
      'button',
      {
        type: 'button',
        class: ['option', isChosen && 'chosen', i === this.cursor && 'at'].filter(Boolean).join(' '),
        role: this.multiple ? 'checkbox' : 'radio',
        tabindex: '-1',
        'aria-checked': String(isChosen),
        'aria-label': anchor ? `${name}, ${anchor}` : name,
        'data-option': entry.id,
        title: anchor || entry.definition || undefined,
        style: entry.colour ? { '--option': entry.colour } : {},
        onmousedown: keepFocus,
        onclick: () => this.#take(entry),
      },
      !isPoint && h('span', { class: 'marks', 'aria-hidden': 'true' }, keys.map(key => h('kbd', {}, key))),
      h('span', { class: 'name' }, h('bdi', {}, name), entry.note ? h('span', { class: 'role' }, entry.note) : null),
      !isPoint && h('span', { class: 'tick', 'aria-hidden': 'true' }, isChosen ? '✓' : ''),
    );
  }

  // A word of one's own, where none of the list is meant.
  #own() {
    const word = this.filter.trim();
    if (!this.field.open || !word || this.entries.some(entry => labelOf(entry, this.language) === word)) return null;
    const take = () => this.#take({ id: word, label: {} });
    return h('button', { type: 'button', class: 'option', tabindex: '-1', 'data-option': word, onmousedown: keepFocus, onclick: take }, h('span', { class: 'name' }, this.say('item_own', { word })));
  }

  #anchors() {
    const named = this.entries.filter(entry => entry.anchor);
    if (!named.length) return null;
    const text = entry => labelOf({ id: '', label: asLabel(entry.anchor) }, this.language);
    return h('div', { class: 'anchors' }, named.map(entry => h('span', {}, h('b', {}, entry.id), ` ${text(entry)}`)));
  }

  #take(entry) {
    this.clear();
    this.pick(entry);
  }

  clear() {
    this.filter = '';
    this.cursor = -1;
  }

  // Returns whether the key was meant for the options. arrows: Left and Right walk them.
  key(event, { arrows = true } = {}) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.field) return false;
    if (this.#typing(event)) return true;
    const token = digitOf(event) !== null && !event.shiftKey ? digitOf(event) : event.key.toLowerCase();
    if (this.tokens.has(token)) {
      this.#take(this.tokens.get(token));
      return true;
    }
    if (arrows && (event.key === 'ArrowRight' || event.key === 'ArrowLeft') && !event.shiftKey && this.entries.length) {
      const way = event.key === 'ArrowRight' ? 1 : -1;
      this.cursor = this.cursor < 0 ? (way > 0 ? 0 : this.entries.length - 1) : (this.cursor + way + this.entries.length) % this.entries.length;
      this.#again();
      return true;
    }
    if ((event.key === 'Enter' || event.key === ' ') && this.cursor >= 0) {
      this.#take(this.entries[this.cursor]);
      return true;
    }
    return false;
  }

  #typing(event) {
    const kind = kindOf(this.field);
    if (!isFound(this.field, this.all)) return false;
    if (event.key === 'Backspace' && this.filter) return this.#find([...this.filter].slice(0, -1).join(''));
    if (event.key === 'Escape' && this.filter) return this.#find('');
    if (event.key === 'Enter' && this.filter) {
      const exact = this.entries.find(entry => fold(labelOf(entry, this.language)) === fold(this.filter.trim()));
      const found = exact || (this.field.open ? null : this.entries[0]);
      if (found) this.#take(found);
      else if (this.field.open) this.#take({ id: this.filter.trim(), label: {} });
      return true;
    }
    if (kind?.typed) {
      if (!/^[\d.]$/.test(event.key) && !(event.key === '-' && !this.filter)) return false;
      this.#find(this.filter + event.key);
      if (this.entries.length === 1) this.#take(this.entries[0]);
      return true;
    }
    const isLetter = /^[\p{L}\p{M}’'/&-]$/u.test(event.key) && !(event.key === '-' && !this.filter);
    if (isLetter && !(this.filter === '' && this.tokens.has(event.key.toLowerCase()))) return this.#find(this.filter + event.key);
    return event.key === ' ' && this.filter ? this.#find(`${this.filter} `) : false;
  }

  #find(text) {
    this.filter = text;
    this.cursor = -1;
    this.#again();
    return true;
  }

  #again() {
    this.draw(this.field, this.all, this.isChosen);
  }
}

const fold = text => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
