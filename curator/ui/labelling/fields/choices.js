// A set of options, in the scheme's order (or in the order of choosing, where the field is `ordered`).

const chosenIds = label => (label?.state === 'value' && Array.isArray(label.value) ? label.value : []);

export const choices = {
  name: 'choices',
  multiple: true,

  entries: field => field.options,

  chosen: (label, option) => chosenIds(label).includes(option.id),

  take: (label, option, field) => {
    const before = chosenIds(label);
    const after = before.includes(option.id) ? before.filter(id => id !== option.id) : [...before, option.id];
    if (!after.length) return { state: 'retracted', value: null };
    const order = field.options.map(candidate => candidate.id);
    if (!field.settings?.ordered) after.sort((left, right) => order.indexOf(left) - order.indexOf(right));
    return { state: 'value', value: after };
  },

  unfinished: (value, field) => {
    if (field.min && value.length < field.min) return ['at_least', { n: field.min }];
    if (field.max && value.length > field.max) return ['at_most', { n: field.max }];
    return null;
  },

  summary: (label, field, nameOf) => {
    const names = label.value.map(id => {
      const option = field.options.find(candidate => candidate.id === id);
      return option ? nameOf(option) : id;
    });
    const first = field.options.find(option => option.id === label.value[0]);
    return { text: names.join(', '), colour: first?.colour };
  },
};
