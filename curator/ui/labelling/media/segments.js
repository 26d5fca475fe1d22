// Stretches of a recording, {start, end, label, …} in seconds: making and changing them, without a page.
// Whole milliseconds, or whole steps of the field's grid: what the server checks, and what files can hold exactly.

export const LEAST = 0.01; // the shortest stretch that can be drawn by hand

export const exact = (time, grid) => (grid ? tidy(Math.round(time / grid) * grid) : Math.round(time * 1_000) / 1_000);

// 3 * 0.1 is not 0.3: nine places are more than any grid needs.
const tidy = number => Number(number.toFixed(9));

export const clamp = (time, length) => Math.min(Math.max(time, 0), length ?? Infinity);

// Two times in any order -> {start, end}, or null where nothing is left between them.
export function make(one, other, { length, grid, ...rest } = {}) {
  const [start, end] = [inside(Math.min(one, other), length, grid), inside(Math.max(one, other), length, grid)];
  return end - start < least(grid) ? null : { start, end, ...rest };
}

// The last step of a grid may lie beyond the end of the recording.
function inside(time, length, grid) {
  const found = exact(clamp(time, length), grid);
  return length !== undefined && found > length ? exact(Math.floor(length / (grid || 0.001)) * (grid || 0.001), grid) : found;
}

const least = grid => (grid || LEAST) - 1e-9;

// The same length, elsewhere; it stops at both ends of the recording.
export function moved(segment, by, { length, grid } = {}) {
  const span = segment.end - segment.start;
  const start = inside(clamp(segment.start + by, length === undefined ? length : Math.max(0, length - span)), length, grid);
  return { ...segment, start, end: exact(start + span, grid) };
}

// One edge elsewhere; it cannot pass the other one.
export function withEdge(segment, edge, time, { length, grid } = {}) {
  const gap = grid || LEAST;
  const to = inside(time, length, grid);
  return edge === 'start'
    ? { ...segment, start: Math.min(to, exact(Math.max(0, segment.end - gap), grid)) }
    : { ...segment, end: Math.max(to, exact(segment.start + gap, grid)) };
}

// [before, after], or null where the time is not well inside. Both keep label and parts; the caller gives one a new id.
export function split(segment, time, { grid } = {}) {
  const at = exact(time, grid);
  if (at - segment.start < least(grid) || segment.end - at < least(grid)) return null;
  return [{ ...segment, end: at }, { ...segment, start: at }];
}

// One stretch over both, with what the first one says; a gap between them is filled.
export const merge = (first, second) => ({
  ...first,
  start: Math.min(first.start, second.start),
  end: Math.max(first.end, second.end),
});

// What of it lies within the recording, or null.
export function clip(segment, length) {
  const [start, end] = [exact(clamp(segment.start, length)), exact(clamp(segment.end, length))];
  return end - start < least() ? null : { ...segment, start, end };
}

// Start and end times of turns, each once, in order.
export function edgesOf(turns) {
  const times = turns.flatMap(turn => [turn.start, turn.end]).filter(time => typeof time === 'number');
  return [...new Set(times)].sort((a, b) => a - b);
}

// The nearest edge no further than `reach` seconds, else the time itself.
export function snap(time, edges, reach) {
  const after = firstFrom(edges, time);
  const near = [edges[after - 1], edges[after]].filter(edge => edge !== undefined && Math.abs(edge - time) <= reach);
  if (!near.length) return time;
  return near.reduce((best, edge) => (Math.abs(edge - time) < Math.abs(best - time) ? edge : best));
}

// Index of the first entry that is not before `time`, in a sorted list; `of` reads an entry's time.
export function firstFrom(sorted, time, of = entry => entry) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (of(sorted[middle]) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

// The one before or after this one in time, under the same label if `alike`; null at the ends.
export function neighbour(segments, segment, direction, { alike = false } = {}) {
  const sorted = [...segments].sort((a, b) => a.start - b.start || a.end - b.end);
  const at = sorted.findIndex(one => one.id === segment.id);
  for (let index = at + direction; at >= 0 && index >= 0 && index < sorted.length; index += direction) {
    if (!alike || sorted[index].label === segment.label) return sorted[index];
  }
  return null;
}
