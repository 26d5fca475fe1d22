// Where options are open, what was written once in this conversation is offered again.

// namesIn(label) -> the ids of options in one answer.
export function added(field, context, namesIn) {
  if (!field.open || !context?.sheet) return field.options;
  const known = new Set(field.options.map(option => option.id));
  const fresh = [];
  for (const label of context.sheet.labels.values()) {
    if (label.field !== field.id || label.state !== 'value') continue;
    for (const id of namesIn(label)) {
      if (known.has(id)) continue;
      known.add(id);
      fresh.push({ id, label: {} });
    }
  }
  return fresh.length ? [...field.options, ...fresh.toSorted((left, right) => (left.id < right.id ? -1 : 1))] : field.options;
}
