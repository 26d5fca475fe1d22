// Where the two cursors (row and cell) go: from turn to turn, from question to question, on to the next open one.

import { kindOf } from './fields/index.js';
import { nextOpen } from './nextopen.js';

export class Walking {
  constructor(desk) {
    this.desk = desk;
  }

  // Where a conversation begins: at the first question that needs an answer.
  start() {
    const { sheet } = this.desk;
    const first = [...sheet.cells()].find(cell => sheet.isMissing(cell));
    if (first) return [first.row, first];
    const row = sheet.rows.find(one => sheet.asked(one).length) || sheet.rows[0];
    return [row, this.landing(row)];
  }

  // The question at which a row is entered.
  landing(row) {
    const { sheet } = this.desk;
    const asked = sheet.asked(row);
    return asked.find(cell => sheet.isMissing(cell)) || asked[0] || null;
  }

  step(count) {
    const { desk } = this;
    const { rows, hidden } = desk.sheet;
    const shown = hidden.size ? rows.filter(row => row === desk.row || !hidden.has(row.index)) : rows;
    const at = hidden.size ? shown.indexOf(desk.row) : desk.row.index;
    const row = shown[Math.min(Math.max(at + count, 0), shown.length - 1)];
    desk.go(row, this.landing(row));
  }

  // To the question beside, in this row or the next that has one.
  walk(way) {
    const { desk } = this;
    const beside = desk.cell && this.#beside(way);
    if (beside) {
      desk.go(desk.row, beside);
    } else {
      const row = this.#rowWithQuestions(way);
      if (!row) return;
      const cells = desk.sheet.asked(row);
      desk.go(row, way > 0 ? cells[0] : cells.at(-1));
    }
    if (desk.field && kindOf(desk.field).editor) desk.write();
  }

  mayWalk(way) {
    return Boolean(this.#beside(way) || this.#rowWithQuestions(way));
  }

  #beside(way) {
    const asked = this.desk.sheet.asked(this.desk.row);
    return asked[asked.indexOf(this.desk.cell) + way];
  }

  #rowWithQuestions(way) {
    const { sheet, row } = this.desk;
    for (let at = row.index + way; at >= 0 && at < sheet.rows.length; at += way) {
      if (!sheet.hidden.has(at) && sheet.asked(sheet.rows[at]).length) return sheet.rows[at];
    }
    return null;
  }

  nextOpen() {
    const { sheet, row, cell } = this.desk;
    return this.#goTo(nextOpen(sheet, row, cell, { around: true, needed: true }));
  }

  // On to the next open question; what a rule says about this row comes first. Returns whether the cursor moved.
  goOn() {
    const { sheet, row, cell } = this.desk;
    const next = nextOpen(sheet, row, cell);
    if (next?.row !== row && this.#asksFirst()) return false;
    return this.#goTo(next) || (sheet.needed > sheet.done && this.nextOpen());
  }

  #asksFirst() {
    const { desk } = this;
    const { rules } = desk.sheet;
    const broken = rules.brokenIn(desk.row).filter(one => !rules.confirmed.has(one.key));
    if (!broken.length) return false;
    desk.asking = broken;
    desk.status.announce(broken.map(one => one.rule.say).join(' '));
    desk.drawQuestion();
    return true;
  }

  // What a rule asks about is meant so.
  confirmRules() {
    const { desk } = this;
    desk.sheet.rules.confirm(desk.asking ?? []);
    desk.asking = null;
    if (!this.goOn()) desk.drawQuestion();
  }

  // Returns whether there was anywhere to go.
  #goTo(cell) {
    const { desk } = this;
    if (cell) desk.go(cell.row, cell);
    else desk.status.announce(desk.say('all_answered'));
    return Boolean(cell);
  }
}
