// One turn (or the whole conversation) as it stands in the list: who, what, the answers so far, and whether they are saved.

import { h, keepFocus } from './dom.js';
import { kindOf } from './fields/index.js';
import { speakersOf } from './state.js';
import { labelOf } from './words.js';

const WORST_FIRST = ['refused', 'unfinished', 'kept', 'sending', 'saved'];
const HUES = 6;

// The state of a whole row: of its answers the one that matters most.
export function stateOf(sheet, row, sending) {
  const states = row.fields
    .map(field => sheet.label(row, field))
    .filter(label => label && label.state !== 'unmapped')
    .map(label => (label.status === 'sending' ? sending : label.status));
  return WORST_FIRST.find(state => states.includes(state)) || '';
}

// view: {say, language, sending: 'sending' | 'kept', current: {row, field}, go(row, field)}
export function drawRow(sheet, row, view) {
  const current = view.current.row === row;
  const node = h('div', {
    class: `row${row.turn ? '' : ' whole'}`,
    role: 'listitem',
    'aria-current': current && 'true',
    'data-turn': row.turn ? row.turn.id : '',
    'data-index': row.index,
    onclick: () => view.go(row, null),
  });
  const hue = row.turn ? hueOf(sheet, row.turn) : '';
  node.append(
    h('div', { class: 'number', 'aria-hidden': 'true' }, row.turn ? String(row.index + 1) : '∑'),
    h('div', { class: 'said', 'data-hue': hue }, row.turn ? drawTurn(sheet, row.turn, view) : drawWhole(sheet, view), drawFoot(sheet, row, view)),
  );
  return node;
}

function drawTurn(sheet, turn, { say }) {
  const roles = (turn.roles || []).filter(role => role);
  const names = speakersOf(sheet, turn);
  const told = (turn.addressees || []).map(id => sheet.names.get(id) || id).join(', ');
  return [
    h(
      'div',
      { class: 'who' },
      h('bdi', { class: 'name' }, names),
      roles.length && roles.join() !== names ? h('span', { class: 'role' }, roles.join(', ')) : null,
      told && h('span', { class: 'role' }, say('to', { names: told })),
    ),
    h('div', { class: 'text', dir: 'auto' }, turn.text),
  ];
}

function drawWhole(sheet, { say }) {
  return [
    h('div', { class: 'who' }, h('span', { class: 'name' }, say('whole'))),
    ...Object.entries(sheet.shown).map(([name, value]) =>
      h('div', { class: 'fact', dir: 'auto' }, h('span', { class: 'role' }, `${name} `), typeof value === 'object' ? JSON.stringify(value) : String(value)),
    ),
  ];
}

function drawFoot(sheet, row, view) {
  const fields = sheet.asked(row);
  if (!fields.length) return null;
  const state = stateOf(sheet, row, view.sending);
  return h(
    'div',
    { class: 'foot' },
    fields.map(field => drawChip(sheet, row, field, view, fields.length > 1)),
    h('span', { class: `mark ${state}` }, state && view.say(state)),
  );
}

function drawChip(sheet, row, field, view, named) {
  const label = sheet.label(row, field);
  const name = labelOf(field, view.language);
  const answer = summaryOf(sheet, row, field, label, view);
  const active = view.current.row === row && view.current.field === field;
  const kinds = [
    'chip',
    answer ? 'given' : sheet.requires(row, field) && field.blank !== 'none' ? 'needed' : 'optional',
    active && 'active',
    label?.status === 'refused' && 'refused',
    sheet.offer(row, field) && 'late',
  ];
  return h(
    'button',
    {
      type: 'button',
      class: kinds.filter(Boolean).join(' '),
      tabindex: '-1',
      'data-field': field.id,
      'aria-label': `${name}: ${answer ? answer.text : view.say('open')}`,
      title: label?.status === 'refused' ? view.say('refused_reason', { reason: label.reason }) : undefined,
      style: answer?.colour ? { '--option': answer.colour } : {},
      onmousedown: keepFocus,
      onclick: event => {
        event.stopPropagation();
        view.go(row, field);
      },
    },
    named || !answer ? h('span', { class: 'asks' }, name) : null,
    answer && h('bdi', { class: 'answer' }, answer.text),
  );
}

// {text, colour?} of an answer, or null where there is none.
export function summaryOf(sheet, row, field, label, { say, language }) {
  if (!label || label.state === 'retracted' || label.state === 'unmapped') return null;
  if (label.state !== 'value') return { text: say(label.state) };
  return kindOf(field).summary(label, field, thing => labelOf(thing, language), { dialogue: sheet.dialogue, turn: row.turn });
}

// A role keeps its colour in every conversation; without roles a speaker keeps it in this one.
function hueOf(sheet, turn) {
  const speaker = turn.speakers[0];
  const roles = Object.keys(sheet.payload.schema.roles || {});
  const role = roles.indexOf(sheet.roles.get(speaker));
  const people = sheet.dialogue.participants.map(person => person.id);
  return String((role >= 0 ? role : people.indexOf(speaker)) % HUES);
}
