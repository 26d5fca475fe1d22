// How many cells have to be answered and how many are, and where what persists changes: kept row by row, so that a key
// press costs one row and not the conversation.

import { chainOf, place } from './answers.js';

export class Counts {
  constructor(sheet) {
    this.sheet = sheet;
    this.chains = new Map(); // of what persists: its cells that are answered, in the order of turns
    this.needed = 0;
    this.done = 0;
    this.answers = 0;
  }

  // The cells of a chain that are answered, in the order of turns.
  changes(chain) {
    return this.chains.get(chain) ?? [];
  }

  // Everything anew.
  again() {
    this.#findChanges();
    this.#recount();
  }

  // After an answer in this cell.
  changed(cell) {
    const { sheet } = this;
    if (cell.field.persists) {
      const chain = chainOf(cell);
      if (!this.chains.has(chain)) this.chains.set(chain, []);
      place(this.chains.get(chain), cell, sheet.answer(cell) !== null);
    }
    if (!cell.row.turn && sheet.reaches(cell)) this.#recount();
    else for (const row of this.#touched(cell)) this.#recountRow(row);
  }

  #recount() {
    this.needed = 0;
    this.done = 0;
    this.answers = 0;
    for (const row of this.sheet.rows) this.#count(row, 1);
  }

  // The rows whose counts an answer in a turn can change: its own; and those after it, where it is the first of what
  // persists there, or where conditions ask about it.
  #touched(cell) {
    const { sheet } = this;
    if (!cell.field.persists || !cell.row.turn) return [cell.row];
    const isFelt = sheet.asksAbout.has(cell.field.id) || sheet.live.carried(cell) === null;
    return isFelt ? sheet.rows.slice(cell.row.index) : [cell.row];
  }

  #recountRow(row) {
    const { needed, done, answers } = row;
    this.#count(row, 0);
    this.needed += row.needed - needed;
    this.done += row.done - done;
    this.answers += row.answers - answers;
  }

  #count(row, share) {
    const { sheet } = this;
    row.needed = 0;
    row.done = 0;
    row.answers = 0;
    for (const cell of row.cells) {
      if (sheet.answer(cell) !== null) row.answers += 1;
      if (!sheet.needs(cell)) continue;
      row.needed += 1;
      if (sheet.isDone(cell)) row.done += 1;
    }
    this.needed += share * row.needed;
    this.done += share * row.done;
    this.answers += share * row.answers;
  }

  #findChanges() {
    const { sheet } = this;
    this.chains = new Map();
    if (!sheet.fields.some(field => field.persists)) return;
    for (const row of sheet.rows) {
      for (const cell of row.cells) {
        if (!cell.field.persists || !row.turn || sheet.answer(cell) === null) continue;
        const chain = chainOf(cell);
        if (this.chains.has(chain)) this.chains.get(chain).push(cell);
        else this.chains.set(chain, [cell]);
      }
    }
  }
}
