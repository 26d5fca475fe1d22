// Stretches {start, end, …} of one text: lanes for those that overlap, pieces for drawing, and tiles without a gap.
// Offsets are of any kind, as long as they are of one kind.

const byPlace = (left, right) => left.start - right.start || right.end - left.end;

// Each stretch with a `lane`, counted from 0: those that overlap lie in different lanes.
export function inLanes(stretches) {
  const ends = [];
  return [...stretches].sort(byPlace).map(stretch => {
    let lane = ends.findIndex(end => end <= stretch.start);
    if (lane < 0) lane = ends.length;
    ends[lane] = stretch.end;
    return { ...stretch, lane };
  });
}

// The text's length cut at every edge -> [{start, end, over: [stretches that cover it]}], without a gap.
export function pieces(size, stretches) {
  const inside = stretches.filter(stretch => stretch.end > 0 && stretch.start < size);
  const edges = new Set([0, size, ...inside.flatMap(({ start, end }) => [Math.max(0, start), Math.min(end, size)])]);
  const sorted = [...edges].sort((left, right) => left - right);
  return sorted.slice(0, -1).map((start, i) => {
    const end = sorted[i + 1];
    return { start, end, over: inside.filter(stretch => stretch.start <= start && stretch.end >= end) };
  });
}

// --- tiles: they cover the text from end to end ---------------------------------------------------------------------

// What has to be stored so that there is an edge at `at`, all the rest staying -> {put: [stretch], moved}. A stretch with
// an `item` has changed, one without is new. Nothing there yet: the first piece ends there and the rest is the second.
export function splitAt(size, tiles, at) {
  if (at <= 0 || at >= size) return { put: [] };
  const hit = tiles.find(tile => tile.start < at && at < tile.end);
  if (hit) return { put: [{ ...hit, end: at }, { ...without(hit), start: at, end: hit.end }] };
  const gap = gaps(size, tiles).find(hole => hole.start < at && at < hole.end);
  return { put: gap ? [{ start: gap.start, end: at }, { start: at, end: gap.end }] : [] };
}

const without = ({ item: _item, ...rest }) => rest;

// The tile before a place takes in the one after it -> {put: [stretch], gone: [stretch]}.
export function joinAt(tiles, at) {
  const before = tiles.find(tile => tile.end === at);
  const after = tiles.find(tile => tile.start === at);
  return before && after ? { put: [{ ...before, end: after.end }], gone: [after] } : { put: [], gone: [] };
}

// Stretches that no tile covers.
export function gaps(size, tiles) {
  const found = [];
  let done = 0;
  for (const tile of [...tiles].sort(byPlace)) {
    if (tile.start > done) found.push({ start: done, end: tile.start });
    done = Math.max(done, tile.end);
  }
  if (done < size) found.push({ start: done, end: size });
  return found;
}

// Whether tiles cover everything but white space, and nothing twice: what the server asks of them.
export function covers(text, tiles) {
  const sorted = [...tiles].sort(byPlace);
  const overlaps = sorted.some((tile, i) => i > 0 && tile.start < sorted[i - 1].end);
  return !overlaps && gaps(text.length, sorted).every(({ start, end }) => !text.slice(start, end).trim());
}
