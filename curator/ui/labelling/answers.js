// Which cells count now, given the answers, and which of them are missing or become *none* at submit: the meaning of
// curator/model/plan.py; both are held to tests/model/plan-cases.json.

import { evaluate } from './grammar.js';
import { keyOf, targetOf } from './targets.js';

const ANSWERED = new Set(['value', 'none', 'cannot_tell', 'no_agreement']);

// Whether a label (or an answer) answers its question.
export const isAnswered = label => Boolean(label) && ANSWERED.has(label.state) && label.status !== 'unfinished';

// What a field that persists is asked about, turn after turn.
export const chainOf = cell => keyOf(cell.field.id, { pair: [cell.participant, cell.other] });

// The answers of one person as conditions see them. `own(cell)` -> {state, value} or null is what stands in a cell;
// `changes(chain)` -> its cells that are answered, in the order of turns.
export class Answers {
  constructor({ sheet, own, changes }) {
    Object.assign(this, { sheet, own, changes });
  }

  // Of a field that persists: {state, value, cell} of the last answer that counts at a turn before this one.
  carried(cell) {
    if (!cell.field.persists || !cell.row.turn) return null;
    const changes = this.changes(chainOf(cell));
    for (let at = firstFrom(changes, cell.row.index) - 1; at >= 0; at -= 1) {
      const earlier = changes[at];
      const answer = this.own(earlier);
      if (isAnswered(answer) && this.counts(earlier)) return { state: answer.state, value: answer.value, cell: earlier };
    }
    return null;
  }

  counts(cell) {
    return !cell.field.when || evaluate(cell.field.when, this.scope(cell));
  }

  requires(cell) {
    const { required } = cell.field;
    return required === true || (Boolean(required) && evaluate(required, this.scope(cell)));
  }

  // What a condition sees at a cell, or at another place {row, participant, other, target}.
  scope(place) {
    const { sheet } = this;
    return {
      dialogue: sheet.dialogue,
      turn: place.row?.turn ?? null,
      turnIdx: place.row?.index,
      participant: (place.participant && sheet.people.get(place.participant)) || null,
      answers: id => this.seen(id, place),
    };
  }

  // The answer that a condition finds: the one that stands there, or the one that holds since an earlier turn; null
  // where the field does not count, so that chains of conditions fold up and unfold together.
  seen(id, place) {
    const field = this.sheet.fieldOf(id);
    const cell = field && this.sheet.byKey.get(keyOf(id, seenFrom(field, place, this.sheet.dialogue)));
    if (!cell) return null;
    let answer = this.own(cell);
    if (field.persists && !isAnswered(answer)) answer = this.carried(cell);
    return isAnswered(answer) && this.counts(cell) ? answer : null;
  }

  // Whether a cell counts as answered.
  holds(cell) {
    return isAnswered(this.own(cell)) || this.carried(cell) !== null;
  }

  // Whether a cell keeps the conversation from being submitted.
  lacks(cell) {
    const { field } = cell;
    const answer = this.own(cell);
    if (isAnswered(answer)) return Boolean(field.items && answer.state === 'value') && !isWhole(cell, answer.value) && this.counts(cell);
    return field.required !== false && this.counts(cell) && this.requires(cell) && this.carried(cell) === null;
  }
}

// The target at which a condition at a place finds another field's answer.
export function seenFrom(field, place, dialogue) {
  const { participant = '', other = '' } = place;
  const turn = place.row?.turn?.id ?? '';
  const per = field.per === 'turn' ? turn : '';
  if (field.target === 'turn') return { turn };
  if (field.target === 'participant') return targetOf({ participant, turn: per });
  if (field.target === 'pair') {
    const [first, second] = field.directed || participant < other ? [participant, other] : [other, participant];
    return { pair: [first, second], turn: per };
  }
  if (field.target === 'case') return { case: dialogue.case };
  return field.target === 'dialogue' ? {} : place.target;
}

// Items are enough where they are as many as wanted and, with `tile`, cover the turn but for blanks.
export function isWhole({ field, row }, values) {
  if (values.length < (field.min ?? 0) || values.length > (field.max ?? Infinity)) return false;
  if (!field.settings.tile) return true;
  const text = [...(row.turn?.text ?? '')];
  const isBlank = (from, to) => text.slice(from, to).join('').trim() === '';
  let done = 0;
  for (const { start, end } of values.toSorted((left, right) => left.start - right.start || left.end - right.end)) {
    if (start < done || !isBlank(done, start)) return false;
    done = end;
  }
  return isBlank(done, text.length);
}

function firstFrom(cells, index) {
  let [low, high] = [0, cells.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cells[middle].row.index < index) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Puts a cell where its turn belongs, or takes it out.
export function place(cells, cell, isIn) {
  const at = firstFrom(cells, cell.row.index);
  const stands = cells[at] === cell;
  if (isIn && !stands) cells.splice(at, 0, cell);
  else if (!isIn && stands) cells.splice(at, 1);
}

// {blanks: the untouched cells that become none by a submit, filled: the answers as it would leave them}.
export function filledIn(sheet) {
  const blank = [...sheet.cells()].filter(cell => cell.field.blank === 'none' && !sheet.isTouched(cell));
  const none = new Set();
  if (!blank.length) return { blanks: [], filled: sheet.live };
  let filled = withNone(sheet, none);
  for (;;) {
    const fresh = newlyNone(blank, none, filled);
    if (!fresh.length) break;
    for (const cell of fresh) none.add(cell);
    filled = withNone(sheet, none);
  }
  return { blanks: blank.filter(cell => none.has(cell) && filled.counts(cell)), filled };
}

function withNone(sheet, none) {
  const extra = new Map();
  for (const cell of none) {
    if (!cell.field.persists || !cell.row.turn) continue;
    const chain = chainOf(cell);
    if (!extra.has(chain)) extra.set(chain, [...sheet.counts.changes(chain)]);
    place(extra.get(chain), cell, true);
  }
  return new Answers({
    sheet,
    own: cell => (none.has(cell) ? { state: 'none', value: null } : sheet.answer(cell)),
    changes: chain => extra.get(chain) ?? sheet.counts.changes(chain),
  });
}

// Of a field that persists it is the first open cell alone: none holds from there.
function newlyNone(blank, none, answers) {
  const begun = new Set();
  return blank.filter(cell => {
    if (none.has(cell) || !answers.counts(cell)) return false;
    if (!cell.field.persists) return true;
    if (begun.has(chainOf(cell)) || answers.carried(cell) !== null) return false;
    begun.add(chainOf(cell));
    return true;
  });
}
