// One option.

export const choice = {
  name: 'choice',
  multiple: false,

  entries: field => field.options,

  chosen: (label, option) => label?.state === 'value' && label.value === option.id,

  // The answer after an option was taken.
  take: (label, option) => ({ state: 'value', value: option.id }),

  // What keeps the answer from being sent, as [word, values], or null.
  unfinished: () => null,

  summary: (label, field, nameOf) => {
    const option = field.options.find(candidate => candidate.id === label.value);
    return { text: option ? nameOf(option) : String(label.value), colour: option?.colour };
  },
};
