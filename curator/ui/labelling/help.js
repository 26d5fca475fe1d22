// The list of keys, made from the scheme: what stands here is what the keys do.

import { fill, h } from './dom.js';
import { kindOf } from './fields/index.js';
import { isFound, letterFor, tokensFor } from './keys.js';
import { askedOf, headingOf } from './naming.js';
import { labelOf } from './words.js';

// What is pressed ({command} stands for the command's letter), what it does.
const MOVES = [
  ['{next}  ↓ · {previous}  ↑', 'key_turns'],
  ['Tab · Shift Tab', 'key_fields'],
  ['← · →', 'key_options'],
  ['Enter · Space', 'key_take'],
  ['1 – 9', 'key_digits'],
  ['0 · ⇧0', 'key_none'],
  ['− · ⇧−', 'key_cannot_tell'],
  ['Delete', 'key_clear'],
  ['{repeat}', 'key_repeat'],
  ['{next_open}', 'key_next'],
  ['{nobody_else}', 'key_nobody_else'],
  ['=', 'key_take_all'],
  ['+', 'key_add_person'],
  ['{undo}  Ctrl Z', 'key_undo'],
  ['Ctrl Y  Ctrl Shift Z', 'key_redo'],
  ['/', 'key_search'],
  ['{filters}', 'key_filters'],
  ['{comment}', 'key_comment'],
  ['{flag}', 'key_flag'],
  ['{conversations}', 'key_conversations'],
  ['{skip}', 'key_skip'],
  ['{guidelines}', 'key_guidelines'],
  ['{auto}', 'key_auto'],
  ['{submit}', 'key_submit'],
  ['Home · End', 'key_ends'],
  ['PgUp · PgDn', 'key_pages'],
  ['Esc, Tab', 'key_leave'],
  ['?', 'key_help'],
];

export class Help {
  constructor({ say, language, closed, bindings }) {
    Object.assign(this, { say, language, closed, bindings });
    this.element = h('div', { class: 'help', role: 'dialog', 'aria-modal': 'true', 'aria-label': say('keys_title'), tabindex: '-1', hidden: true });
    this.element.addEventListener('keydown', event => {
      const isButton = event.composedPath()[0].matches('button');
      if (event.key === 'Tab') this.#walk(event);
      if (['Escape', '?'].includes(event.key) || (event.key === 'Enter' && !isButton)) this.close();
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

  remap() {
    this.element.hidden = true;
    this.bindings();
  }

  close() {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.closed();
  }

  // Tab goes round among its buttons.
  #walk(event) {
    const buttons = [...this.element.querySelectorAll('button')];
    const at = buttons.indexOf(event.composedPath()[0]);
    event.preventDefault();
    buttons.at((at + (event.shiftKey ? -1 : 1)) % buttons.length).focus();
  }

  #commands(claimed) {
    const shown = (_, command) => (claimed.has(letterFor(command)) ? ', ' : '') + letterFor(command).toUpperCase();
    const rows = MOVES.map(([keys, word]) => [keys.replace(/\{(\w+)\}/g, shown), this.say(word)]);
    const own = h('button', { type: 'button', class: 'small', onclick: () => this.remap() }, this.say('remap'));
    return h('section', {}, h('h4', {}, this.say('keys_commands')), table(rows), own, claimed.size ? h('p', { class: 'hint' }, this.say('key_leader')) : null);
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
    const note = kind.editor ? 'write' : isFound(field, entries) ? 'filter' : null;
    return h('section', {}, h('h4', {}, [headingOf(field, this.language), askedOf(field, this.language)].filter(Boolean).join(' · ')), note && h('p', { class: 'hint' }, this.say(note)), table(rows));
  }
}

const table = rows => h('table', {}, h('tbody', {}, rows.map(([keys, words]) => h('tr', {}, h('th', { scope: 'row' }, h('kbd', {}, keys)), h('td', {}, words)))));
