// Rules across fields: where each is asked, and which of them the answers break. The meaning is that of
// curator/model/rules.py; both are held to tests/model/plan-cases.json.

import { filledIn, seenFrom } from './answers.js';
import { evaluate, fieldsOf, keysOf } from './grammar.js';
import { isInTurns } from './laidout.js';
import { keyOf } from './targets.js';

// A rule is asked at the deepest target that it speaks about: there it sees all the others.
const DEPTH = { case: 0, dialogue: 1, turn: 2, part: 3, candidate: 3, participant: 3, pair: 4 };

export class Rules {
  constructor(sheet) {
    this.sheet = sheet;
    this.rules = (sheet.payload.schema.rules || []).map(rule => this.#prepared(rule)).filter(Boolean);
    this.confirmed = new Set();
  }

  // [{rule, place, key}] of every rule that is broken once the conversation is submitted.
  broken(filled = filledIn(this.sheet).filled) {
    return this.rules.flatMap(one => this.#placesOf(one, filled).filter(place => this.#isBroken(one, place, filled)).map(place => found(one, place)));
  }

  // The same for one row, and among rules about all turns for that turn alone. `now`: only where every question that the
  // rule speaks about is answered, so that nobody is scolded halfway.
  brokenIn(row, { now = false } = {}) {
    if (!this.rules.length) return [];
    const answers = now ? this.sheet.live : this.#leaving(row);
    return this.rules.flatMap(one => {
      const places = this.#placesOf(one, answers, row).filter(place => (now ? this.#isDone(one, place) : true) && this.#isBroken(one, place, answers));
      return places.map(place => found(one, place));
    });
  }

  // Rules that only ask, and were not confirmed yet.
  toAsk(broken) {
    return broken.filter(one => one.rule.level === 'ask' && !this.confirmed.has(one.key));
  }

  confirm(broken) {
    for (const one of broken) this.confirmed.add(one.key);
  }

  // The row's cell at which somebody can mend it.
  cellOf({ fields, place }) {
    const cells = fields.map(field => this.sheet.byKey.get(keyOf(field.id, seenFrom(field, place, this.sheet.dialogue)))).filter(Boolean);
    return cells.find(cell => cell.row === place.row && this.sheet.applies(cell)) ?? cells[0] ?? this.sheet.rows[place.row?.index ?? 0]?.walk[0] ?? null;
  }

  #prepared(rule) {
    const expressions = [rule.when, rule.forbid, rule.require].filter(Boolean);
    const names = new Set(expressions.flatMap(fieldsOf));
    const fields = this.sheet.fields.filter(field => names.has(field.id));
    if (fields.length < names.size) return null; // a task that does not ask them all
    const deepest = Math.max(0, ...fields.map(field => DEPTH[field.target]));
    const bothWays = fields.some(field => field.directed);
    const deep = fields.filter(field => DEPTH[field.target] === deepest && Boolean(field.directed) === bothWays);
    const keys = expressions.flatMap(keysOf);
    const whom = fields.some(field => ['participant', 'pair'].includes(field.target));
    const asksTurns = fields.some(field => field.target === 'turn' || field.per === 'turn') || keys.some(key => key.startsWith('turn.') || (key === 'role' && !whom));
    return { rule, fields, deep: new Set(deep), asksTurns };
  }

  // The distinct places of the deepest fields; at all turns where the rule asks about turns beside what is about none.
  #placesOf({ fields, deep, asksTurns }, answers, onlyRow = null) {
    const places = new Map();
    const inTurns = [...deep].some(field => isInTurns(field));
    const rows = onlyRow && (inTurns || onlyRow.group !== 'turn') ? [onlyRow] : this.sheet.rows;
    if (!deep.size) places.set('', { row: null, target: {} });
    for (const row of deep.size ? rows : []) {
      for (const cell of row.cells) if (deep.has(cell.field)) places.set(keyOf('', cell.target), cell);
    }
    let found = [...places.values()];
    if (asksTurns && !inTurns) {
      const turns = onlyRow?.group === 'turn' ? [onlyRow] : this.sheet.rows.filter(row => row.turn);
      found = turns.flatMap(row => found.map(({ participant = '', other = '', target }) => ({ row, participant, other, target: { ...target, turn: row.turn.id } })));
    } else if (onlyRow && !inTurns && onlyRow.group === 'turn') {
      found = [];
    }
    return found.filter(place => !fields.length || fields.some(field => this.#counts(field, place, answers)));
  }

  #counts(field, place, answers) {
    const cell = this.sheet.byKey.get(keyOf(field.id, seenFrom(field, place, this.sheet.dialogue)));
    return Boolean(cell) && answers.counts(cell);
  }

  #isDone({ fields }, place) {
    return fields.every(field => {
      const cell = this.sheet.byKey.get(keyOf(field.id, seenFrom(field, place, this.sheet.dialogue)));
      return !cell || !this.sheet.live.counts(cell) || this.sheet.live.holds(cell);
    });
  }

  #isBroken({ rule }, place, answers) {
    const scope = answers.scope(place);
    if (rule.when && !evaluate(rule.when, scope)) return false;
    return rule.forbid ? evaluate(rule.forbid, scope) : !evaluate(rule.require, scope);
  }

  // The answers as they stand when somebody leaves a row: what is blank there counts as none already.
  #leaving(row) {
    const { live } = this.sheet;
    if (!row.cells.some(cell => cell.field.blank === 'none')) return live;
    const own = cell => (cell.row === row && cell.field.blank === 'none' && !this.sheet.isTouched(cell) && live.carried(cell) === null ? { state: 'none', value: null } : live.own(cell));
    return Object.assign(Object.create(live), { own });
  }
}

const found = ({ rule, fields }, place) => ({ rule, fields, place, key: keyOf(`${rule.index}`, place.target) });
