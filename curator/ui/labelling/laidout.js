// A conversation as the page walks it: its rows, its cells by key and in order, and what must be known about the fields
// before anything is answered.

import { kindOf } from './fields/index.js';
import { evaluate, fieldsOf } from './grammar.js';
import { Layout, walkOf } from './layout.js';

// byField: one question through all turns, instead of turn after turn. Returns {rows, byTurn (turn id -> row), byKey (key
// -> cell), order (of cells, as in curator/model/plan.py), marking (cells whose stretches can lie in any turn), asksAbout
// (ids of fields that conditions ask about)}.
export function laidOut(dialogue, fields, { byField }) {
  const rows = new Layout(dialogue, fields).rows();
  const byTurn = new Map();
  const byKey = new Map();
  for (const row of rows) {
    row.walk = byField ? row.cells : walkOf(row.cells);
    if (row.turn) byTurn.set(row.turn.id, row);
    for (const cell of row.cells) byKey.set(cell.key, cell);
  }
  const all = rows.flatMap(row => row.cells);
  const far = new Set(fields.filter(field => kindOf(field).marks && (field.settings.scope === 'dialogue' || !isInTurns(field))));
  return {
    rows,
    byTurn,
    byKey,
    order: byField ? fields.flatMap(field => all.filter(cell => cell.field === field)) : all,
    marking: far.size ? all.filter(cell => far.has(cell.field)) : [],
    asksAbout: new Set(fields.flatMap(field => [...fieldsOf(field.when), ...fieldsOf(field.required)])),
  };
}

export const isInTurns = field => field.per === 'turn' || ['turn', 'part', 'candidate'].includes(field.target);

// A field with those of its options that exist in this conversation.
export function offeredIn(dialogue, field) {
  const scope = { dialogue, turn: null, participant: null, answers: () => null };
  const offers = one => (one.options || []).filter(option => !option.only_if || evaluate(option.only_if, scope));
  const parts = (field.parts || []).map(part => ({ ...part, settings: part.settings || {}, options: offers(part) }));
  return { ...field, settings: field.settings || {}, options: offers(field), parts };
}
