// The option cursor (arrow keys), and finding one of many options by typing a part of its name.

import { kindOf } from './fields/index.js';
import { isFound } from './keys.js';

export class Finder {
  // desk: {sheet, cell, question}
  constructor(desk) {
    this.desk = desk;
    this.clear();
  }

  clear() {
    this.filter = '';
    this.cursor = -1;
  }

  entries(filter = this.filter) {
    const { sheet, cell, question } = this.desk;
    return cell ? question.entriesFor(sheet, cell, filter) : [];
  }

  get pointed() {
    return this.entries()[this.cursor] || null;
  }

  // Whether there are too many options for a key each, or any word may be one.
  get many() {
    return Boolean(this.desk.field) && isFound(this.desk.field, this.entries(''));
  }

  // Moves the cursor, round and round, from the chosen option where it was nowhere. Returns the option or null.
  move(way) {
    const { sheet, cell } = this.desk;
    const entries = this.entries();
    if (!entries.length) return null;
    const chosen = entries.findIndex(entry => kindOf(cell.field).chosen(sheet.label(cell), entry));
    const start = chosen < 0 && way < 0 ? entries.length : chosen;
    const from = this.cursor >= 0 ? this.cursor : start;
    this.cursor = (from + way + entries.length) % entries.length;
    return entries[this.cursor];
  }

  // Returns the option that is meant without doubt (the only point of a scale that begins so), or null.
  find(text) {
    this.filter = text;
    const entries = this.entries();
    this.cursor = text && entries.length ? 0 : -1;
    return text && kindOf(this.desk.field).typed && entries.length === 1 ? entries[0] : null;
  }
}
