// One person at one conversation: two cursors (row and cell), where they go, and what a key does there. What changes
// answers is in answering.js.

import { Answering } from './answering.js';
import { kindOf } from './fields/index.js';
import { Finder } from './finder.js';
import { gridOf, stepIn } from './grid.js';
import { Host } from './host.js';
import { claimedBy, digitOf, letterFor, meaningOf, tokensFor } from './keys.js';
import { cellName, shortRowName } from './naming.js';
import { habit } from './place.js';
import { mayAdd } from './question.js';
import { contextOf } from './summary.js';
import { labelOf } from './words.js';

const PAGE = 5;
const WAYS = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

export class Desk {
  // parts: {say, language, rows, question, panel, status, submit, help, outbox, clock, place, changed(), added(name)}
  constructor(parts) {
    Object.assign(this, parts);
    this.finder = new Finder(this);
    this.host = new Host(this);
    this.answering = new Answering(this);
    this.auto = habit.get('auto', true);
    this.guidelines = habit.get('guidelines', false);
    this.media = null; // the page's place for recordings, once a conversation has one
    this.follow = null; // the small question that stands below an answer
    this.asking = null; // rules that are broken here and want a word before going on
    this.acts = this.#acts();
  }

  #acts() {
    const { answering } = this;
    return {
      next: () => this.step(1),
      previous: () => this.step(-1),
      page_next: () => this.step(PAGE),
      page_previous: () => this.step(-PAGE),
      first: () => this.step(-Infinity),
      last: () => this.step(Infinity),
      field_next: () => this.walk(1),
      field_previous: () => this.walk(-1),
      option_next: () => this.point(1),
      option_previous: () => this.point(-1),
      pick: ({ entry }) => this.pick(entry),
      follow: ({ entry }) => entry.take(),
      take: () => this.take(),
      toggle: () => this.toggle(),
      none: () => answering.beside('none'),
      cannot_tell: () => answering.beside('cannot_tell'),
      nobody_else: () => answering.nobodyElse(),
      take_all: () => answering.takeAll(),
      add_person: () => this.addPerson(),
      clear: () => answering.clear(),
      undo: () => answering.undo(),
      redo: () => answering.redo(),
      next_open: () => this.nextOpen(),
      filter: ({ text }) => this.find(text),
      leader: () => this.lead(),
      auto: () => this.setAuto(!this.auto),
      guidelines: () => this.setGuidelines(!this.guidelines),
      submit: () => this.submit.press(),
      help: () => this.help.open(this.sheet, this.claimed),
      escape: () => this.escape(),
    };
  }

  // Starts on a sheet: where the person was, else at the first open question.
  open(sheet, where) {
    this.host.leave();
    this.sheet = sheet;
    this.claimed = claimedBy(sheet.fields, { media: Boolean(sheet.dialogue.media?.length) });
    const row = where ? this.#rowOf(where) : null;
    const cell = row?.walk.find(one => one.key === where.cell && sheet.applies(one));
    if (row) [this.row, this.cell] = [row, cell || this.#landing(row)];
    else [this.row, this.cell] = this.#start();
    this.#forget();
    this.submit.reset();
    this.rows.show(sheet.rows, { current: this.row.index, top: row ? where.top : null });
    this.panel.show(this.guidelines, sheet.payload.guidelines);
    this.media?.setTurn(this.row.turn?.id ?? null);
    this.clock.restart();
    this.drawQuestion();
  }

  #rowOf({ turn, group }) {
    return turn ? (this.sheet.byTurn.get(turn) ?? null) : this.sheet.rowOfGroup(group ?? 'dialogue');
  }

  #start() {
    const first = [...this.sheet.cells()].find(cell => this.sheet.isMissing(cell));
    if (first) return [first.row, first];
    const row = this.sheet.rows.find(one => this.sheet.asked(one).length) || this.sheet.rows[0];
    return [row, this.#landing(row)];
  }

  #landing(row) {
    const asked = this.sheet.asked(row);
    return asked.find(cell => this.sheet.isMissing(cell)) || asked[0] || null;
  }

  get field() {
    return this.cell?.field ?? null;
  }

  get view() {
    const sending = this.outbox.state === 'idle' || this.outbox.state === 'sending' ? 'sending' : 'kept';
    return { say: this.say, language: this.language, sending, current: this, go: (row, cell, event) => this.clickOn(row, cell, event) };
  }

  nameOf(thing) {
    return labelOf(thing, this.language);
  }

  // --- keys ---------------------------------------------------------------------------------------------------------
  // Returns whether the key meant something here.
  key(event) {
    if (event.isComposing || event.key === 'Process' || !this.sheet) return false;
    if (!this.leader && !event.repeat && this.#followKey(event)) return true;
    if (!this.leader && this.host.key(event)) return true;
    if (this.#gridKey(event)) return true;
    const meaning = this.#meaningOf(event);
    if (!meaning) return false;
    if (this.leader) this.#endLead();
    if (meaning.name.startsWith('field_') && !this.#mayWalk(meaning.name === 'field_next' ? 1 : -1)) return false;
    // A key held down walks; it does not answer or take back again and again.
    if (event.repeat && !/next|previous|filter|media/.test(meaning.name)) return true;
    if (meaning.name === 'next_open' && event.repeat) return true;
    if (this.acts[meaning.name]) this.acts[meaning.name](meaning);
    else this.media?.act(meaning.name);
    return true;
  }

  #meaningOf(event) {
    const { finder, field, leader, claimed } = this;
    const { filter, many } = finder;
    const tokens = field ? tokensFor(field, finder.entries()) : new Map();
    return meaningOf(event, { field, many, tokens, filter, leader, claimed, media: Boolean(this.media?.recording) });
  }

  // While a small question stands below the answer, digits answer it; any other key lets it be.
  #followKey(event) {
    if (!this.follow?.active || event.ctrlKey || event.metaKey || event.altKey) return false;
    const digit = digitOf(event);
    const entry = digit && this.follow.entries.find(one => one.key === digit);
    if (entry) {
      entry.take();
      return true;
    }
    const { goOn } = this.follow;
    if (!['Enter', 'Escape', 'Tab', 'ArrowDown', 'ArrowUp'].includes(event.key)) return false;
    this.follow = null;
    if (event.key !== 'Enter' && event.key !== 'Escape') return false;
    if (event.key === 'Escape' || !goOn || !this.goOn()) this.drawQuestion();
    return true;
  }

  // In a table of people arrows go from place to place; at its edge they are what they always are.
  #gridKey(event) {
    const way = WAYS[event.key];
    if (!way || this.leader || this.finder.filter || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
    const grid = gridOf(this.sheet, this.cell);
    const beside = grid && stepIn(grid, this.cell, way);
    if (beside) this.go(this.row, beside);
    return Boolean(beside) || Boolean(grid && (way === 'left' || way === 'right'));
  }

  lead() {
    this.leader = true;
    this.status.announce(this.say('command'));
    this.changed();
  }

  #endLead() {
    this.leader = false;
    this.changed();
  }

  escape() {
    if (this.submit.cancel()) return;
    if (this.finder.filter || this.finder.cursor >= 0 || this.asking) {
      this.finder.clear();
      this.asking = null;
      this.drawQuestion();
    } else {
      this.leaving = true;
      this.status.announce(this.say('leave'));
    }
  }

  // Keys while somebody writes in the box. Returns whether the key was ours.
  boxKey(event) {
    if (event.isComposing) return false;
    const goes = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (event.key !== 'Escape' && event.key !== 'Tab' && !goes) return false;
    this.question.writing = false;
    this.saveText();
    if (event.key === 'Tab') this.walk(event.shiftKey ? -1 : 1);
    else if (goes) this.answering.asksBeforeLeaving() ? this.drawQuestion() : this.goOn();
    this.question.focus();
    return true;
  }

  // --- moving -------------------------------------------------------------------------------------------------------
  clickOn(row, cell, event = null) {
    if (row !== this.row && row.turn && !cell && this.host.surface?.clicked?.(row.turn.id)) return;
    const selected = event && row !== this.row ? this.rows.selectionIn(row) : null;
    this.go(row, cell || (row === this.row && this.cell) || this.#landing(row));
    if (selected) this.#handOver(row, selected);
    this.question.focus();
  }

  // A selection that was made in another turn begins a span there, where one is asked.
  #handOver(row, selected) {
    if (!this.host.surface?.selected) {
      const marking = this.sheet.asked(row).find(cell => kindOf(cell.field).marks && kindOf(cell.field).surface);
      if (marking) this.go(row, marking);
    }
    this.host.surface?.selected?.({ turn: row.turn.id, ...selected });
  }

  // To a row as a whole: at the question that was in focus if it is asked there too.
  goTo(row) {
    const same = this.cell && this.sheet.asked(row).find(one => one.field === this.cell.field);
    this.go(row, same || this.#landing(row));
  }

  go(row, cell) {
    if (row === this.row && cell === this.cell) return;
    this.saveText();
    if (row !== this.row) this.clock.restart();
    this.row = row;
    this.cell = cell;
    this.#forget();
    this.rows.go(row.index);
    this.media?.setTurn(row.turn?.id ?? null);
    this.drawQuestion();
    this.#remember();
    this.#tell();
  }

  step(count) {
    const { rows, hidden } = this.sheet;
    const shown = hidden.size ? rows.filter(row => row === this.row || !hidden.has(row.index)) : rows;
    const at = hidden.size ? shown.indexOf(this.row) : this.row.index;
    const row = shown[Math.min(Math.max(at + count, 0), shown.length - 1)];
    this.go(row, this.#landing(row));
  }

  walk(way) {
    const asked = this.sheet.asked(this.row);
    const beside = asked[asked.indexOf(this.cell) + way];
    if (beside && this.cell) {
      this.go(this.row, beside);
    } else {
      const row = this.#rowWithQuestions(way);
      if (!row) return;
      const cells = this.sheet.asked(row);
      this.go(row, way > 0 ? cells[0] : cells.at(-1));
    }
    if (this.field && kindOf(this.field).editor) this.write();
  }

  #rowWithQuestions(way) {
    for (let at = this.row.index + way; at >= 0 && at < this.sheet.rows.length; at += way) {
      if (!this.sheet.hidden.has(at) && this.sheet.asked(this.sheet.rows[at]).length) return this.sheet.rows[at];
    }
    return null;
  }

  // After Esc, and past the last question, Tab belongs to the browser: nobody is caught in here.
  #mayWalk(way) {
    if (this.leaving) {
      this.leaving = false;
      return false;
    }
    const asked = this.sheet.asked(this.row);
    return Boolean(asked[asked.indexOf(this.cell) + way] || this.#rowWithQuestions(way));
  }

  nextOpen() {
    return this.#goTo(this.sheet.nextOpen(this.row, this.cell, { around: true, needed: true }));
  }

  // On to the next open question; what a rule says about this row comes first. Returns whether the cursor moved.
  goOn() {
    const cell = this.sheet.nextOpen(this.row, this.cell);
    if (cell?.row !== this.row && this.#asksFirst()) return false;
    return this.#goTo(cell) || (this.sheet.needed > this.sheet.done && this.nextOpen());
  }

  #asksFirst() {
    const { rules } = this.sheet;
    const broken = rules.brokenIn(this.row).filter(one => !rules.confirmed.has(one.key));
    if (!broken.length) return false;
    this.asking = broken;
    this.status.announce(broken.map(one => one.rule.say).join(' '));
    this.drawQuestion();
    return true;
  }

  // It is meant so.
  confirmRules() {
    this.sheet.rules.confirm(this.asking ?? []);
    this.asking = null;
    if (!this.goOn()) this.drawQuestion();
  }

  // Returns whether there was anywhere to go.
  #goTo(cell) {
    if (cell) this.go(cell.row, cell);
    else this.status.announce(this.say('all_answered'));
    return Boolean(cell);
  }

  // --- answering ----------------------------------------------------------------------------------------------------
  pick(entry) {
    this.asking = null;
    this.answering.pick(entry);
  }

  // Enter: the option under the option cursor; without one what is proposed, or writing begins, or the next open question
  // comes.
  take() {
    const entry = this.finder.pointed;
    if (this.asking) this.confirmRules();
    else if (entry) this.pick(entry);
    else if (this.answering.takeProposal()) return;
    else if (this.field && kindOf(this.field).editor && !this.sheet.carried(this.cell)) this.write();
    else if (this.answering.asksBeforeLeaving()) this.drawQuestion();
    else this.goOn();
  }

  toggle() {
    const entry = this.finder.pointed;
    if (entry) this.pick(entry);
    else if (this.field && kindOf(this.field).editor) this.write();
  }

  write() {
    if (this.answering.isClosed()) return;
    this.question.writing = true;
    this.question.focus();
  }

  saveText() {
    this.answering.saveText();
  }

  // Somebody who is spoken about, where the scheme lets annotators add some.
  addPerson() {
    const { sheet, cell } = this;
    if (cell && mayAdd(sheet, cell)) this.question.askName(name => this.added(name));
  }

  // --- the option cursor ------------------------------------------------------------------------------------------
  point(way) {
    const entry = this.finder.move(way);
    if (!entry) return;
    this.drawQuestion();
    this.status.announce(labelOf(entry, this.language));
  }

  find(text) {
    const meant = this.finder.find(text);
    if (meant) this.pick(meant);
    else this.drawQuestion();
  }

  #forget() {
    this.finder.clear();
    this.hovered = null;
    this.leaving = false;
    this.follow = null;
    this.asking = null;
  }

  // Whether a command's letter comes after a comma just now.
  isTaken(letter) {
    return this.claimed.has(letter) || (this.finder.many && !kindOf(this.field).typed);
  }

  // A command's key as it is shown.
  keyOf(command) {
    const letter = letterFor(command);
    return `${this.isTaken(letter) ? ', ' : ''}${letter.toUpperCase()}`;
  }

  // --- drawing ------------------------------------------------------------------------------------------------------
  // After an answer in this cell.
  redraw(cell) {
    this.finder.clear();
    this.hovered = null;
    this.leaving = false;
    this.spread(cell);
    this.rows.refresh(cell.row.index);
    this.drawQuestion();
  }

  // Draws the other rows in which an answer in this cell is felt.
  spread(cell) {
    if (cell.field.persists || this.sheet.reaches(cell)) this.rows.refreshAll();
  }

  drawQuestion() {
    const { sheet, row, cell, finder, answering } = this;
    const broken = this.asking ?? sheet.rules.brokenIn(row, { now: true }).filter(one => !sheet.rules.confirmed.has(one.key));
    this.question.draw({
      sheet,
      row,
      cell,
      cursor: finder.cursor,
      filter: finder.filter,
      closed: sheet.submitted,
      surface: this.host.at(cell),
      follow: this.follow ?? (cell && answering.howSure(cell, { active: false })),
      broken,
      asking: Boolean(this.asking),
      others: answering.openBeside().length,
      proposals: answering.proposals().length,
    });
    this.submit.showKey(this.keyOf('submit'));
    this.explain();
    this.changed();
  }

  hover(entry) {
    this.hovered = entry;
    this.explain();
  }

  explain() {
    const { sheet, field, cell } = this;
    if (!sheet) return; // after the last conversation
    const kind = field && kindOf(field);
    const chosen = () => kind.entries(field, contextOf(sheet, cell)).find(entry => kind.chosen(sheet.label(cell), entry));
    const entry = field && (this.hovered || this.finder.pointed || chosen());
    this.panel.explain(field, entry, sheet.payload.guidelines);
  }

  setAuto(on) {
    this.auto = on;
    habit.set('auto', on);
    this.status.announce(this.say(on ? 'auto_on' : 'auto_off'));
    this.changed();
  }

  setGuidelines(open) {
    this.guidelines = open;
    habit.set('guidelines', open);
    if (this.sheet) this.panel.show(open, this.sheet.payload.guidelines);
    this.changed();
  }

  #remember() {
    const { row, cell } = this;
    this.place.keep(this.sheet.id, { turn: row.turn ? row.turn.id : null, group: row.group, cell: cell?.key ?? null, top: this.rows.place });
  }

  remember() {
    if (this.sheet) this.#remember();
  }

  #tell() {
    const { sheet, row, cell } = this;
    const where = row.turn ? `${this.say('turn_of', { n: row.index + 1, of: sheet.dialogue.turns.length })}. ${row.turn.text}` : shortRowName(row, this.say);
    this.status.announce([where, cell ? cellName(sheet, cell, this) : this.say('nothing_to_ask')].join('. '));
  }
}
