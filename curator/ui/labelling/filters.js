// Which turns are shown: all, those with something left to answer, those flagged or commented on, those of one speaker. What
// is shown stays until the filter changes, so that an answer takes no turn away from under the cursor; the turn before
// each stays in sight as its context. The choice holds for the conversations that follow, per account and task.

import { fill, h } from './dom.js';
import * as storage from './storage.js';

const WHAT = {
  all: () => true,
  unlabelled: (sheet, row) => sheet.asked(row).some(cell => sheet.isOpen(cell) || sheet.isMissing(cell)),
  flagged: (sheet, row) => sheet.notes.some(note => note.kind === 'flag' && note.turn === (row.turn?.id ?? '')),
  commented: (sheet, row) => sheet.notes.some(note => note.kind === 'comment' && note.turn === (row.turn?.id ?? '')),
};

export class Filters {
  // acts: {sheet(), changed(hidden: Set of row indexes, context: Set), nothing(), closed()}
  constructor({ say, session: { workspace, person, project, task }, acts }) {
    Object.assign(this, { say, acts });
    this.name = `curator/filter/${workspace}/${person}/${project}/${task}`;
    const option = what => h('option', { value: what }, say(`filter_${what}`));
    this.what = h('select', { class: 'pick', 'aria-label': say('filter_what'), onchange: () => this.#choose() }, Object.keys(WHAT).map(option));
    this.who = h('select', { class: 'pick', 'aria-label': say('filter_who'), onchange: () => this.#choose() });
    this.count = h('span', { class: 'hint', role: 'status' });
    this.element = h('div', { class: 'filters', onkeydown: event => this.#key(event) }, this.what, this.who, this.count);
  }

  focus() {
    this.what.focus({ preventScroll: true });
  }

  // A new conversation: the same is shown as in the one before, where there is anything.
  open(sheet) {
    const speakers = new Set(sheet.rows.flatMap(row => row.turn?.speakers ?? []));
    const names = [...speakers].map(id => h('option', { value: id }, sheet.names.get(id) || id));
    fill(this.who, h('option', { value: '' }, this.say('filter_everybody')), names);
    const { what = 'all', who = null } = storage.read(this.name, {});
    this.what.value = what in WHAT ? what : 'all';
    this.who.value = speakerLike(who, speakers, sheet);
    this.count.textContent = '';
    if (this.#isOff) return;
    if (this.#shown(sheet).size) {
      this.#apply(sheet);
    } else {
      this.what.value = 'all';
      this.who.value = '';
      this.acts.nothing();
    }
  }

  get #isOff() {
    return this.what.value === 'all' && !this.who.value;
  }

  #choose() {
    const sheet = this.acts.sheet();
    const id = this.who.value;
    storage.write(this.name, { what: this.what.value, who: id ? { id, role: sheet.roles.get(id) ?? null } : null });
    this.#apply(sheet);
  }

  // Indexes of the rows that pass.
  #shown(sheet) {
    const passes = row => WHAT[this.what.value](sheet, row) && (!this.who.value || row.turn?.speakers.includes(this.who.value));
    return new Set(sheet.rows.filter(row => this.#isOff || passes(row)).map(row => row.index));
  }

  #apply(sheet) {
    const isOff = this.#isOff;
    const shown = this.#shown(sheet);
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

// Who is meant in another conversation: the same id, else the only one in the same role, else everybody ('').
function speakerLike(who, speakers, sheet) {
  if (!who) return '';
  if (speakers.has(who.id)) return who.id;
  const alike = who.role ? [...speakers].filter(id => sheet.roles.get(id) === who.role) : [];
  return alike.length === 1 ? alike[0] : '';
}
