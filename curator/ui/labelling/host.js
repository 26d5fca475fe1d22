// Kinds that need more than a list of options bring a surface of their own. It is mounted in the question's place while
// its cell is in focus, and gets everything it may use as one `ctx`.

import { kindOf } from './fields/index.js';
import { nextItem } from './dom.js';
import { candidateName, whomText } from './naming.js';
import { marksOn } from './row.js';
import { contextOf } from './summary.js';
import { labelOf } from './words.js';

export class Host {
  constructor(desk) {
    this.desk = desk;
    this.surface = null;
    this.cell = null;
  }

  // The surface of this cell, mounted anew where the cell is another one; null where its kind has none.
  at(cell) {
    const { sheet } = this.desk;
    if (cell === this.cell && sheet === this.sheet) return this.surface;
    this.leave();
    this.cell = cell;
    this.sheet = sheet;
    const open = cell && kindOf(cell.field).surface;
    this.surface = open ? kindOf(cell.field).surface(this.#contextOf(cell)) : null;
    return this.surface;
  }

  leave() {
    const { surface, desk } = this;
    this.surface = null;
    this.cell = null;
    if (!surface) return;
    surface.close?.();
    desk.media?.listen(null);
    desk.rows.markTurns(new Map());
    desk.rows.arrows([]);
  }

  // Opens the surface anew: what it may use has changed.
  again() {
    this.leave();
    this.desk.drawQuestion();
  }

  // The surface's own boxes take all their keys.
  isIn(node) {
    return Boolean(this.surface?.element.contains(node));
  }

  key(event) {
    return Boolean(this.surface?.key?.(event));
  }

  #contextOf(cell) {
    const { desk } = this;
    const { sheet, rows, answering, say, language } = desk;
    return {
      say,
      language,
      sheet,
      cell,
      field: cell.field,
      turn: cell.row.turn,
      turns: sheet.dialogue.turns,
      participants: sheet.dialogue.participants,
      candidates: this.#candidatesAt(cell),
      get media() {
        return desk.media; // it comes a moment after the conversation
      },
      get recording() {
        return desk.media?.recording ?? null;
      },
      get player() {
        return desk.media?.recording?.player ?? null;
      },
      labels: () => [...(sheet.itemsIn.get(cell.key) ?? [])].map(key => sheet.labels.get(key)).filter(label => label.state === 'value'),
      label: () => sheet.label(cell) ?? null,
      // certainty: how sure somebody is; where it is not said it stays as it was.
      put: (value, { item = null, state = 'value', goOn = false, extra = {}, certainty = sheet.label(cell, item)?.certainty ?? null } = {}) => {
        if (!answering.isClosed()) answering.put(state, value, { cell, item, extra, certainty, goOn: goOn && desk.auto });
      },
      together: run => answering.together(cell, run),
      retract: item => {
        if (!answering.isClosed()) answering.put('retracted', null, { cell, item });
      },
      // How sure somebody is of an entry: to say, {entries: [{text, chosen, take()}]} or null, and to be asked by key.
      howSure: item => answering.howSure(cell, { item, active: false }),
      askHowSure: item => {
        desk.follow = answering.howSure(cell, { item });
        desk.drawQuestion();
      },
      // What was begun here; `beside`: what is kept next to it and is no half answer.
      begun: (beside = '') => sheet.begun.at(cell.key + beside),
      begin: (value, beside = '') => {
        sheet.begun.put(cell.key + beside, value);
        desk.remark(cell.row);
      },
      newItem: nextItem,
      isClosed: () => sheet.submitted,
      nameOf: thing => this.#nameOf(thing),
      whom: whomText(sheet, cell, say),
      text: turnId => rows.nodeOf(sheet.byTurn.get(turnId)?.index)?.querySelector('.text') ?? null,
      marks: turnId => (sheet.byTurn.has(turnId) ? marksOn(sheet, sheet.byTurn.get(turnId), desk.view) : undefined),
      reveal: turnId => rows.reveal(sheet.byTurn.get(turnId)?.index),
      goTo: turnId => sheet.byTurn.has(turnId) && desk.clickOn(sheet.byTurn.get(turnId), null),
      markTurns: marks => rows.markTurns(marks),
      arrows: list => rows.arrows(list.map(one => ({ ...one, from: sheet.byTurn.get(one.from)?.index, to: sheet.byTurn.get(one.to)?.index, go: end => desk.clickOn(sheet.byTurn.get(one[end]), null) }))),
      goOn: () => desk.walking.goOn(),
      focus: () => desk.question.focus(),
      announce: text => desk.status.announce(text),
      entriesFor: (field, more = {}) => kindOf(field).entries(field, { ...contextOf(sheet, cell), ...more }),
    };
  }

  // What an order is asked of.
  #candidatesAt(cell) {
    const turn = cell.row.turn?.id ?? '';
    return (this.sheet.dialogue.candidates || []).filter(one => (one.turn || '') === turn);
  }

  // An option, a person, a turn or a candidate (or the id of one), as it is called on this page.
  #nameOf(thing) {
    const { sheet } = this;
    const { say, language } = this.desk;
    const id = typeof thing === 'string' ? thing : thing.id;
    if (typeof thing !== 'string' && thing.label) return labelOf(thing, language);
    if (sheet.names.has(id)) return sheet.names.get(id);
    if (sheet.byTurn.has(id)) return say('turn', { n: sheet.byTurn.get(id).index + 1 });
    return sheet.candidates.has(id) ? candidateName(sheet, id, say) : labelOf({ id, ...(typeof thing === 'string' ? {} : thing) }, language);
  }
}
