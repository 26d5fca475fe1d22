// Labelled stretches of text; with `tile` they cover the turn without a gap.

import { toUtf16 } from './offsets.js';
import { Spans, kindMarks, quoted } from './parts/spansurface.js';
import { NO_LIST, countFits, isLive, summaryOf } from './parts/surface.js';
import { covers } from './stretches.js';
import { Tiles } from './parts/tiles.js';

export const spans = {
  ...NO_LIST,
  name: 'spans',
  items: true,
  surface(ctx) {
    const made = ctx.cell.field.settings?.tile ? new Tiles(ctx) : new Spans(ctx);
    made.resume();
    return made;
  },
  answered: (labels, field, { turn } = {}) => {
    if (!countFits(labels, field)) return false;
    if (!field.settings?.tile || !turn) return true;
    const tiles = labels.filter(isLive).map(({ value }) => ({ start: toUtf16(turn.text, value.start), end: toUtf16(turn.text, value.end) }));
    return covers(turn.text, tiles);
  },
  summary: (labels, field, nameOf) => {
    const option = value => field.options?.find(one => one.id === value.label) ?? (value.label === undefined ? null : { id: value.label });
    return summaryOf(labels, value => (option(value) ? `${quoted(value)} ${nameOf(option(value))}` : quoted(value)), value => option(value)?.colour);
  },
  marks: kindMarks,
  keysHelp: field => [['← →', 'key_words'], ...(field.settings?.tile ? [['␣', 'tile_split'], ['⌫', 'tile_join']] : []), ['Shift ↑ ↓', 'key_items']],
};
