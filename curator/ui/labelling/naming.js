// How rows, people, pairs, parts and candidates are called on the page.

import { h } from './dom.js';
import { labelOf } from './words.js';

const EXCERPT = 60;
const LETTERS = 26;

// A, B, …, Z, then 27, 28, …: the name that everybody sees, and that tells nothing of where a candidate is from.
export const letterOf = idx => (idx < LETTERS ? String.fromCharCode(65 + idx) : String(idx + 1));

export function candidateName(sheet, id, say) {
  const candidate = sheet.candidates.get(id);
  const beside = (sheet.dialogue.candidates || []).filter(one => one.turn === candidate?.turn);
  return say('candidate', { name: letterOf(Math.max(0, beside.indexOf(candidate))) });
}

export const contentOf = ({ content }) => {
  if (typeof content === 'string') return content;
  return typeof content?.text === 'string' ? content.text : JSON.stringify(content ?? '');
};

export const excerpt = text => (text.length > EXCERPT ? `${text.slice(0, EXCERPT - 2).trimEnd()}…` : text);

export const speakersOf = (sheet, turn) => turn.speakers.map(id => sheet.names.get(id) || id).join(', ');

// Whom or what a cell is about, beyond its row: text, or an empty text.
export function whomText(sheet, cell, say) {
  const { participant, other, part, candidate, field } = cell;
  const name = id => sheet.names.get(id) || id;
  if (other) return say(field.directed ? 'pair_directed' : 'pair_both', { first: name(participant), other: name(other) });
  if (participant) return name(participant);
  if (candidate) return candidateName(sheet, candidate, say);
  return part ? excerpt(sheet.parts.get(part)?.text || part) : '';
}

// The same in full, for the heading of the question.
export function drawWhom(sheet, cell, say) {
  const { participant, other, part, candidate, field } = cell;
  if (other) return [...name(sheet, participant), h('span', { class: 'way' }, field.directed ? ' → ' : ' + '), ...name(sheet, other)];
  if (participant) return name(sheet, participant);
  if (candidate) return [h('strong', {}, candidateName(sheet, candidate, say)), quote(contentOf(sheet.candidates.get(candidate)))];
  return part ? [quote(sheet.parts.get(part)?.text || part)] : [];
}

const name = (sheet, id) => [
  h('bdi', { class: 'person' }, sheet.names.get(id) || id),
  sheet.roles.get(id) && sheet.roles.get(id) !== sheet.names.get(id) ? h('span', { class: 'role' }, ` ${sheet.roles.get(id)}`) : null,
].filter(Boolean);

const quote = text => h('blockquote', { dir: 'auto' }, text);

export function rowName(sheet, row, say) {
  if (row.turn) return say('turn_of', { n: row.index + 1, of: sheet.dialogue.turns.length });
  return row.group === 'dialogue' ? say('whole') : say(`row_${row.group}`);
}

export const shortRowName = (row, say) => (row.turn ? say('turn', { n: row.index + 1 }) : row.group === 'dialogue' ? say('whole') : say(`row_${row.group}`));

// What is asked: of `for_each` the entry, under the heading of them all.
export const askedOf = (field, language) => (field.entry && sameLabel(field) ? field.entry : labelOf(field, language));

export const headingOf = (field, language) => (field.entry ? labelOf({ id: field.of, label: field.heading }, language) : '');

const sameLabel = field => JSON.stringify(field.label ?? {}) === JSON.stringify(field.heading ?? {});

// “Equality of Ana → Ben”: enough to know a cell by, anywhere.
export function cellName(sheet, cell, { say, language }) {
  const whom = whomText(sheet, cell, say);
  const heading = headingOf(cell.field, language);
  return [heading, askedOf(cell.field, language), whom].filter(Boolean).join(' · ');
}
