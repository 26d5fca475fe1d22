// The list of keys, made from the scheme: what stands here is what the keys do.

import { fill, h } from './dom.js';
import { kindOf } from './fields/index.js';
import { FILTER_OVER, tokensFor } from './keys.js';
import { askedOf, headingOf } from './naming.js';
import { labelOf } from './words.js';

const MOVES = [
  ['J  ↓ · K  ↑', 'key_turns', 'jk'],
  ['Tab · Shift Tab', 'key_fields'],
  ['← · →', 'key_options'],
  ['Enter · Space', 'key_take'],
  ['1 – 9', 'key_digits'],
  ['0', 'key_none'],
  ['−', 'key_cannot_tell'],
  ['Delete', 'key_clear'],
  ['N', 'key_next', 'n'],
  ['O', 'key_nobody_else', 'o'],
  ['=', 'key_take_all'],
  ['+', 'key_add_person'],
  ['U  Ctrl Z', 'key_undo', 'u'],
  ['Ctrl Y', 'key_redo'],
  ['G', 'key_guidelines', 'g'],
  ['A', 'key_auto', 'a'],
  ['S', 'key_submit', 's'],
  ['Home · End', 'key_ends'],
  ['PgUp · PgDn', 'key_pages'],
  ['Esc, Tab', 'key_leave'],
  ['?', 'key_help'],
];

export class Help {
  constructor({ say, language, closed }) {
    Object.assign(this, { say, language, closed });
    this.element = h('div', { class: 'help', role: 'dialog', 'aria-modal': 'true', 'aria-label': say('keys_title'), tabindex: '-1', hidden: true });
    this.element.addEventListener('keydown', event => {
      if (event.key === 'Tab') event.preventDefault();
      if (['Escape', 'Enter', '?'].includes(event.key)) this.close();
    });
  }

  open(sheet, claimed) {
    const close = h('button', { type: 'button', class: 'small', onclick: () => this.close() }, this.say('close'));
    fill(
      this.element,
      h(
        'div',
        { class: 'sheet' },
        h('div', { class: 'help-head' }, h('h3', {}, this.say('keys_title')), close),
        h('div', { class: 'help-body' }, this.#commands(claimed), ...sheet.fields.map(field => this.#field(sheet, field))),
      ),
    );
    this.element.hidden = false;
    this.element.focus({ preventScroll: true });
  }

  close() {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.closed();
  }

  #commands(claimed) {
    const rows = MOVES.map(([keys, word, letters = '']) => [[...letters].some(letter => claimed.has(letter)) ? `, ${keys}` : keys, this.say(word)]);
    return h('section', {}, h('h4', {}, this.say('keys_commands')), table(rows), claimed.size ? h('p', { class: 'hint' }, this.say('key_leader')) : null);
  }

  #field(sheet, field) {
    const kind = kindOf(field);
    const entries = kind.entries(field, { dialogue: sheet.dialogue, turn: null, cell: null, sheet });
    const tokens = tokensFor(field, entries);
    const rows = entries.slice(0, 24).map(entry => {
      const keys = [...tokens].filter(([, other]) => other === entry).map(([token]) => token.toUpperCase());
      return [keys.join('  ') || '·', labelOf(entry, this.language)];
    });
    for (const [keys, word] of kind.keysHelp?.(field) ?? []) rows.push([keys, this.say(word)]);
    const note = kind.editor ? 'write' : entries.length > FILTER_OVER ? 'filter' : null;
    return h('section', {}, h('h4', {}, [headingOf(field, this.language), askedOf(field, this.language)].filter(Boolean).join(' · ')), note && h('p', { class: 'hint' }, this.say(note)), table(rows));
  }
}

const table = rows => h('table', {}, h('tbody', {}, rows.map(([keys, words]) => h('tr', {}, h('th', { scope: 'row' }, h('kbd', {}, keys)), h('td', {}, words)))));
