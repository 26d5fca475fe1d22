// The answers under a turn. What is about one person, pair, part or candidate stands behind its name; of these only what
// is answered, needed or in focus is drawn, so that a turn with many people stays calm.

import { h, keepFocus } from './dom.js';
import { askedOf, cellName, whomText } from './naming.js';
import { answerIn, labelsIn } from './summary.js';
import { whomOf } from './targets.js';

const NOBODY = whomOf({});

export function drawChips(sheet, row, view) {
  const asked = sheet.asked(row);
  const named = new Set(asked.map(cell => cell.field)).size > 1;
  const drawn = [];
  for (let start = 0; start < asked.length; ) {
    const whom = whomOf(asked[start]);
    let end = start + 1;
    while (end < asked.length && whom !== NOBODY && whomOf(asked[end]) === whom) end += 1;
    const cells = asked.slice(start, end);
    if (whom === NOBODY) drawn.push(drawChip(sheet, cells[0], view, named));
    else drawn.push(drawGroup(sheet, cells, view, named));
    start = end;
  }
  return drawn.filter(Boolean);
}

function drawGroup(sheet, cells, view, named) {
  const chips = cells.filter(cell => isWorthAChip(sheet, cell, view)).map(cell => drawChip(sheet, cell, view, named));
  if (!chips.length) return null;
  const name = whomText(sheet, cells[0], view.say);
  return h('span', { class: 'chips', role: 'group', 'aria-label': name }, h('bdi', { class: 'whom' }, name), chips);
}

function isWorthAChip(sheet, cell, view) {
  if (view.current.cell === cell || labelsIn(sheet, cell).some(label => label.state !== 'retracted')) return true;
  return sheet.isMissing(cell) || sheet.carried(cell) !== null || sheet.proposal(cell) !== null || sheet.offersIn(cell).length > 0;
}

function drawChip(sheet, cell, view, named) {
  const { say, language } = view;
  const { field } = cell;
  const answer = answerIn(sheet, cell, view);
  const refused = labelsIn(sheet, cell).find(label => label.status === 'refused');
  const kinds = [
    'chip',
    answer ? answer.how : sheet.isMissing(cell) ? 'needed' : 'optional',
    view.current.cell === cell && 'active',
    refused && 'refused',
    sheet.offersIn(cell).length && 'late',
  ];
  const text = answer ? answer.text : say('open');
  const since = answer?.since ? say('since', { n: answer.since }) : '';
  return h(
    'button',
    {
      type: 'button',
      class: kinds.filter(Boolean).join(' '),
      tabindex: '-1',
      'data-field': field.id,
      'data-whom': cell.other ? `${cell.participant}>${cell.other}` : cell.participant || cell.part || cell.candidate || undefined,
      'aria-label': [`${cellName(sheet, cell, view)}: ${answer?.how === 'proposed' ? say('proposed', { text }) : text}`, since].filter(Boolean).join(', '),
      title: refused ? say('refused_reason', { reason: refused.reason }) : since || undefined,
      style: answer?.colour ? { '--option': answer.colour } : {},
      onmousedown: keepFocus,
      onclick: event => {
        event.stopPropagation();
        view.go(cell.row, cell);
      },
    },
    named || !answer ? h('span', { class: 'asks' }, askedOf(field, language)) : null,
    answer && h('bdi', { class: 'answer' }, answer.text),
    since && h('span', { class: 'since' }, since),
  );
}
