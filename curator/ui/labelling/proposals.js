// What an open cell might well say: the other way round of a pair, who speaks, ... Proposals are drawn dashed; nothing
// is stored until somebody takes one.

import { kindOf } from './fields/index.js';
import { keyOf } from './targets.js';

// {value} or null.
export function proposalFor(sheet, cell) {
  return inverseOf(sheet, cell) ?? speakerOf(cell);
}

function inverseOf(sheet, { field, target }) {
  const inverse = field.directed && kindOf(field).inverse;
  if (!inverse) return null;
  const [first, other] = target.pair;
  const label = sheet.labels.get(keyOf(field.id, { ...target, pair: [other, first] }));
  if (label?.state !== 'value' || label.status === 'unfinished') return null;
  const value = inverse(label.value, field);
  return value === null ? null : { value };
}

function speakerOf({ field, row }) {
  if (field.settings.default !== 'speaker' || !row.turn) return null;
  return kindOf(field).ofPeople?.(row.turn.speakers, field) ?? null;
}
