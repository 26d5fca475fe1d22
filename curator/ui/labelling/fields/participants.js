// A set of the conversation's own people. A group (“the couple”) stands alone.

const chosenIds = label => (label?.state === 'value' && Array.isArray(label.value) ? label.value : []);

export const participants = {
  name: 'participants',
  multiple: true,

  entries: (field, { dialogue, turn }) =>
    dialogue.participants
      .filter(person => !field.settings?.exclude_self || !turn?.speakers.includes(person.id))
      .map(person => ({ id: person.id, label: { en: person.name || person.id }, note: person.role, kind: person.kind })),

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
