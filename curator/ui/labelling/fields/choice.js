// One option.

import { added } from './openoptions.js';

export const choice = {
  name: 'choice',
  multiple: false,

  entries: (field, context) => added(field, context, label => [label.value]),

  chosen: (label, option) => label?.state === 'value' && label.value === option.id,

  // The answer after an option was taken.
  take: (label, option) => ({ state: 'value', value: option.id }),

  // What keeps the answer from being sent, as [word, values], or null.
  unfinished: () => null,

  // What this answer about (a, b) says of (b, a), or null.
  inverse: (value, field) => inverseOption(field, value),

  summary: (label, field, nameOf) => {
    const option = field.options.find(candidate => candidate.id === label.value);
    return { text: option ? nameOf(option) : String(label.value), colour: option?.colour };
  },
};

export function inverseOption(field, id) {
  const inverse = field.options.find(option => option.id === id)?.inverse || '';
  if (field.options.some(option => option.id === inverse)) return inverse;
  return inverse === 'symmetric' ? id : null;
}
