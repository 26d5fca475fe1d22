// One person at one conversation: two cursors (row and question) and every act, each painted before anything is sent.

import { kindOf } from './fields/index.js';
import { isAnswered } from './state.js';
import { answersBeside } from './question.js';
import { Finder } from './finder.js';
import { claimedBy, meaningOf, tokensFor } from './keys.js';
import { habit } from './place.js';
import { summaryOf } from './row.js';
import { labelOf } from './words.js';

const TEXT_PAUSE_MS = 1_200;
const PAGE = 5;

export class Desk {
  // parts: {say, language, rows, question, panel, status, submit, help, outbox, clock, place, changed()}
  constructor(parts) {
    Object.assign(this, parts);
    this.finder = new Finder(this);
    this.auto = habit.get('auto', true);
    this.guidelines = habit.get('guidelines', false);
    this.acts = {
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
      take: () => this.take(),
      toggle: () => this.toggle(),
      none: () => this.answerBeside('none'),
      cannot_tell: () => this.answerBeside('cannot_tell'),
      clear: () => this.clear(),
      undo: () => this.undo(),
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
    this.sheet = sheet;
    this.claimed = claimedBy(sheet.fields);
    const row = (where && (where.turn === null ? sheet.whole : sheet.byTurn.get(where.turn))) || null;
    const field = row && row.fields.find(one => one.id === where.field && sheet.applies(row, one));
    if (row && sheet.rows.includes(row)) [this.row, this.field] = [row, field || this.#landing(row)];
    else [this.row, this.field] = this.#start();
    this.#forgetTyping();
    this.submit.reset();
    this.rows.show(sheet.rows, { current: this.row.index, top: row ? where.top : null });
    this.panel.show(this.guidelines, sheet.payload.guidelines);
    this.clock.restart();
    this.drawQuestion();
  }

  #start() {
    const first = [...this.sheet.cells()].find(([row, field]) => this.sheet.isMissing(row, field));
    if (first) return first;
    const row = this.sheet.rows.find(one => this.sheet.asked(one).length) || this.sheet.rows[0];
    return [row, this.#landing(row)];
  }

  #landing(row) {
    const asked = this.sheet.asked(row);
    return asked.find(field => this.sheet.isMissing(row, field)) || asked[0] || null;
  }

  get view() {
    const sending = this.outbox.state === 'idle' || this.outbox.state === 'sending' ? 'sending' : 'kept';
    return { say: this.say, language: this.language, sending, current: this, go: (row, field) => this.clickOn(row, field) };
  }

  // --- keys ---------------------------------------------------------------------------------------------------------
  // Returns whether the key meant something here.
  key(event) {
    if (event.isComposing || event.key === 'Process' || !this.sheet) return false;
    const { finder, field, leader, claimed } = this;
    const { filter, many } = finder;
    const tokens = field ? tokensFor(field, finder.entries()) : new Map();
    const meaning = meaningOf(event, { field, many, tokens, filter, leader, claimed });
    if (!meaning) return false;
    if (leader) this.#endLead();
    if (meaning.name.startsWith('field_') && !this.#mayWalk(meaning.name === 'field_next' ? 1 : -1)) return false;
    // A key held down walks; it does not answer or take back again and again.
    if (event.repeat && !/next|previous|filter/.test(meaning.name)) return true;
    if (meaning.name === 'next_open' && event.repeat) return true;
    this.acts[meaning.name](meaning);
    return true;
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
    if (this.finder.filter || this.finder.cursor >= 0) {
      this.finder.clear();
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
    else if (goes) this.#goOn();
    this.question.focus();
    return true;
  }

  // --- moving -------------------------------------------------------------------------------------------------------
  clickOn(row, field) {
    this.go(row, field || (row === this.row && this.field) || this.#landing(row));
    this.question.focus();
  }

  go(row, field) {
    if (row === this.row && field === this.field) return;
    this.saveText();
    if (row !== this.row) this.clock.restart();
    this.row = row;
    this.field = field;
    this.#forgetTyping();
    this.rows.go(row.index);
    this.drawQuestion();
    this.#remember();
    this.#tell();
  }

  step(count) {
    const to = Math.min(Math.max(this.row.index + count, 0), this.sheet.rows.length - 1);
    const row = this.sheet.rows[to];
    this.go(row, this.#landing(row));
  }

  walk(way) {
    const asked = this.sheet.asked(this.row);
    const beside = asked[asked.indexOf(this.field) + way];
    if (beside && this.field) {
      this.go(this.row, beside);
    } else {
      const row = this.#rowWithQuestions(way);
      if (!row) return;
      const fields = this.sheet.asked(row);
      this.go(row, way > 0 ? fields[0] : fields.at(-1));
    }
    if (this.field && kindOf(this.field).editor) this.write();
  }

  #rowWithQuestions(way) {
    for (let at = this.row.index + way; at >= 0 && at < this.sheet.rows.length; at += way) {
      if (this.sheet.asked(this.sheet.rows[at]).length) return this.sheet.rows[at];
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
    return Boolean(asked[asked.indexOf(this.field) + way] || this.#rowWithQuestions(way));
  }

  nextOpen() {
    return this.#goTo(this.sheet.nextOpen(this.row, this.field, { around: true }));
  }

  #goOn() {
    return this.#goTo(this.sheet.nextOpen(this.row, this.field)) || (this.sheet.needed > this.sheet.done && this.nextOpen());
  }

  // Returns whether there was anywhere to go.
  #goTo(cell) {
    if (cell) this.go(...cell);
    else this.status.announce(this.say('all_answered'));
    return Boolean(cell);
  }

  // --- answering ----------------------------------------------------------------------------------------------------
  pick(entry) {
    if (this.#closed()) return;
    const kind = kindOf(this.field);
    const { state, value } = kind.take(this.sheet.label(this.row, this.field), entry, this.field, {
      dialogue: this.sheet.dialogue,
      turn: this.row.turn,
    });
    this.#put(state, value, { goOn: !kind.multiple && this.auto });
  }

  answerBeside(state) {
    const can = this.field && answersBeside(this.field);
    if (!can || !(state === 'none' ? can.none : can.cannotTell) || this.#closed()) return;
    this.#put(state, null, { goOn: this.auto });
  }

  clear() {
    const label = this.sheet.label(this.row, this.field ?? {});
    if (!this.field || !label || label.state === 'retracted' || this.#closed()) return;
    this.#put('retracted', null);
  }

  // Enter: the option under the option cursor; without one, writing begins, or the next open question comes.
  take() {
    const entry = this.finder.pointed;
    if (entry) this.pick(entry);
    else if (this.field && kindOf(this.field).editor) this.write();
    else this.#goOn();
  }

  toggle() {
    const entry = this.finder.pointed;
    if (entry) this.pick(entry);
    else if (this.field && kindOf(this.field).editor) this.write();
  }

  #put(state, value, { undo = true, row = this.row, field = this.field, goOn = false } = {}) {
    const event = this.sheet.write(row, field, state, value, { visibleMs: this.clock.take(), undo });
    if (event) this.outbox.add(event);
    this.submit.answered();
    if (!row.turn && this.sheet.askedByTurns.has(field.id)) this.rows.refreshAll();
    if (goOn && this.#goOn()) return; // moving on draws both rows and the question
    this.#forgetTyping();
    this.rows.refresh(row.index);
    this.drawQuestion();
    this.#tellAnswer(row, field);
  }

  undo() {
    this.saveText();
    const last = this.sheet.undos.pop();
    if (!last) {
      this.status.announce(this.say('nothing_to_undo'));
      return;
    }
    if (this.#closed()) return;
    this.go(last.row, last.field);
    const state = last.state === 'unmapped' ? 'retracted' : last.state;
    this.#put(state, state === 'value' ? last.value : null, { undo: false });
    this.status.announce(this.say('undone'));
  }

  // A late answer is taken as a new one, or the current one is said again so that the late one is older than it.
  settle(offer, use) {
    if (this.#closed()) return;
    const current = this.sheet.label(this.row, this.field);
    const chosen = use ? offer : current || { state: 'retracted', value: null };
    this.sheet.offers.delete(`${offer.field} ${offer.target.turn ?? ''}`);
    this.#put(chosen.state, chosen.value ?? null);
  }

  #closed() {
    if (this.sheet.submitted) this.status.announce(this.say('submitted_more'));
    return this.sheet.submitted || !this.field;
  }

  // --- writing ------------------------------------------------------------------------------------------------------
  write() {
    if (this.#closed()) return;
    this.question.writing = true;
    this.question.focus();
  }

  typed(words) {
    this.draft = { row: this.row, field: this.field, words };
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.saveText(), TEXT_PAUSE_MS);
  }

  saveText() {
    clearTimeout(this.soon);
    const draft = this.draft;
    this.draft = null;
    if (!draft || this.sheet.submitted) return;
    const { row, field, words } = draft;
    const { state, value } = kindOf(field).written(words);
    const label = this.sheet.label(row, field);
    const same = state === 'value' ? label?.state === 'value' && label.value === value : !isAnswered(label);
    if (!same) this.#put(state, value, { row, field });
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

  #forgetTyping() {
    this.finder.clear();
    this.hovered = null;
    this.leaving = false;
  }

  // Whether a command's letter comes after a comma just now.
  isTaken(letter) {
    return this.claimed.has(letter) || (this.finder.many && !kindOf(this.field).typed);
  }

  // --- drawing ------------------------------------------------------------------------------------------------------
  drawQuestion() {
    const { sheet, row, field, finder } = this;
    this.question.draw({ sheet, row, field, cursor: finder.cursor, filter: finder.filter, closed: sheet.submitted });
    this.submit.showKey(this.isTaken('s'));
    this.explain();
    this.changed();
  }

  hover(entry) {
    this.hovered = entry;
    this.explain();
  }

  explain() {
    const { sheet, row, field } = this;
    const kind = field && kindOf(field);
    const chosen = () => kind.entries(field, { dialogue: sheet.dialogue, turn: row.turn }).find(entry => kind.chosen(sheet.label(row, field), entry));
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
    this.panel.show(open, this.sheet.payload.guidelines);
    this.changed();
  }

  #remember() {
    this.place.keep(this.sheet.id, { turn: this.row.turn ? this.row.turn.id : null, field: this.field?.id ?? null, top: this.rows.place });
  }

  remember() {
    if (this.sheet) this.#remember();
  }

  #tell() {
    const { sheet, row, field } = this;
    const where = row.turn ? `${this.say('turn_of', { n: row.index + 1, of: sheet.dialogue.turns.length })}. ${row.turn.text}` : this.say('whole');
    this.status.announce([where, field ? labelOf(field, this.language) : this.say('nothing_to_ask')].join('. '));
  }

  #tellAnswer(row, field) {
    const answer = summaryOf(this.sheet, row, field, this.sheet.label(row, field), this);
    this.status.announce(`${labelOf(field, this.language)}: ${answer ? answer.text : this.say('open')}`);
  }
}
