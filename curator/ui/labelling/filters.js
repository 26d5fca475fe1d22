// Which turns are shown: all, those with something left to answer, those flagged or commented on, those of one speaker. What
// is shown stays until the filter changes, so that an answer takes no turn away from under the cursor; the turn before
// each stays in sight as its context.

import { fill, h } from './dom.js';

const WHAT = {
  all: () => true,
  unlabelled: (sheet, row) => sheet.asked(row).some(cell => sheet.isOpen(cell) || sheet.isMissing(cell)),
  flagged: (sheet, row) => sheet.notes.some(note => note.kind === 'flag' && note.turn === (row.turn?.id ?? '')),
  commented: (sheet, row) => sheet.notes.some(note => note.kind === 'comment' && note.turn === (row.turn?.id ?? '')),
};

export class Filters {
  // acts: {sheet(), changed(hidden: Set of row indexes, context: Set), closed()}
  constructor({ say, acts }) {
    Object.assign(this, { say, acts });
    const option = what => h('option', { value: what }, say(`filter_${what}`));
    this.what = h('select', { class: 'pick', 'aria-label': say('filter_what'), onchange: () => this.apply() }, Object.keys(WHAT).map(option));
    this.who = h('select', { class: 'pick', 'aria-label': say('filter_who'), onchange: () => this.apply() });
    this.count = h('span', { class: 'hint', role: 'status' });
    this.element = h('div', { class: 'filters', onkeydown: event => this.#key(event) }, this.what, this.who, this.count);
  }

  focus() {
    this.what.focus({ preventScroll: true });
  }

  // A new conversation: everything is shown.
  open(sheet) {
    const speakers = new Set(sheet.rows.flatMap(row => row.turn?.speakers ?? []));
    const names = [...speakers].map(id => h('option', { value: id }, sheet.names.get(id) || id));
    fill(this.who, h('option', { value: '' }, this.say('filter_everybody')), names);
    this.what.value = 'all';
    this.who.value = '';
    this.count.textContent = '';
  }

  apply() {
    const sheet = this.acts.sheet();
    const passes = row => WHAT[this.what.value](sheet, row) && (!this.who.value || row.turn?.speakers.includes(this.who.value));
    const isOff = this.what.value === 'all' && !this.who.value;
    const shown = new Set(sheet.rows.filter(row => isOff || passes(row)).map(row => row.index));
    const context = new Set(isOff ? [] : [...shown].map(index => index - 1).filter(index => index >= 0 && !shown.has(index)));
    const hidden = sheet.rows.map(row => row.index).filter(index => !shown.has(index));
    this.count.textContent = isOff ? '' : this.say('filter_count', { n: shown.size, of: sheet.rows.length });
    this.acts.changed(new Set(hidden), context);
  }

  // The keys of the lists are the browser's; Esc and Enter go back to the question.
  #key(event) {
    event.stopPropagation();
    if (event.key !== 'Escape' && event.key !== 'Enter') return;
    event.preventDefault();
    this.acts.closed();
  }
}
