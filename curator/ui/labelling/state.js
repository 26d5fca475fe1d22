// What one person sees of one conversation: its rows and cells, the answers so far, what is open. Knows no DOM.

import { Answers, chainOf, filledIn, isAnswered, isWhole, place } from './answers.js';
import { uuid } from './dom.js';
import { canDraw, kindOf } from './fields/index.js';
import { evaluate, fieldsOf } from './grammar.js';
import { Layout, walkOf } from './layout.js';
import { proposalFor } from './proposals.js';
import { Rules } from './rules.js';
import { itemKey, keyOf, keyOfLabel } from './targets.js';

export { isAnswered } from './answers.js';

const NOWHERE = new Map();

export class Sheet {
  // drafts: where answers are kept that cannot be sent yet; null keeps them for this visit alone.
  constructor(payload, person, drafts = null) {
    this.drafts = drafts;
    this.payload = payload;
    this.person = person;
    this.round = payload.round;
    this.submitted = payload.submitted;
    this.next = payload.next;
    const { attributes = {}, facts = {} } = payload.dialogue;
    this.dialogue = { ...payload.dialogue, attributes: { ...facts, ...attributes } };
    this.shown = attributes;
    this.people = new Map(this.dialogue.participants.map(one => [one.id, one]));
    this.candidates = new Map((this.dialogue.candidates || []).map(one => [one.id, one]));
    this.parts = new Map((this.dialogue.parts || []).map(one => [one.id, one]));
    this.roles = new Map(this.dialogue.participants.map(one => [one.id, one.role]));
    this.names = new Map(this.dialogue.participants.map(one => [one.id, one.name || one.id]));
    const strange = payload.schema.fields.filter(field => !canDraw(field));
    this.cannotDraw = payload.schema.cannot_draw || [];
    this.strange = this.cannotDraw.length ? [] : strange;
    this.fields = payload.schema.fields.filter(canDraw).map(field => this.#offered(field));
    this.byId = new Map(this.fields.map(field => [field.id, field]));
    this.byField = payload.schema.order === 'field';
    this.live = new Answers({ sheet: this, own: cell => this.answer(cell), changes: chain => this.changes(chain) });
    this.labels = new Map(); // key (of a cell, or of an item in it) -> label
    this.itemsIn = new Map(); // key of a cell -> keys of its items
    this.unfinished = new Set(); // keys of answers that cannot be sent as they are
    this.given = new Map(); // field id -> {state, value} of the last answer that was given here
    this.hidden = new Set(); // indexes of rows that a filter leaves out
    this.offers = new Map();
    this.undos = []; // acts, each a list of steps
    this.redos = [];
    this.#layOut();
    this.rules = new Rules(this);
    this.take(payload, []);
  }

  get id() {
    return this.dialogue.id;
  }

  // Labels as the server has them; what still waits in the outbox (or was sent meanwhile) lies on top.
  take(payload, waiting) {
    const newest = new Set(waiting.map(keyOfLabel));
    for (const label of payload.labels) {
      const key = keyOfLabel(label);
      const known = this.labels.get(key);
      if (newest.has(key) || known?.status === 'unfinished' || (known?.seq ?? -1) > label.seq) continue;
      this.#keep(key, { ...label, status: 'saved' });
    }
    for (const event of waiting) this.#keep(keyOfLabel(event), labelOfEvent(event, 'sending'));
    for (const [key, draft] of this.drafts?.all() ?? []) if (this.byKey.has(key)) this.#keep(key, { ...draft, status: 'unfinished' });
    this.offers.clear();
    const late = (payload.offered || []).toSorted((left, right) => left.seq - right.seq);
    for (const offer of late) this.offers.set(keyOfLabel(offer), offer);
    this.notes = payload.notes || [];
    this.skipped = payload.skipped ?? null;
    this.#findChanges();
    this.recount();
  }

  #keep(key, label) {
    this.labels.set(key, label);
    if (label.status === 'unfinished') this.unfinished.add(key);
    else this.unfinished.delete(key);
    if (!label.item) return;
    const cell = keyOf(label.field, label.target);
    if (!this.itemsIn.has(cell)) this.itemsIn.set(cell, new Set());
    this.itemsIn.get(cell).add(key);
  }

  // --- answers --------------------------------------------------------------------------------------------------------
  label(cell, item = null) {
    return this.labels.get(item ? itemKey(cell.key, item) : cell.key);
  }

  // Labels of the items that stand in a cell.
  items(cell) {
    const keys = this.itemsIn.get(cell.key);
    return keys ? [...keys].map(key => this.labels.get(key)).filter(label => label.state === 'value') : [];
  }

  // {state, value} of a cell as conditions see it: items come together as one list, and beat a none of the whole.
  answer(cell) {
    const items = cell.field.items && this.itemsIn.has(cell.key) ? this.items(cell) : [];
    if (items.length) return { state: 'value', value: items.map(label => label.value) };
    const label = this.labels.get(cell.key);
    return isAnswered(label) ? label : null;
  }

  // An imported label outside the scheme is no answer, but nothing is written over it either.
  isTouched(cell) {
    return this.answer(cell) !== null || this.labels.get(cell.key)?.state === 'unmapped';
  }

  carried(cell) {
    return cell.field.persists && this.answer(cell) === null ? this.live.carried(cell) : null;
  }

  // What this cell might well say, given other answers; it is shown, and counts for nothing until it is taken.
  proposal(cell) {
    return this.isOpen(cell) ? proposalFor(this, cell) : null;
  }

  offersIn(cell) {
    const keys = [cell.key, ...(this.itemsIn.get(cell.key) ?? [])];
    const late = keys.map(key => this.offers.get(key)).filter(Boolean);
    if (!cell.field.items || !this.offers.size) return late;
    return [...this.offers.values()].filter(offer => keyOf(offer.field, offer.target) === cell.key);
  }

  // --- what is asked ------------------------------------------------------------------------------------------------
  applies(cell) {
    return this.live.counts(cell);
  }

  requires(cell) {
    return this.live.requires(cell);
  }

  // In the order in which the row is worked through.
  asked(row) {
    return row.walk.filter(cell => this.applies(cell));
  }

  isOpen(cell) {
    return this.applies(cell) && !this.live.holds(cell);
  }

  isMissing(cell) {
    return this.#needs(cell) && !this.#isDone(cell);
  }

  // Whether a cell has to be answered: required, or begun with items that are not enough.
  #needs(cell) {
    const { field } = cell;
    if (field.required === false && !field.items) return false;
    if (!this.applies(cell)) return false;
    return (field.blank !== 'none' && this.requires(cell)) || (field.items && this.#lacksItems(cell));
  }

  #isDone(cell) {
    return this.live.holds(cell) && !(cell.field.items && this.#lacksItems(cell));
  }

  #lacksItems(cell) {
    const answer = this.answer(cell);
    return answer?.state === 'value' && !isWhole(cell, answer.value);
  }

  missing() {
    const { filled } = filledIn(this);
    return [...this.cells()].filter(cell => this.#isUnfinished(cell) || ((cell.field.required !== false || cell.field.items) && filled.lacks(cell)));
  }

  #isUnfinished(cell) {
    return this.unfinished.has(cell.key) && this.applies(cell);
  }

  // Untouched cells that will count as none.
  blanks() {
    return filledIn(this).blanks;
  }

  // In the order of curator/model/plan.py.
  cells() {
    return this.order;
  }

  // The next open question after a cell: what is open beside it, then the next that is needed, then (where nothing is
  // needed any more) the next open one. `around`: also look from the top; `needed`: what is needed goes before what is
  // beside.
  nextOpen(row, cell, { around = false, needed = false } = {}) {
    if (this.byField) return this.#firstOpen(cell, around);
    const isWanted = other => (needed && this.needed > this.done ? this.isMissing(other) : this.isOpen(other) || this.isMissing(other));
    const rest = row.walk.slice(row.walk.indexOf(cell) + 1).find(isWanted);
    if (rest) return rest;
    const all = [...this.rows.slice(row.index + 1), ...(around ? this.rows.slice(0, row.index + 1) : [])];
    const order = this.hidden.size ? [...all.filter(other => !this.hidden.has(other.index)), ...all.filter(other => this.hidden.has(other.index))] : all;
    const needy = order.find(other => other.needed > other.done);
    if (needy) return needy.walk.find(other => this.isMissing(other)) ?? null;
    if (this.needed > this.done) return null;
    for (const other of order) {
      const open = other.walk.find(candidate => candidate !== cell && this.isOpen(candidate));
      if (open) return open;
    }
    return null;
  }

  #firstOpen(from, around) {
    let passed = false;
    let open = null;
    let early = null;
    for (const cell of this.order) {
      if (cell === from) passed = true;
      else if (passed && this.isMissing(cell)) return cell;
      else if (!passed && around && !early && this.isMissing(cell)) early = cell;
      else if (passed && !open && this.isOpen(cell)) open = cell;
    }
    return early || (this.needed > this.done ? null : open);
  }

  // --- answering ----------------------------------------------------------------------------------------------------
  // Puts the answer down at once; returns the event to send, or null where it cannot be sent yet (too few chosen).
  // step: the act that this is a part of, or null where it is not to be undone.
  write(cell, state, value, { item = null, certainty = null, extra = {}, visibleMs = null, act = null } = {}) {
    const key = item ? itemKey(cell.key, item) : cell.key;
    const before = this.labels.get(key);
    act?.push({ cell, item, state: before?.state ?? 'retracted', value: before?.value ?? null, certainty: before?.certainty ?? null, extra });
    const problem = state === 'value' && !cell.field.items ? kindOf(cell.field).unfinished(value, cell.field) : null;
    const place = { field: cell.field.id, target: cell.target, item };
    if (problem) {
      const draft = { ...before, ...place, id: before?.id ?? null, state, value, status: 'unfinished', problem };
      this.#keep(key, draft);
      this.drafts?.keep(key, draft);
      this.#changed(cell);
      return null;
    }
    const event = { ...this.#event(cell, state, value, before?.id ?? null, visibleMs), item, ...extra };
    if (cell.field.certainty && certainty !== null && (state === 'value' || state === 'none')) event.certainty = certainty;
    if (state === 'value' && (cell.candidate || cell.field.settings.of === 'candidates')) event.shown_order ??= this.dialogue.shown_order;
    if (this.unfinished.has(key)) this.drafts?.drop(key);
    if (!item && state !== 'retracted') this.given.set(cell.field.id, { state, value });
    this.#keep(key, labelOfEvent(event, 'sending'));
    this.#changed(cell);
    return event;
  }

  #event(cell, state, value, basedOn, visibleMs) {
    const { project, task, schema, guidelines, dialogue } = this.payload;
    return {
      id: uuid(),
      project,
      task,
      round: this.round,
      dialogue: dialogue.id,
      field: cell.field.id,
      target: cell.target,
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
    const label = this.labels.get(keyOfLabel(event));
    const row = this.cellOf(event)?.row;
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

  // The cell of {field, target}, if there is one.
  cellOf({ field, target }) {
    return this.byKey.get(keyOf(field, target));
  }

  fieldOf(id) {
    return this.byId.get(id);
  }

  // --- counting: kept row by row, so that a key press costs one row -------------------------------------------------
  recount() {
    this.needed = 0;
    this.done = 0;
    this.answers = 0;
    for (const row of this.rows) this.#count(row, 1);
  }

  // Whether an answer in this cell can be felt in other rows.
  reaches(cell) {
    return this.asksAbout.has(cell.field.id) && (!cell.row.turn || cell.field.persists);
  }

  #changed(cell) {
    if (cell.field.persists) {
      const chain = chainOf(cell);
      if (!this.chains.has(chain)) this.chains.set(chain, []);
      place(this.chains.get(chain), cell, this.answer(cell) !== null);
    }
    if (!cell.row.turn && this.reaches(cell)) this.recount();
    else for (const row of this.#touched(cell)) this.#recountRow(row);
  }

  // The rows whose counts an answer in a turn can change: its own; and those after it, where it is the first of what
  // persists there, or where conditions ask about it.
  #touched(cell) {
    if (!cell.field.persists || !cell.row.turn) return [cell.row];
    const isFelt = this.asksAbout.has(cell.field.id) || this.live.carried(cell) === null;
    return isFelt ? this.rows.slice(cell.row.index) : [cell.row];
  }

  #recountRow(row) {
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
    for (const cell of row.cells) {
      if (this.answer(cell) !== null) row.answers += 1;
      if (!this.#needs(cell)) continue;
      row.needed += 1;
      if (this.#isDone(cell)) row.done += 1;
    }
    this.needed += share * row.needed;
    this.done += share * row.done;
    this.answers += share * row.answers;
  }

  // --- what persists --------------------------------------------------------------------------------------------------
  // The cells of a chain that are answered, in the order of turns.
  changes(chain) {
    return this.chains.get(chain) ?? [];
  }

  #findChanges() {
    this.chains = new Map(NOWHERE);
    if (!this.fields.some(field => field.persists)) return;
    for (const row of this.rows) {
      for (const cell of row.cells) {
        if (!cell.field.persists || !row.turn || this.answer(cell) === null) continue;
        const chain = chainOf(cell);
        if (this.chains.has(chain)) this.chains.get(chain).push(cell);
        else this.chains.set(chain, [cell]);
      }
    }
  }

  // --- laying out ---------------------------------------------------------------------------------------------------
  #layOut() {
    this.rows = new Layout(this.dialogue, this.fields).rows();
    this.byTurn = new Map();
    this.byKey = new Map();
    for (const row of this.rows) {
      row.walk = this.byField ? row.cells : walkOf(row.cells);
      if (row.turn) this.byTurn.set(row.turn.id, row);
      for (const cell of row.cells) this.byKey.set(cell.key, cell);
    }
    const all = this.rows.flatMap(row => row.cells);
    this.order = this.byField ? this.fields.flatMap(field => all.filter(cell => cell.field === field)) : all;
    const far = new Set(this.fields.filter(field => kindOf(field).marks && (field.settings.scope === 'dialogue' || !this.isInTurns(field))));
    this.marking = far.size ? all.filter(cell => far.has(cell.field)) : []; // cells whose stretches can lie in any turn
    this.asksAbout = new Set(this.fields.flatMap(field => [...fieldsOf(field.when), ...fieldsOf(field.required)]));
  }

  // Goes on with what could be taken back in an earlier lay-out of the same conversation.
  inherit({ undos, redos }) {
    const here = acts => acts.map(act => act.map(step => ({ ...step, cell: this.byKey.get(step.cell.key) })).filter(step => step.cell));
    this.undos = here(undos).filter(act => act.length);
    this.redos = here(redos).filter(act => act.length);
  }

  // The late answer is decided about.
  settled(offer) {
    this.offers.delete(keyOfLabel(offer));
  }

  // The row that a target lies in.
  rowOf(target) {
    if (target.turn) return this.byTurn.get(target.turn) ?? null;
    const group = target.pair ? 'pair' : (['participant', 'case'].find(name => target[name]) ?? 'dialogue');
    const own = target.part || target.candidate ? this.order.find(cell => cell.part === (target.part ?? '') && cell.candidate === (target.candidate ?? '')) : null;
    return own?.row ?? this.rowOfGroup(group);
  }

  // The row of a group that is about no single turn.
  rowOfGroup(group) {
    return this.rows.find(row => row.group === group) ?? null;
  }

  isInTurns(field) {
    return field.per === 'turn' || ['turn', 'part', 'candidate'].includes(field.target);
  }

  #offered(field) {
    const scope = { dialogue: this.dialogue, turn: null, participant: null, answers: () => null };
    const offers = one => (one.options || []).filter(option => !option.only_if || evaluate(option.only_if, scope));
    const parts = (field.parts || []).map(part => ({ ...part, settings: part.settings || {}, options: offers(part) }));
    return { ...field, settings: field.settings || {}, options: offers(field), parts };
  }
}

const labelOfEvent = ({ id, field, target, item, state, value, certainty = null, origin }, status) => ({ id, field, target, item, state, value, certainty, origin, status });

export const speakersOf = (sheet, turn) => turn.speakers.map(id => sheet.names.get(id) || id).join(', ');
