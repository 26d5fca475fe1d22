// Every act that changes an answer. Each is painted before anything is sent, is one step to undo, and may be several
// answers at once ("nobody else here").

import { kindOf } from './fields/index.js';
import { answersBeside } from './question.js';
import { isAnswered } from './answers.js';
import { contextOf, summaryOf } from './summary.js';
import { cellName } from './naming.js';

const TEXT_PAUSE_MS = 1_200;
const SURE = [1, 2, 3];

export class Answering {
  constructor(desk) {
    this.desk = desk;
  }

  get sheet() {
    return this.desk.sheet;
  }

  get cell() {
    return this.desk.cell;
  }

  isClosed() {
    if (this.sheet.submitted) this.desk.status.announce(this.desk.say('submitted_more'));
    return this.sheet.submitted || !this.cell;
  }

  // --- one answer -----------------------------------------------------------------------------------------------------
  pick(entry) {
    if (this.isClosed()) return;
    const { cell, sheet } = this;
    const kind = kindOf(cell.field);
    const answer = kind.take(sheet.label(cell), entry, cell.field, contextOf(sheet, cell));
    const { certainty = null } = sheet.label(cell) ?? {};
    const follow = this.#strengthOf(answer, entry);
    this.put(answer.state, answer.value, { certainty: kind.multiple ? certainty : null, goOn: !kind.multiple && this.desk.auto, follow });
  }

  beside(state) {
    const { cell, sheet, desk } = this;
    const can = cell && answersBeside(cell.field);
    if (!can || !(state === 'none' ? can.none : can.cannotTell) || this.isClosed()) return;
    if (cell.field.items && sheet.items(cell).length) desk.status.announce(desk.say('has_items'));
    else this.put(state, null, { goOn: desk.auto });
  }

  clear() {
    const { cell, sheet } = this;
    const label = cell && sheet.label(cell);
    if (!label || label.state === 'retracted' || this.isClosed()) return;
    this.put('retracted', null);
  }

  // What is proposed here is taken. Returns whether something was.
  takeProposal() {
    const proposal = this.cell && this.sheet.proposal(this.cell);
    if (!proposal || this.isClosed()) return Boolean(proposal);
    this.put('value', proposal.value, { goOn: this.desk.auto });
    return true;
  }

  put(state, value, { cell = this.cell, item = null, certainty = null, extra = {}, goOn = false, follow = null } = {}) {
    const { desk, sheet } = this;
    const act = this.gathered ?? [];
    if (item && state === 'value') this.#withoutNone(cell, act);
    this.#write(cell, state, value, { item, certainty, extra, act });
    if (this.gathered) return; // drawn once all of it is written
    this.#did(act);
    desk.submit.answered();
    desk.spread(cell);
    desk.follow = follow;
    const asks = (goOn || (item && state === 'value' && cell === desk.cell)) && !follow && this.#asksHowSure(cell, item);
    if (asks) desk.follow = this.howSure(cell, { item, goOn });
    else if (goOn && desk.walking.goOn()) return; // moving on draws both rows and the question
    desk.redraw(cell);
    desk.status.announce(`${cellName(sheet, cell, desk)}: ${summaryOf(sheet, cell, sheet.label(cell, item), desk)?.text ?? desk.say('open')}`);
  }

  // Several answers in one cell as one act: `run` puts them; they are drawn once, and are one step to undo.
  together(cell, run) {
    const { desk } = this;
    const act = (this.gathered = []);
    try {
      run();
    } finally {
      this.gathered = null;
    }
    if (!act.length) return;
    this.#did(act);
    desk.submit.answered();
    desk.redraw(cell);
  }

  #write(cell, state, value, { item = null, certainty = null, extra = {}, act }) {
    const event = this.sheet.write(cell, state, value, { item, certainty, extra, act, visibleMs: this.desk.clock.take() });
    if (event) this.desk.outbox.add(event);
  }

  // Something was found after all.
  #withoutNone(cell, act) {
    const label = this.sheet.label(cell);
    if (isAnswered(label) && label.state !== 'value') this.#write(cell, 'retracted', null, { act });
  }

  // --- several at once ------------------------------------------------------------------------------------------------
  // What is still open of this question at this row, of all its people.
  openBeside() {
    const { cell, sheet } = this;
    if (!cell || !(cell.participant || cell.part || cell.candidate)) return [];
    const name = cell.field.of || cell.field.id;
    return cell.row.walk.filter(one => (one.field.of || one.field.id) === name && answersBeside(one.field).none && sheet.isOpen(one));
  }

  nobodyElse() {
    const open = this.openBeside();
    if (open.length && !this.isClosed()) this.#putAll(open.map(cell => [cell, 'none', null]));
  }

  proposals() {
    return this.cell ? this.cell.row.walk.filter(one => one.field.target === this.cell.field.target && this.sheet.proposal(one)) : [];
  }

  takeAll() {
    const open = this.proposals();
    if (open.length && !this.isClosed()) this.#putAll(open.map(cell => [cell, 'value', this.sheet.proposal(cell).value]));
  }

  #putAll(answers) {
    const { desk } = this;
    const act = [];
    for (const [cell, state, value] of answers) this.#write(cell, state, value, { act });
    this.#did(act);
    desk.submit.answered();
    desk.spread(answers[0][0]);
    desk.status.announce(desk.say('several_done', { n: answers.length }));
    if (desk.auto && desk.walking.goOn()) return;
    desk.redraw(answers[0][0]);
  }

  // --- taking back ----------------------------------------------------------------------------------------------------
  #did(act) {
    this.sheet.undos.push(act);
    this.sheet.redos.length = 0;
  }

  undo() {
    this.#turnBack(this.sheet.undos, this.sheet.redos, 'undone', 'nothing_to_undo');
  }

  redo() {
    this.#turnBack(this.sheet.redos, this.sheet.undos, 'redone', 'nothing_to_redo');
  }

  #turnBack(from, to, done, nothing) {
    const { desk } = this;
    this.saveText();
    const act = from.at(-1);
    if (!act) {
      desk.status.announce(desk.say(nothing));
      return;
    }
    if (this.isClosed()) return;
    from.pop();
    const { cell } = act[0];
    desk.go(cell.row, cell);
    const back = [];
    for (const step of act.toReversed()) {
      const state = step.state === 'unmapped' ? 'retracted' : step.state;
      this.#write(step.cell, state, state === 'value' ? step.value : null, { item: step.item, certainty: step.certainty, extra: step.extra, act: back });
    }
    to.push(back);
    desk.submit.answered();
    desk.follow = null;
    desk.redraw(cell);
    desk.status.announce(desk.say(done));
  }

  // A late answer is taken as a new one, or the current one is said again so that the late one is older than it.
  settle(offer, use) {
    if (this.isClosed()) return;
    const { cell, sheet } = this;
    const current = sheet.label(cell, offer.item);
    const chosen = use ? offer : current || { state: 'retracted', value: null };
    sheet.settled(offer);
    this.put(chosen.state, chosen.value ?? null, { item: offer.item ?? null, certainty: chosen.certainty ?? null });
  }

  // --- small questions about the answer --------------------------------------------------------------------------------
  #asksHowSure(cell, item = null) {
    return Boolean(this.howSure(cell, { item })) && !this.sheet.label(cell, item).certainty;
  }

  // {text, entries: [{id, key, text, chosen, take()}], active, goOn}: what stands below an answer, or an entry; null where
  // nothing does.
  howSure(cell, { item = null, active = true, goOn = false } = {}) {
    const { sheet, desk } = this;
    const label = sheet.label(cell, item);
    if (!cell.field.certainty || !isAnswered(label) || label.state === 'cannot_tell') return null;
    const entries = SURE.map(sure => ({
      id: String(sure),
      key: String(sure),
      text: desk.say(`sure_${sure}`),
      chosen: label.certainty === sure,
      take: () => this.put(label.state, label.value, { cell, item, certainty: sure, goOn }),
    }));
    return { cell, item, text: desk.say('how_sure'), entries, active, goOn };
  }

  // After an option that wants a strength was taken: how strong.
  #strengthOf(answer, entry) {
    const { cell, desk } = this;
    const points = kindOf(cell.field).strengths?.(answer, entry, cell.field) ?? null;
    if (!points) return null;
    const entries = points.map((point, i) => ({
      id: String(point.point),
      key: String(i + 1),
      text: String(point.point),
      chosen: point.chosen,
      take: () => this.put('value', point.value, { cell, certainty: this.sheet.label(cell)?.certainty ?? null }),
    }));
    return { cell, text: desk.say('how_strong', { name: desk.nameOf(entry) }), entries, active: true, goOn: false };
  }

  // Leaves an answer that may have several options: how sure, if that is asked and not said.
  asksBeforeLeaving() {
    const { cell, desk } = this;
    if (!cell || desk.follow?.active || !this.#asksHowSure(cell)) return false;
    desk.follow = this.howSure(cell, { goOn: true });
    return true;
  }

  // --- writing --------------------------------------------------------------------------------------------------------
  typed(words) {
    this.draft = { cell: this.cell, words };
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.saveText(), TEXT_PAUSE_MS);
  }

  saveText() {
    clearTimeout(this.soon);
    const { draft } = this;
    this.draft = null;
    if (!draft || this.sheet.submitted) return;
    const { cell, words } = draft;
    const { state, value } = kindOf(cell.field).written(words);
    const label = this.sheet.label(cell);
    const same = state === 'value' ? label?.state === 'value' && label.value === value : !isAnswered(label);
    if (!same) this.put(state, value, { cell, certainty: label?.certainty ?? null });
  }
}
