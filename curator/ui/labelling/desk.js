// One person at one conversation: two cursors (row and cell) and what is drawn of them. Where they go is in walking.js, what
// a key does in pressing.js, what changes answers in answering.js.

import { Answering } from './answering.js';
import { kindOf } from './fields/index.js';
import { Finder } from './finder.js';
import { Host } from './host.js';
import { claimedBy, letterFor } from './keys.js';
import { cellName, shortRowName } from './naming.js';
import { habit } from './place.js';
import { Pressing } from './pressing.js';
import { mayAdd } from './question.js';
import { stateOf } from './row.js';
import { contextOf } from './summary.js';
import { Walking } from './walking.js';
import { labelOf } from './words.js';

const PAGE = 5;

export class Desk {
  // parts: {say, language, rows, question, panel, status, submit, help, outbox, clock, place, changed(), added(name)}
  constructor(parts) {
    Object.assign(this, parts);
    this.finder = new Finder(this);
    this.host = new Host(this);
    this.answering = new Answering(this);
    this.walking = new Walking(this);
    this.keys = new Pressing(this);
    this.auto = habit.get('auto', true);
    this.guidelines = habit.get('guidelines', false);
    this.media = null; // the page's place for recordings, once a conversation has one
    this.follow = null; // the small question that stands below an answer
    this.asking = null; // rules that are broken here and want a word before going on
    this.acts = this.#acts();
  }

  #acts() {
    const { answering, walking, keys } = this;
    return {
      next: () => walking.step(1),
      previous: () => walking.step(-1),
      page_next: () => walking.step(PAGE),
      page_previous: () => walking.step(-PAGE),
      first: () => walking.step(-Infinity),
      last: () => walking.step(Infinity),
      field_next: () => walking.walk(1),
      field_previous: () => walking.walk(-1),
      option_next: () => this.point(1),
      option_previous: () => this.point(-1),
      pick: ({ entry }) => this.pick(entry),
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
      next_open: () => walking.nextOpen(),
      filter: ({ text }) => this.find(text),
      leader: () => keys.lead(),
      auto: () => this.setAuto(!this.auto),
      guidelines: () => this.setGuidelines(!this.guidelines),
      submit: () => this.submit.press(),
      help: () => this.help.open(this.sheet, this.claimed),
      escape: () => keys.escape(),
    };
  }

  // Starts on a sheet: where the person was, else at the first open question.
  open(sheet, where) {
    this.host.leave();
    this.sheet = sheet;
    this.claimed = claimedBy(sheet.fields, { media: Boolean(sheet.dialogue.media?.length) });
    const row = where ? this.#rowOf(where) : null;
    const cell = row?.walk.find(one => one.key === where.cell && sheet.applies(one));
    if (row) [this.row, this.cell] = [row, cell || this.walking.landing(row)];
    else [this.row, this.cell] = this.walking.start();
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

  // --- moving -------------------------------------------------------------------------------------------------------
  clickOn(row, cell, event = null) {
    if (row.turn && !cell && this.host.surface?.clicked?.(row.turn.id)) return void (row === this.row && this.question.focus());
    const selected = event && row !== this.row ? this.rows.selectionIn(row) : null;
    this.go(row, cell || (row === this.row && this.cell) || this.walking.landing(row));
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
    this.go(row, same || this.walking.landing(row));
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
    this.remember();
    this.#tell();
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
    if (this.asking) this.walking.confirmRules();
    else if (entry) this.pick(entry);
    else if (this.answering.takeProposal()) return;
    else if (this.field && kindOf(this.field).editor && !this.sheet.carried(this.cell)) this.write();
    else if (this.answering.asksBeforeLeaving()) this.drawQuestion();
    else this.walking.goOn();
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

  saveText = () => this.answering.saveText();

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
    this.keys.leaving = false;
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
    this.keys.leaving = false;
    this.spread(cell);
    this.rows.refresh(cell.row.index);
    this.drawQuestion();
  }

  // What has become of the answers of a row, without drawing it anew.
  remark(row) {
    const state = stateOf(this.sheet, row, this.view.sending);
    this.rows.remark(row.index, state, state && this.say(state));
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
    const chosen = () => kind.entries(field, contextOf(sheet, cell)).find(one => kind.chosen(sheet.label(cell), one));
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

  remember() {
    if (!this.sheet) return;
    const { row, cell } = this;
    this.place.keep(this.sheet.id, { turn: row.turn ? row.turn.id : null, group: row.group, cell: cell?.key ?? null, top: this.rows.place });
  }

  #tell() {
    const { sheet, row, cell } = this;
    const where = row.turn ? `${this.say('turn_of', { n: row.index + 1, of: sheet.dialogue.turns.length })}. ${row.turn.text}` : shortRowName(row, this.say);
    this.status.announce([where, cell ? cellName(sheet, cell, this) : this.say('nothing_to_ask')].join('. '));
  }
}
