// What one person sees of one conversation: its rows, the answers so far, what is open. Knows no DOM.

import { uuid } from './dom.js';
import { canDraw, kindOf } from './fields/index.js';
import { evaluate, fieldsOf } from './grammar.js';

const ANSWERED = new Set(['value', 'none', 'cannot_tell', 'no_agreement']);
const keyOf = (field, target) => `${field} ${target.turn ?? ''}`;

export const isAnswered = label => Boolean(label) && ANSWERED.has(label.state) && label.status !== 'unfinished';

export class Sheet {
  constructor(payload, person) {
    this.payload = payload;
    this.person = person;
    this.round = payload.round;
    this.submitted = payload.submitted;
    this.next = payload.next;
    const { attributes = {}, facts = {} } = payload.dialogue;
    this.dialogue = { ...payload.dialogue, attributes: { ...facts, ...attributes } };
    this.shown = attributes;
    this.roles = new Map(this.dialogue.participants.map(one => [one.id, one.role]));
    this.names = new Map(this.dialogue.participants.map(one => [one.id, one.name || one.id]));
    const strange = payload.schema.fields.filter(field => !canDraw(field));
    this.cannotDraw = payload.schema.cannot_draw || [];
    this.strange = this.cannotDraw.length ? [] : strange;
    this.fields = payload.schema.fields.filter(canDraw).map(field => this.#offered(field));
    this.byField = payload.schema.order === 'field';
    this.labels = new Map();
    this.offers = new Map();
    this.undos = [];
    this.rows = this.#layRows();
    this.take(payload, []);
  }

  get id() {
    return this.dialogue.id;
  }

  // Labels as the server has them; what still waits in the outbox (or was sent meanwhile) lies on top.
  take(payload, waiting) {
    const newest = new Set(waiting.map(event => keyOf(event.field, event.target)));
    for (const label of payload.labels) {
      const key = keyOf(label.field, label.target);
      const known = this.labels.get(key);
      if (newest.has(key) || known?.status === 'unfinished' || (known?.seq ?? -1) > label.seq) continue;
      this.labels.set(key, { ...label, status: 'saved' });
    }
    for (const event of waiting) {
      this.labels.set(keyOf(event.field, event.target), labelOfEvent(event, 'sending'));
    }
    this.offers.clear();
    const late = (payload.offered || []).toSorted((left, right) => left.seq - right.seq);
    for (const offer of late) this.offers.set(keyOf(offer.field, offer.target), offer);
    this.recount();
  }

  label(row, field) {
    return this.labels.get(keyOf(field.id, row.target));
  }

  offer(row, field) {
    return this.offers.get(keyOf(field.id, row.target));
  }

  // --- what is asked ------------------------------------------------------------------------------------------------
  applies(row, field) {
    return !field.when || evaluate(field.when, this.#scope(row));
  }

  requires(row, field) {
    return field.required === true || (Boolean(field.required) && evaluate(field.required, this.#scope(row)));
  }

  asked(row) {
    return row.fields.filter(field => this.applies(row, field));
  }

  isOpen(row, field) {
    return this.applies(row, field) && !isAnswered(this.label(row, field));
  }

  isMissing(row, field) {
    return this.isOpen(row, field) && field.blank !== 'none' && this.requires(row, field);
  }

  missing() {
    return [...this.cells()].filter(([row, field]) => this.isMissing(row, field));
  }

  // Untouched cells that will count as none.
  blanks() {
    let count = 0;
    for (const [row, field] of this.cells()) if (field.blank === 'none' && this.isOpen(row, field)) count += 1;
    return count;
  }

  *cells() {
    if (this.byField) {
      for (const field of this.fields) for (const row of this.rows) if (row.fields.includes(field)) yield [row, field];
    } else {
      for (const row of this.rows) for (const field of row.fields) yield [row, field];
    }
  }

  // The next open question after a cell: what is open beside it, then the next that is needed, then (where nothing is
  // needed any more) the next open one. `around`: also look from the top.
  nextOpen(row, field, { around = false } = {}) {
    if (this.byField) return this.#firstOpen(row, field, this.cells(), around);
    const rest = row.fields.slice(row.fields.indexOf(field) + 1).find(other => this.isOpen(row, other));
    if (rest) return [row, rest];
    const order = [...this.rows.slice(row.index + 1), ...(around ? this.rows.slice(0, row.index + 1) : [])];
    const needy = order.find(other => other.needed > other.done);
    if (needy) return [needy, needy.fields.find(other => this.isMissing(needy, other))];
    if (this.needed > this.done) return null;
    for (const other of order) {
      const open = other.fields.find(candidate => this.isOpen(other, candidate));
      if (open && !(other === row && open === field)) return [other, open];
    }
    return null;
  }

  #firstOpen(row, field, cells, around) {
    let passed = false;
    let open = null;
    let early = null;
    for (const [otherRow, other] of cells) {
      if (otherRow === row && other === field) {
        passed = true;
      } else if (passed ? this.isMissing(otherRow, other) : around && !early && this.isMissing(otherRow, other)) {
        if (passed) return [otherRow, other];
        early = [otherRow, other];
      } else if (passed && !open && this.isOpen(otherRow, other)) {
        open = [otherRow, other];
      }
    }
    return early || (this.needed > this.done ? null : open);
  }

  // --- answering ----------------------------------------------------------------------------------------------------
  // Puts the answer down at once; returns the event to send, or null where it cannot be sent yet (too few chosen).
  write(row, field, state, value, { visibleMs = null, undo = true } = {}) {
    const key = keyOf(field.id, row.target);
    const before = this.labels.get(key);
    if (undo) this.undos.push({ row, field, state: before?.state ?? 'retracted', value: before?.value ?? null });
    const problem = state === 'value' ? kindOf(field).unfinished(value, field) : null;
    if (problem) {
      this.labels.set(key, { ...before, id: before?.id ?? null, state, value, status: 'unfinished', problem });
      this.#recountFor(row, field);
      return null;
    }
    const event = this.#event(row, field, state, value, before?.id ?? null, visibleMs);
    this.labels.set(key, labelOfEvent(event, 'sending'));
    this.#recountFor(row, field);
    return event;
  }

  #event(row, field, state, value, basedOn, visibleMs) {
    const { project, task, schema, guidelines, dialogue } = this.payload;
    return {
      id: uuid(),
      project,
      task,
      round: this.round,
      dialogue: dialogue.id,
      field: field.id,
      target: row.target,
      item: null,
      state,
      value,
      based_on: basedOn,
      client_at: new Date().toISOString(),
      visible_ms: visibleMs,
      schema_version: schema.version,
      guidelines: guidelines.revision,
      text_revision: dialogue.text_revision,
      origin: 'typed',
    };
  }

  // What the server said about an event. Returns the row that looks different now, or undefined.
  settle(event, result) {
    const key = keyOf(event.field, event.target);
    const label = this.labels.get(key);
    const row = this.rowOf(event.target);
    if (label?.id !== event.id) return row;
    if (result.status === 'saved' || result.status === 'duplicate') {
      Object.assign(label, { status: 'saved', seq: result.seq });
    } else if (result.status === 'renamed') {
      label.id = result.to;
    } else if (result.status === 'refused') {
      Object.assign(label, { status: 'refused', reason: result.reason, id: event.based_on });
    }
    return row;
  }

  rowOf(target) {
    return target.turn === undefined ? this.whole : this.byTurn.get(target.turn);
  }

  fieldOf(id) {
    return this.fields.find(field => field.id === id);
  }

  // --- counting: kept row by row, so that a key press costs one row -------------------------------------------------
  recount() {
    this.needed = 0;
    this.done = 0;
    this.answers = 0;
    for (const row of this.rows) this.#count(row, 1);
  }

  #recountFor(row, field) {
    if (!row.turn && this.askedByTurns.has(field.id)) {
      this.recount();
      return;
    }
    const { needed, done, answers } = row;
    this.#count(row, 0);
    this.needed += row.needed - needed;
    this.done += row.done - done;
    this.answers += row.answers - answers;
  }

  #count(row, share) {
    row.needed = 0;
    row.done = 0;
    row.answers = 0;
    for (const field of row.fields) {
      const answered = isAnswered(this.label(row, field));
      if (answered) row.answers += 1;
      if (field.blank === 'none' || !this.applies(row, field) || !this.requires(row, field)) continue;
      row.needed += 1;
      if (answered) row.done += 1;
    }
    this.needed += share * row.needed;
    this.done += share * row.done;
    this.answers += share * row.answers;
  }

  // --- laying out ---------------------------------------------------------------------------------------------------
  #layRows() {
    const turnFields = this.fields.filter(field => field.target === 'turn');
    const wholeFields = this.fields.filter(field => field.target === 'dialogue');
    const rows = this.dialogue.turns.map((turn, index) => {
      const row = { index, turn, target: { turn: turn.id }, fields: [] };
      row.fields = turnFields.filter(field => this.#appliesEver(row, field));
      return row;
    });
    this.byTurn = new Map(rows.map(row => [row.turn.id, row]));
    this.whole = { index: rows.length, turn: null, target: {}, fields: [] };
    this.whole.fields = wholeFields.filter(field => this.#appliesEver(this.whole, field));
    const conditions = turnFields.flatMap(field => [...fieldsOf(field.when), ...fieldsOf(field.required)]);
    this.askedByTurns = new Set(conditions);
    return this.whole.fields.length ? [...rows, this.whole] : rows;
  }

  #appliesEver(row, field) {
    return !field.applies_to || evaluate(field.applies_to, this.#scope(row));
  }

  #offered(field) {
    const options = (field.options || []).filter(option => !option.only_if || evaluate(option.only_if, this.#scope({})));
    return { ...field, settings: field.settings || {}, options };
  }

  #scope(row) {
    return {
      dialogue: this.dialogue,
      turn: row.turn ?? null,
      turnIdx: row.index,
      participant: null,
      answers: id => this.#answer(row, id),
    };
  }

  // An answer that does not apply (any more) counts as not given, so chains of conditions fold up and unfold together.
  #answer(row, id) {
    const field = this.fieldOf(id);
    if (!field) return null;
    const where = field.target === 'dialogue' ? this.whole : row;
    if (!where.fields?.includes(field)) return null;
    const label = this.label(where, field);
    if (!isAnswered(label) || !this.applies(where, field)) return null;
    return label;
  }
}

const labelOfEvent = (event, status) => ({ id: event.id, state: event.state, value: event.value, origin: event.origin, status });

export const speakersOf = (sheet, turn) => turn.speakers.map(id => sheet.names.get(id) || id).join(', ');
