// What one person sees of one conversation: its rows and cells, the answers so far, what is open. Knows no DOM.

import { Answers, filledIn, isAnswered, isWhole } from './answers.js';
import { Begun } from './begun.js';
import { Counts } from './counts.js';
import { uuid } from './dom.js';
import { canDraw, kindOf } from './fields/index.js';
import { laidOut, offeredIn } from './laidout.js';
import { proposalFor } from './proposals.js';
import { Rules } from './rules.js';
import { itemKey, keyOf, keyOfLabel } from './targets.js';

export class Sheet {
  // drafts: where answers are kept that cannot be sent yet, null: for this visit alone; begun: what is no answer yet.
  constructor(payload, person, { drafts = null, begun = new Begun(null) } = {}) {
    Object.assign(this, { drafts, begun });
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
    this.fields = payload.schema.fields.filter(canDraw).map(field => offeredIn(this.dialogue, field));
    this.byId = new Map(this.fields.map(field => [field.id, field]));
    this.byField = payload.schema.order === 'field';
    Object.assign(this, laidOut(this.dialogue, this.fields, { byField: this.byField }));
    this.counts = new Counts(this);
    this.live = new Answers({ sheet: this, own: cell => this.answer(cell), changes: chain => this.counts.changes(chain) });
    this.labels = new Map(); // key (of a cell, or of an item in it) -> label
    this.itemsIn = new Map(); // key of a cell -> keys of its items
    this.unfinished = new Set(); // keys of answers that cannot be sent as they are
    this.given = new Map(); // field id -> {state, value} of the last answer that was given here
    this.hidden = new Set(); // indexes of rows that a filter leaves out
    this.offers = new Map();
    this.undos = []; // acts, each a list of steps
    this.redos = [];
    this.rules = new Rules(this);
    this.take(payload, []);
  }

  get id() {
    return this.dialogue.id;
  }

  // How many cells have to be answered, how many of these are, and how many answers there are in all.
  get needed() {
    return this.counts.needed;
  }

  get done() {
    return this.counts.done;
  }

  get answers() {
    return this.counts.answers;
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
    this.counts.again();
  }

  #keep(key, label) {
    this.labels.set(key, label);
    if (label.status === 'unfinished') this.unfinished.add(key);
    else this.unfinished.delete(key);
    if (!label.item) return;
    const cell = keyOf(label.field, label.target);
    const keys = this.itemsIn.get(cell) ?? new Set();
    if (!keys.has(key)) this.itemsIn.set(cell, new Set([...keys, key].sort())); // as exports order them
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

  // Whether an answer in this cell can be felt in other rows.
  reaches(cell) {
    return this.asksAbout.has(cell.field.id) && (!cell.row.turn || cell.field.persists);
  }

  // In the order in which the row is worked through.
  asked(row) {
    return row.walk.filter(cell => this.applies(cell));
  }

  isOpen(cell) {
    return this.applies(cell) && !this.live.holds(cell);
  }

  isMissing(cell) {
    return this.needs(cell) && !this.isDone(cell);
  }

  // Whether a cell has to be answered: required, or begun with items that are not enough.
  needs(cell) {
    const { field } = cell;
    if (field.required === false && !field.items) return false;
    if (!this.applies(cell)) return false;
    return (field.blank !== 'none' && this.requires(cell)) || (field.items && this.#lacksItems(cell));
  }

  isDone(cell) {
    return this.live.holds(cell) && !(cell.field.items && this.#lacksItems(cell));
  }

  #lacksItems(cell) {
    const answer = this.answer(cell);
    return answer?.state === 'value' && !isWhole(cell, answer.value);
  }

  missing() {
    const { filled } = filledIn(this);
    return this.order.filter(cell => this.#isUnfinished(cell) || ((cell.field.required !== false || cell.field.items) && filled.lacks(cell)));
  }

  #isUnfinished(cell) {
    return (this.unfinished.has(cell.key) || this.begun.has(cell.key)) && this.applies(cell);
  }

  // Untouched cells that will count as none.
  blanks = () => filledIn(this).blanks;

  // In the order of curator/model/plan.py.
  cells() {
    return this.order;
  }

  // --- answering ----------------------------------------------------------------------------------------------------
  // Puts the answer down at once; returns the event to send, or null where it cannot be sent yet (too few chosen). act: the
  // steps that this is one of, or null where it is not to be undone.
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
      this.counts.changed(cell);
      return null;
    }
    const event = { ...this.#event(cell, state, value, before?.id ?? null, visibleMs), item, ...extra };
    if (cell.field.certainty && certainty !== null && (state === 'value' || state === 'none')) event.certainty = certainty;
    if (state === 'value' && (cell.candidate || cell.field.settings.of === 'candidates')) event.shown_order ??= this.dialogue.shown_order;
    if (this.unfinished.has(key)) this.drafts?.drop(key);
    if (state === 'none' || state === 'cannot_tell') this.begun.put(cell.key, null);
    if (!item && state !== 'retracted') this.given.set(cell.field.id, { state, value });
    this.#keep(key, labelOfEvent(event, 'sending'));
    this.counts.changed(cell);
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

  // --- the conversation ----------------------------------------------------------------------------------------------
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
}

const labelOfEvent = ({ id, field, target, item, state, value, certainty = null, origin }, status) => ({ id, field, target, item, state, value, certainty, origin, status });
