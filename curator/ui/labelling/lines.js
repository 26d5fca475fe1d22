// The other questions of the row, a line each; of a table of people one line for all its places.

import { h, keepFocus } from './dom.js';
import { gridOf } from './grid.js';
import { askedOf, headingOf, whomText } from './naming.js';
import { answerIn } from './summary.js';
import { labelOf } from './words.js';

// {above, below}: nodes for what comes before and after the current cell, its own table left out.
export function drawLines(sheet, row, current, view) {
  const asked = sheet.asked(row);
  const own = new Set(gridOf(sheet, current)?.cells ?? [current]);
  const at = asked.findIndex(cell => own.has(cell));
  const others = asked.filter(cell => !own.has(cell));
  const before = asked.slice(0, Math.max(at, 0)).filter(cell => !own.has(cell)).length;
  return { above: draw(sheet, others.slice(0, before), view), below: draw(sheet, others.slice(before), view) };
}

function draw(sheet, cells, view) {
  const nodes = [];
  const tables = new Set();
  let above = '';
  for (const cell of cells) {
    const table = gridOf(sheet, cell);
    if (table) {
      if (tables.has(table.cells[0])) continue;
      tables.add(table.cells[0]);
      nodes.push(tableLine(sheet, table.cells, view));
      above = '';
      continue;
    }
    const heading = whomText(sheet, cell, view.say) || headingOf(cell.field, view.language);
    if (heading !== above && heading) nodes.push(h('div', { class: 'lines-of', dir: 'auto' }, heading));
    above = heading;
    nodes.push(line(sheet, cell, view));
  }
  return nodes;
}

function tableLine(sheet, cells, view) {
  const [cell] = cells;
  const done = cells.filter(one => !sheet.isOpen(one)).length;
  const name = cell.field.entry ? headingOf(cell.field, view.language) : labelOf(cell.field, view.language);
  const missing = cells.some(one => sheet.isMissing(one));
  const to = cells.find(one => sheet.isOpen(one)) ?? cell;
  return button(name, h('span', { class: missing ? 'hint' : 'hint' }, view.say('done_of', { done, of: cells.length })), () => view.go(to.row, to));
}

function line(sheet, cell, view) {
  const answer = answerIn(sheet, cell, view);
  const words = answer && answer.how !== 'proposed' ? answer.text : view.say(sheet.isMissing(cell) ? 'required' : 'optional');
  const kind = answer && answer.how !== 'proposed' ? `answer ${answer.how}` : 'hint';
  return button(askedOf(cell.field, view.language), h('bdi', { class: kind }, words), () => view.go(cell.row, cell));
}

const button = (name, answer, go) =>
  h('button', { type: 'button', class: 'other', tabindex: '-1', onmousedown: keepFocus, onclick: go }, h('span', { class: 'asks' }, name), answer);
