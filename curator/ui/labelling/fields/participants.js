// A set of the conversation's own people. A group (“the couple”) stands alone.

import { isAmong, mayBe } from '../layout.js';

const chosenIds = label => (label?.state === 'value' && Array.isArray(label.value) ? label.value : []);

export const participants = {
  name: 'participants',
  multiple: true,

  entries: (field, { dialogue, turn, cell }) =>
    dialogue.participants
      .filter(person => mayBe(person, 'be_addressed') && isAmong(field, person, dialogue))
      .map((person, place) => ({ id: person.id, label: { en: person.name || person.id }, note: person.role, kind: person.kind, place }))
      .filter(person => !field.settings?.exclude_self || !oneselfIn(turn, cell).includes(person.id)),

  // Everybody keeps one number through the conversation: that of whoever is left out stays empty.
  digit: ({ place }) => (place < 9 ? String(place + 1) : null),

  chosen: (label, entry) => chosenIds(label).includes(entry.id),

  take: (label, entry, field, { dialogue }) => {
    const before = chosenIds(label);
    const groups = new Set(dialogue.participants.filter(person => person.kind === 'group').map(person => person.id));
    const others = entry.kind === 'group' ? [] : before.filter(id => !groups.has(id));
    const after = before.includes(entry.id) ? before.filter(id => id !== entry.id) : [...others, entry.id];
    if (!after.length) return { state: 'retracted', value: null };
    const order = dialogue.participants.map(person => person.id);
    return { state: 'value', value: after.sort((left, right) => order.indexOf(left) - order.indexOf(right)) };
  },

  // The answer that names these people, where it can be one.
  ofPeople: (ids, field) => (ids.length && ids.length <= (field.max ?? Infinity) ? { value: [...ids] } : null),

  unfinished: (value, field) => {
    if (field.min && value.length < field.min) return ['at_least', { n: field.min }];
    if (field.max && value.length > field.max) return ['at_most', { n: field.max }];
    return null;
  },

  summary: (label, field, nameOf, { dialogue }) => {
    const names = new Map(dialogue.participants.map(person => [person.id, person.name || person.id]));
    return { text: label.value.map(id => names.get(id) || id).join(', ') };
  },
};

// Who would name himself: the people that are asked about, else who speaks.
function oneselfIn(turn, cell) {
  const ends = [cell?.participant, cell?.other].filter(Boolean);
  return ends.length ? ends : (turn?.speakers ?? []);
}
