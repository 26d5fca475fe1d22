// A set of options, in the scheme's order (or in the order of choosing, where the field is `ordered`); with `intensity`
// each has a point of a small scale.

import { inverseOption } from './choice.js';
import { added } from './openoptions.js';
import { points } from './scale.js';

const chosenIn = label => (label?.state === 'value' && Array.isArray(label.value) ? label.value : []);
const idOf = one => (one !== null && typeof one === 'object' ? one.option : one);

export const choices = {
  name: 'choices',
  multiple: true,

  entries: (field, context) => added(field, context, label => chosenIn(label).map(idOf)),

  chosen: (label, option) => chosenIn(label).some(one => idOf(one) === option.id),

  take: (label, option, field) => {
    const before = chosenIn(label);
    const isIn = before.some(one => idOf(one) === option.id);
    const fresh = field.settings?.intensity ? { option: option.id, intensity: null } : option.id;
    const after = isIn ? before.filter(one => idOf(one) !== option.id) : [...before, fresh];
    return after.length ? { state: 'value', value: sorted(after, field) } : { state: 'retracted', value: null };
  },

  unfinished: (value, field) => {
    if (field.min && value.length < field.min) return ['at_least', { n: field.min }];
    if (field.max && value.length > field.max) return ['at_most', { n: field.max }];
    return field.settings?.intensity && value.some(one => one.intensity === null) ? ['strength_open', {}] : null;
  },

  // After an option was taken: [{point, value: the answer with it, chosen}], or null where no strength is asked.
  strengths: (answer, option, field) => {
    const { intensity } = field.settings ?? {};
    const taken = intensity && chosenIn(answer).find(one => one.option === option.id);
    if (!taken) return null;
    const withPoint = point => answer.value.map(one => (one === taken ? { ...one, intensity: point } : one));
    return points(intensity).map(point => ({ point, value: withPoint(point), chosen: taken.intensity === point }));
  },

  // What stands behind a chosen option instead of a tick.
  noteOf: (label, option) => {
    const strength = chosenIn(label).find(one => idOf(one) === option.id)?.intensity;
    return strength === undefined || strength === null ? '' : String(strength);
  },

  // All of the set or nothing: half of it would look like an answer.
  inverse: (value, field) => {
    const turned = value.map(one => inverseOption(field, idOf(one)));
    if (turned.includes(null)) return null;
    if (field.settings?.intensity) return sorted(value.map((one, i) => ({ ...one, option: turned[i] })), field);
    return sorted([...new Set(turned)], field);
  },

  summary: (label, field, nameOf) => {
    const optionOf = one => field.options.find(candidate => candidate.id === idOf(one));
    const names = label.value.map(one => {
      const option = optionOf(one);
      const name = option ? nameOf(option) : String(idOf(one));
      return one?.intensity === undefined || one.intensity === null ? name : `${name} ${one.intensity}`;
    });
    return { text: names.join(', '), colour: label.value.length ? optionOf(label.value[0])?.colour : undefined };
  },
};

function sorted(chosen, field) {
  if (field.settings?.ordered) return chosen;
  const order = field.options.map(option => option.id);
  const placeOf = one => (order.includes(idOf(one)) ? order.indexOf(idOf(one)) : order.length);
  return chosen.toSorted((left, right) => placeOf(left) - placeOf(right) || (idOf(left) < idOf(right) ? -1 : 1));
}
