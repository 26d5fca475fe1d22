// Two answers to one question: the current one, and one that came late from another tab or an old outbox. Offered side by
// side; nothing is applied by itself.

import { h, keepFocus } from './dom.js';
import { summaryOf } from './summary.js';

export function drawConflict(sheet, cell, view) {
  return sheet.offersIn(cell).map(offer => drawOffer(sheet, cell, offer, view));
}

function drawOffer(sheet, cell, offer, { say, language, acts }) {
  const text = label => summaryOf(sheet, cell, label, { say, language })?.text ?? say('open');
  const button = (word, use) =>
    h('button', { type: 'button', class: 'small', onmousedown: keepFocus, onclick: () => acts.settle(offer, use) }, say(word));
  return h(
    'div',
    { class: 'conflict', role: 'group', 'aria-label': say('two_answers') },
    h('strong', {}, say('two_answers')),
    h('p', {}, say('two_answers_more')),
    h('dl', {}, h('dt', {}, say('current')), h('dd', { class: 'now' }, text(sheet.label(cell, offer.item))), h('dt', {}, say('late')), h('dd', { class: 'then' }, text(offer))),
    h('div', { class: 'buttons' }, button('keep_current', false), button('use_late', true)),
  );
}
