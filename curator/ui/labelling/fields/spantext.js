// A turn's text with the stretches that are labelled in it: underlined in lanes, each with its name at its end, so that
// overlapping ones can be told apart without seeing colours. Only text goes into the page; names are no part of the text
// (they are drawn by the style sheet), so a selection and its offsets stay those of the text alone.

import { h } from '../dom.js';
import { length, toUtf16 } from './offsets.js';
import { inLanes, pieces } from './stretches.js';

const LANES = 3;

// marks: [{start, end, label, colour, item, kind?, chosen?}] in code points; kind 'picked' = being selected; caret: code
// points, or null. Returns nodes.
export function textWith(text, marks, caret = null) {
  if (!marks.length && caret === null) return [document.createTextNode(text)];
  const picked = marks.filter(mark => mark.kind === 'picked');
  const laned = inLanes(marks.filter(mark => mark.kind !== 'picked'));
  const at = caret === null ? [] : [{ start: caret, end: caret, kind: 'caret' }];
  const all = [...laned, ...picked, ...at];
  const nodes = [];
  for (const piece of pieces(length(text), all)) {
    if (piece.start === caret) nodes.push(h('span', { class: 'caret' }));
    nodes.push(draw(text.slice(toUtf16(text, piece.start), toUtf16(text, piece.end)), piece, laned, picked));
    const ending = laned.filter(mark => mark.end === piece.end && mark.label !== undefined);
    if (ending.length) nodes.push(h('span', { class: 'span-name', 'data-names': ending.map(mark => mark.label).join(', ') }));
  }
  if (caret !== null && caret >= length(text)) nodes.push(h('span', { class: 'caret' }));
  return nodes;
}

function draw(words, piece, laned, picked) {
  const over = laned.filter(mark => mark.start <= piece.start && mark.end >= piece.end);
  const isPicked = picked.some(mark => mark.start <= piece.start && mark.end >= piece.end);
  if (!over.length && !isPicked) return document.createTextNode(words);
  const lines = over.map(mark => `linear-gradient(${colourOf(mark)}, ${colourOf(mark)})`);
  const places = over.map(mark => `0 calc(100% - ${(LANES - 1 - Math.min(mark.lane, LANES - 1)) * 4}px)`);
  const sizes = over.map(mark => `100% ${mark.chosen ? 3 : 2}px`);
  return h(
    'span',
    {
      class: ['span', over.length && 'spanned', isPicked && 'picked', over.some(mark => mark.chosen) && 'chosen'].filter(Boolean).join(' '),
      'data-items': over.map(mark => mark.item).join(' ') || undefined,
      style: over.length ? { 'background-image': lines.join(','), 'background-position': places.join(','), 'background-size': sizes.join(',') } : {},
    },
    words,
  );
}

// A colour of the scheme's own, #rrggbb as the schema check has it, else the page's accent.
const colourOf = mark => (/^#[0-9a-f]{6}$/i.test(mark.colour || '') ? mark.colour : 'var(--accent)');
