// The cells of a conversation: one for each field at each target that it can ever be asked of, row by row. The order is
// that of curator/model/layout.py; both are held to tests/model/plan-cases.json.

import { evaluate, keysOf } from './grammar.js';
import { keyOf, targetOf, whomOf } from './targets.js';

// Rows that are about no single turn, in reading order.
export const AFTER_TURNS = ['participant', 'pair', 'candidate', 'part', 'dialogue', 'case'];
const SHARED = new Set(['participant', 'pair', 'candidate', 'part']); // several targets in one row

export class Layout {
  constructor(dialogue, fields) {
    Object.assign(this, { dialogue, fields });
    this.people = new Map(dialogue.participants.map(person => [person.id, person]));
    this.candidates = groupedBy(dialogue.candidates || [], one => one.turn || '');
    this.parts = groupedBy(dialogue.parts || [], one => `${one.of_kind} ${one.of_id || ''}`);
    this.ends = new Map(fields.map(field => [field, this.#ends(field)]));
    this.known = new Map(); // what `applies_to` says, where only roles and the dialogue count
    this.plain = new Set(fields.filter(field => keysOf(field.applies_to).every(key => key === 'role' || key.startsWith('dialogue.'))));
  }

  // [{index, group, turn, cells}]: one row a turn, then one a group that has cells.
  rows() {
    const rows = this.dialogue.turns.map((turn, index) => ({ index, group: 'turn', turn, cells: [] }));
    for (const row of rows) for (const field of this.fields) this.#fill(row, field, this.#inTurn(field, row));
    for (const group of AFTER_TURNS) {
      const row = { index: rows.length, group, turn: null, cells: [] };
      for (const field of this.fields) if (field.target === group) this.#fill(row, field, this.#beyondTurns(field, row));
      if (row.cells.length) rows.push(row);
    }
    return rows;
  }

  #fill(row, field, places) {
    for (const place of places) {
      const target = targetOf(place);
      const { participant = '', other = '', part = '', candidate = '' } = place;
      row.cells.push({ row, field, target, key: keyOf(field.id, target), participant, other, part, candidate });
    }
  }

  #inTurn(field, row) {
    const turn = row.turn.id;
    if (SHARED.has(field.target)) {
      if (field.target === 'candidate') return this.#if(field, row, this.#candidatesOf(turn));
      if (field.target === 'part') return this.#if(field, row, this.#partsIn(field, turn));
      return field.per === 'turn' ? this.#peoplePlaces(field, row) : [];
    }
    return field.target === 'turn' && this.#hasWhatItOrders(field, turn) ? this.#if(field, row, [{ turn }]) : [];
  }

  #beyondTurns(field, row) {
    if (field.target === 'participant' || field.target === 'pair') return field.per === 'turn' ? [] : this.#peoplePlaces(field, row);
    return this.#if(field, row, this.#wholePlaces(field));
  }

  #wholePlaces(field) {
    if (field.target === 'dialogue') return this.#hasWhatItOrders(field, '') ? [{}] : [];
    if (field.target === 'case') return this.dialogue.case ? [{ case: this.dialogue.case }] : [];
    if (field.target === 'candidate') return this.#candidatesOf('');
    const whole = new Set((this.candidates.get('') || []).map(one => `candidate ${one.id}`));
    const owners = [...this.parts.keys()].filter(owner => /^(dialogue|case) /.test(owner) || whole.has(owner));
    return owners.flatMap(owner => this.#partsOf(field, owner));
  }

  #candidatesOf(turn) {
    return (this.candidates.get(turn) || []).map(one => ({ candidate: one.id }));
  }

  #partsIn(field, turn) {
    const owners = [`turn ${turn}`, ...(this.candidates.get(turn) || []).map(one => `candidate ${one.id}`)];
    return owners.flatMap(owner => this.#partsOf(field, owner));
  }

  #partsOf(field, owner) {
    const { of = '', type = '' } = field.settings;
    const wanted = (this.parts.get(owner) || []).filter(one => (!of || one.of_kind === of.replace(/s$/, '')) && (!type || one.type === type));
    return wanted.map(one => ({ part: one.id }));
  }

  // What orders candidates is asked only where there are some.
  #hasWhatItOrders(field, turn) {
    return field.settings.of !== 'candidates' || this.candidates.has(turn);
  }

  #if(field, row, places) {
    return places.length && this.#applies(field, row, null) ? places : [];
  }

  #peoplePlaces(field, row) {
    const turn = row.turn?.id;
    const ends = this.ends.get(field);
    const firsts = ends.filter(person => this.#applies(field, row, person));
    if (field.target === 'participant') return firsts.map(person => ({ participant: person.id, turn }));
    return firsts.flatMap(first => {
      const others = ends.filter(second => second !== first && (field.directed || first.id < second.id));
      return others.map(second => ({ participant: first.id, other: second.id, turn }));
    });
  }

  // Who can be asked about, or be an end of the pair: persons, unless `among` says otherwise.
  #ends(field) {
    if (field.target !== 'participant' && field.target !== 'pair') return [];
    const people = this.dialogue.participants;
    if (!field.among) return people.filter(person => person.kind === 'person');
    return people.filter(person => mayBe(person, 'be_an_end') && isAmong(field, person, this.dialogue));
  }

  #applies(field, row, person) {
    if (!field.applies_to) return true;
    const ask = () => evaluate(field.applies_to, { dialogue: this.dialogue, turn: row.turn, turnIdx: row.index, participant: person, answers: () => null });
    if (!this.plain.has(field)) return ask();
    const key = `${field.id} ${person ? person.id : JSON.stringify(row.turn?.speakers ?? null)}`;
    if (!this.known.has(key)) this.known.set(key, ask());
    return this.known.get(key);
  }
}

export const mayBe = (person, what) => !person.may || person.may.includes(what);

// Whether `among` of a field lets somebody in.
export function isAmong(field, person, dialogue) {
  const among = field.among ?? field.settings?.among ?? null;
  return !among || among === 'any' || evaluate(among, { dialogue, turn: null, participant: person, answers: () => null });
}

// The order in which a row is worked through: what is about one person, pair, part or candidate stays together.
export function walkOf(cells) {
  const walk = [];
  for (let start = 0; start < cells.length; ) {
    const axis = cells[start].field.target;
    let end = start + 1;
    while (end < cells.length && cells[end].field.target === axis) end += 1;
    const block = cells.slice(start, end);
    walk.push(...(SHARED.has(axis) ? [...groupedBy(block, whomOf).values()].flat() : block));
    start = end;
  }
  return walk;
}

function groupedBy(things, name) {
  const groups = new Map();
  for (const thing of things) {
    const key = name(thing);
    if (groups.has(key)) groups.get(key).push(thing);
    else groups.set(key, [thing]);
  }
  return groups;
}
