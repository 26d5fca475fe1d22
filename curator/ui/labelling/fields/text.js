// Free text. It is saved when the writer stops for a moment, leaves the box or leaves the page.

export const text = {
  name: 'text',
  multiple: false,
  editor: true,

  entries: () => [],

  chosen: () => false,

  // What is sent for what stands in the box.
  written: words => (words.trim() === '' ? { state: 'retracted', value: null } : { state: 'value', value: words }),

  // A rewritten response starts from the turn itself, or from a draft.
  prefill: (field, turn) => {
    const from = { turn: turn?.text, draft: turn?.draft };
    return from[field.settings?.prefill] ?? '';
  },

  // `min` and `max` count characters, as the server does: code points.
  unfinished: (value, field) => {
    const count = [...value].length;
    if (field.min && count < field.min) return ['at_least_characters', { n: field.min }];
    if (field.max && count > field.max) return ['at_most_characters', { n: field.max }];
    return null;
  },

  summary: label => ({ text: label.value.length > 60 ? `${label.value.slice(0, 58)}…` : label.value, quote: true }),
};
