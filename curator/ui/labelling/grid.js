// People against people (or against the dimensions of one question) as one small table: arrows move, digits answer.

import { h, keepFocus } from './dom.js';
import { askedOf, cellName, whomText } from './naming.js';
import { answerIn } from './summary.js';
import { whomOf } from './targets.js';

// Which question the cell is one place of, where its places make a table; null elsewhere.
const tableOf = ({ field }) => (field.target === 'pair' || (field.target === 'participant' && field.entry) ? field.of || field.id : null);

// {cells, lines: [[cell|null, …], …], heads, sides, corner} of the table that a cell stands in, or null.
export function gridOf(sheet, cell) {
  const name = cell && tableOf(cell);
  if (!name) return null;
  const cells = cell.row.walk.filter(other => tableOf(other) === name && sheet.applies(other));
  if (cells.length < 2) return null;
  const fields = [...new Set(cells.map(one => one.field))];
  return fields.length === 1 && cell.field.directed ? squareOf(sheet, cells) : listOf(cells, fields);
}

// From whom (down) to whom (across).
function squareOf(sheet, cells) {
  const firsts = [...new Set(cells.map(one => one.participant))];
  const others = firsts.concat([...new Set(cells.map(one => one.other))].filter(id => !firsts.includes(id)));
  const at = new Map(cells.map(one => [`${one.participant}\u001f${one.other}`, one]));
  return { cells, fields: null, sides: firsts, heads: others, lines: firsts.map(first => others.map(other => at.get(`${first}\u001f${other}`) ?? null)) };
}

// Each pair or person (down) by the dimensions (across).
function listOf(cells, fields) {
  const whom = [...new Set(cells.map(whomOf))];
  const at = new Map(cells.map(one => [`${whomOf(one)} ${one.field.id}`, one]));
  const lines = whom.map(one => fields.map(field => at.get(`${one} ${field.id}`) ?? null));
  return { cells, fields, sides: null, heads: fields, lines };
}

// The cell that lies one step away ('up' | 'down' | 'left' | 'right'), holes passed over; null at the edge.
export function stepIn({ lines }, cell, way) {
  const line = lines.findIndex(one => one.includes(cell));
  const place = lines[line].indexOf(cell);
  const [down, across] = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] }[way];
  let [y, x] = [line + down, place + across];
  while (lines[y]?.[x] === null) [y, x] = [y + down, x + across];
  return lines[y]?.[x] ?? null;
}

export function drawGrid(sheet, grid, current, view) {
  const { say, language } = view;
  const name = id => h('bdi', {}, sheet.names.get(id) || id);
  const head = grid.fields ? grid.heads.map(field => askedOf(field, language)) : grid.heads.map(id => ['→ ', name(id)]);
  const side = line => (grid.sides ? name(grid.sides[line]) : h('bdi', {}, whomText(sheet, grid.lines[line].find(Boolean), say)));
  return h(
    'table',
    { class: `grid${grid.fields ? '' : ' square'}`, role: 'grid', 'aria-label': say('grid') },
    h('thead', {}, h('tr', {}, h('td', { class: 'corner' }, grid.fields ? '' : say('from_whom')), head.map(words => h('th', { scope: 'col' }, words)))),
    h(
      'tbody',
      {},
      grid.lines.map((line, i) => h('tr', {}, h('th', { scope: 'row' }, side(i)), line.map(cell => h('td', {}, cell ? drawPlace(sheet, cell, current, view) : h('span', { class: 'hole', 'aria-hidden': 'true' }))))),
    ),
  );
}

function drawPlace(sheet, cell, current, view) {
  const { say } = view;
  const answer = answerIn(sheet, cell, view);
  const how = answer ? answer.how : sheet.isMissing(cell) ? 'needed' : 'optional';
  const text = answer ? answer.text : say('open');
  return h(
    'button',
    {
      type: 'button',
      class: `place ${how}${cell === current ? ' at' : ''}`,
      tabindex: '-1',
      'aria-selected': String(cell === current),
      'aria-label': `${cellName(sheet, cell, view)}: ${how === 'proposed' ? say('proposed', { text }) : text}`,
      'data-field': cell.field.id,
      'data-whom': cell.other ? `${cell.participant}>${cell.other}` : cell.participant,
      style: answer?.colour ? { '--option': answer.colour } : {},
      title: answer?.text,
      onmousedown: keepFocus,
      onclick: () => view.go(cell.row, cell),
    },
    h('bdi', {}, answer ? answer.text : '·'),
  );
}
