// An answer in a few words.

import { kindOf } from './fields/index.js';
import { labelOf } from './words.js';

// {text, colour?} of one label, or null where there is no answer.
export function summaryOf(sheet, cell, label, { say, language }) {
  if (!label || label.state === 'retracted' || label.state === 'unmapped') return null;
  if (label.state !== 'value') return { text: say(label.state) };
  const given = kindOf(cell.field).items && !Array.isArray(label) ? [label] : label;
  const found = kindOf(cell.field).summary(given, cell.field, thing => labelOf(thing, language), contextOf(sheet, cell));
  const sure = label.certainty ? say(`sure_${label.certainty}`) : '';
  return sure && label.certainty < 3 ? { ...found, text: `${found.text} (${sure})` } : found;
}

// {text, colour?, how: 'given' | 'carried' | 'proposed', since?} of what stands in a cell, or null.
export function answerIn(sheet, cell, view) {
  const items = cell.field.items ? sheet.items(cell) : [];
  if (items.length) {
    const found = kindOf(cell.field).summary(items, cell.field, thing => labelOf(thing, view.language), contextOf(sheet, cell));
    return { ...found, how: 'given' };
  }
  const own = summaryOf(sheet, cell, sheet.label(cell), view);
  if (own) return { ...own, how: 'given' };
  const carried = sheet.carried(cell);
  if (carried) return { ...summaryOf(sheet, cell, carried, view), how: 'carried', since: carried.cell.row.index + 1 };
  const proposed = sheet.proposal(cell);
  return proposed ? { ...summaryOf(sheet, cell, { state: 'value', ...proposed }, view), how: 'proposed' } : null;
}

// What the kinds may look at.
export const contextOf = (sheet, cell) => ({ dialogue: sheet.dialogue, turn: cell.row.turn, cell, sheet });

// Labels of a cell, of the whole and of its items: for what has become of them.
export function labelsIn(sheet, cell) {
  const own = sheet.label(cell);
  const items = cell.field.items ? [...(sheet.itemsIn.get(cell.key) ?? [])].map(key => sheet.labels.get(key)) : [];
  return own ? [own, ...items] : items;
}
