// An order with ties: a list of groups, best first, [["c2"], ["c1", "c3"]]. Nothing here knows of a page.

const copy = order => order.map(group => [...group]);
const placeOf = (order, id) => order.findIndex(group => group.includes(id));
const filled = order => order.filter(group => group.length);

// Within a group: in the order shown, as the server keeps it.
export const tidy = (order, shown) => filled(order).map(group => [...group].sort((left, right) => shown.indexOf(left) - shown.indexOf(right)));

export const placed = order => order.flat();

export const isWhole = (order, shown) => shown.every(id => placed(order).includes(id));

// One more at the end, or beside the last one where `tie`. What is placed already stays.
export function place(order, id, { tie = false } = {}) {
  if (placeOf(order, id) >= 0) return order;
  const next = copy(order);
  if (tie && next.length) next.at(-1).push(id);
  else next.push([id]);
  return next;
}

// The last one that is left goes to the end by itself.
export function completed(order, shown) {
  const left = shown.filter(id => !placed(order).includes(id));
  return left.length === 1 && order.length ? place(order, left[0]) : order;
}

// One place up (-1) or down (1). Out of a tie it stands alone; alone, it changes places with its neighbour.
export function move(order, id, way) {
  const next = copy(order);
  const at = placeOf(next, id);
  if (at < 0) return order;
  if (next[at].length > 1) {
    next[at] = next[at].filter(other => other !== id);
    next.splice(way < 0 ? at : at + 1, 0, [id]);
    return next;
  }
  const to = at + way;
  if (to < 0 || to >= next.length) return order;
  [next[at], next[to]] = [next[to], next[at]];
  return next;
}

// To a place among the groups (0 = before all), alone.
export function moveTo(order, id, index) {
  const at = placeOf(order, id);
  const alone = at >= 0 && order[at].length === 1;
  const next = copy(order).map(group => group.filter(other => other !== id));
  next.splice(index, 0, [id]);
  return alone && (index === at || index === at + 1) ? order : filled(next);
}

// Beside the group above; where it is tied already, alone below the rest of its group.
export function tie(order, id) {
  const next = copy(order);
  const at = placeOf(next, id);
  if (at < 0) return order;
  if (next[at].length > 1) {
    next[at] = next[at].filter(other => other !== id);
    next.splice(at + 1, 0, [id]);
    return next;
  }
  if (at === 0) return order;
  next[at - 1].push(id);
  next.splice(at, 1);
  return next;
}
