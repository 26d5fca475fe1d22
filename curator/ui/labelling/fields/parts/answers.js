// What holds among the parts of one record: which are asked, what is missing, whom `exclude` rules out, what an entry
// makes of an answer. Nothing here draws.

import { evaluate } from '../../grammar.js';

export const isEmpty = value => value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length);

export const asLabel = value => (isEmpty(value) ? null : { state: 'value', value });

// where: {dialogue, turn}. Conditions between parts see the answers of the record alone.
const scopeOf = (answers, { dialogue, turn }) => ({
  dialogue,
  turn: turn ?? null,
  turnIdx: turn?.idx ?? null,
  participant: null,
  answers: id => asLabel(answers[id]),
});

export const isAsked = (part, answers, where) => !part.when || evaluate(part.when, scopeOf(answers, where));

export const isRequired = (part, answers, where) =>
  part.required === true || (Boolean(part.required) && evaluate(part.required, scopeOf(answers, where)));

// The answers without those to parts that are not asked, in the scheme's order, and without empty ones.
export function kept(parts, answers, where) {
  const found = {};
  for (const part of parts) if (!isEmpty(answers[part.id]) && isAsked(part, answers, where)) found[part.id] = answers[part.id];
  return found;
}

// Parts that still lack something: [{part, why}]; why: null = no answer, else [word, values].
export function lacking(parts, answers, where, kindOf) {
  return parts
    .filter(part => isAsked(part, answers, where))
    .map(part => {
      if (isEmpty(answers[part.id])) return isRequired(part, answers, where) ? { part, why: null } : null;
      const kind = kindOf(part);
      const why = kind.items ? countOf(part, answers[part.id]) : kind.unfinished(answers[part.id], part);
      return why ? { part, why } : null;
    })
    .filter(Boolean);
}

function countOf(part, values) {
  if (part.min && values.length < part.min) return ['at_least', { n: part.min }];
  if (part.max && values.length > part.max) return ['at_most', { n: part.max }];
  return null;
}

// Entries of a part as they are offered now: without those named in the part that it excludes (or that excludes it).
export function offered(part, parts, entries, answers) {
  const others = parts.filter(other => other.id === part.settings?.exclude || other.settings?.exclude === part.id);
  const named = new Set(others.flatMap(other => (Array.isArray(answers[other.id]) ? answers[other.id] : [])));
  const mine = new Set(Array.isArray(answers[part.id]) ? answers[part.id] : []);
  return entries.filter(entry => mine.has(entry.id) || !named.has(entry.id));
}

// Answers of a new record: who speaks, where a part begins with the speaker.
export function beginning(parts, where, entriesOf) {
  const found = {};
  for (const part of parts) {
    if (part.settings?.default !== 'speaker' || !where.turn) continue;
    const can = new Set(entriesOf(part).map(entry => entry.id));
    const speakers = where.turn.speakers.filter(id => can.has(id)).slice(0, part.max || undefined);
    if (speakers.length) found[part.id] = speakers;
  }
  return found;
}

// Options that exist in this conversation.
export const optionsIn = (part, where) => (part.options || []).filter(option => !option.only_if || evaluate(option.only_if, scopeOf({}, where)));

// Whether a part is settled by one pick, so that the next one can come by itself.
export const isSettled = (part, kind, value) => !kind.multiple || (Boolean(part.max) && Array.isArray(value) && value.length >= part.max);
