// The context of a part that has a surface of its own (spans or turns inside a record): its answers live in the form.

import { asLabel } from './answers.js';

export function nestedContext(ctx, part, form) {
  const list = () => form.answers[part.id] ?? [];
  return {
    ...ctx,
    isNested: true,
    cell: { ...ctx.cell, field: part, key: `${ctx.cell.key} ${part.id}` },
    labels: () => list().map((value, i) => ({ id: String(i), item: String(i), state: 'value', value, status: 'saved' })),
    label: () => asLabel(form.answers[part.id]),
    newItem: () => String(list().length),
    put(value, { item = null, state = 'value', goOn = false } = {}) {
      if (state !== 'value') form.set(part, null);
      else if (item === null) form.set(part, value);
      else form.set(part, replaced(list(), Number(item), value));
      if (goOn) form.walk(1);
    },
    retract: item => form.set(part, list().filter((_, i) => i !== Number(item))),
    marks: undefined,
    howSure: () => null,
    together: run => run(),
  };
}

const replaced = (list, index, value) => [...list.slice(0, index), value, ...list.slice(index + 1)];
