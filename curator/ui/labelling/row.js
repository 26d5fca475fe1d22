// One turn (or what is about no single turn) as it stands in the list: who, what, the answers so far, and whether they
// are saved.

import { drawChips } from './chips.js';
import { h } from './dom.js';
import { kindOf } from './fields/index.js';
import { textWith } from './fields/spantext.js';
import { candidateName, contentOf, rowName, speakersOf } from './naming.js';
import { drawNotes } from './notes.js';
import { labelsIn } from './summary.js';
import { labelOf } from './words.js';

const WORST_FIRST = ['refused', 'unfinished', 'kept', 'sending', 'saved'];
const HUES = 6;

// The state of a whole row: of its answers the one that matters most.
export function stateOf(sheet, row, sending) {
  const states = row.cells
    .flatMap(cell => labelsIn(sheet, cell))
    .filter(label => label.state !== 'unmapped')
    .map(label => (label.status === 'sending' ? sending : label.status));
  if (row.cells.some(cell => sheet.begun.has(cell.key))) states.push('unfinished');
  return WORST_FIRST.find(state => states.includes(state)) || '';
}

// view: {say, language, sending: 'sending' | 'kept', current: {row, cell}, go(row, cell)}
export function drawRow(sheet, row, view) {
  const current = view.current.row === row;
  const node = h('div', {
    class: `row${row.turn ? '' : ' whole'}`,
    role: 'listitem',
    'aria-current': current && 'true',
    'data-turn': row.turn ? row.turn.id : '',
    'data-group': row.group,
    'data-index': row.index,
    onclick: event => view.go(row, null, event),
  });
  const hue = row.turn ? hueOf(sheet, row.turn) : '';
  const said = row.turn ? drawTurn(sheet, row, view) : drawWhole(sheet, row, view);
  node.append(
    h('div', { class: 'number', 'aria-hidden': 'true' }, row.turn ? String(row.index + 1) : '∑'),
    h('div', { class: 'said', 'data-hue': hue }, said, drawNotes(sheet, row, view), drawFoot(sheet, row, view)),
  );
  return node;
}

function drawTurn(sheet, row, view) {
  const { turn } = row;
  const roles = (turn.roles || []).filter(role => role);
  const names = speakersOf(sheet, turn);
  const told = (turn.addressees || []).map(id => sheet.names.get(id) || id).join(', ');
  return [
    h(
      'div',
      { class: 'who' },
      h('bdi', { class: 'name' }, names),
      roles.length && roles.join() !== names ? h('span', { class: 'role' }, roles.join(', ')) : null,
      told && h('span', { class: 'role' }, view.say('to', { names: told })),
    ),
    h('div', { class: 'text', dir: 'auto' }, ...textWith(turn.text, marksOn(sheet, row, view))),
    drawCandidates(sheet, turn.id, view),
  ];
}

// Labelled stretches of the turn's text, from whichever question; those of a given piece or an alternative lie in its own.
export function marksOn(sheet, row, { language }) {
  const here = row.cells.filter(cell => kindOf(cell.field).marks && !cell.part && !cell.candidate);
  const cells = sheet.marking.length ? [...here, ...sheet.marking.filter(cell => cell.row !== row)] : here;
  return cells.flatMap(cell => {
    const labels = cell.field.items ? sheet.items(cell) : [];
    return labels.length ? kindOf(cell.field).marks(labels, cell.field, thing => labelOf(thing, language)).filter(mark => (mark.turn || row.turn.id) === row.turn.id) : [];
  });
}

function drawCandidates(sheet, turn, { say, current }) {
  const candidates = (sheet.dialogue.candidates || []).filter(one => (one.turn || '') === turn);
  if (!candidates.length) return null;
  return h(
    'div',
    { class: 'candidates' },
    candidates.map(one =>
      h(
        'figure',
        { class: 'candidate', 'data-candidate': one.id, 'aria-current': current.cell?.candidate === one.id && 'true' },
        h('figcaption', {}, candidateName(sheet, one.id, say), one.source ? h('span', { class: 'role' }, ` ${one.source}`) : null),
        h('div', { dir: 'auto' }, contentOf(one)),
      ),
    ),
  );
}

function drawWhole(sheet, row, view) {
  const facts = row.group === 'dialogue' ? Object.entries(sheet.shown) : [];
  return [
    h('div', { class: 'who' }, h('span', { class: 'name' }, rowName(sheet, row, view.say))),
    ...facts.map(([name, value]) =>
      h('div', { class: 'fact', dir: 'auto' }, h('span', { class: 'role' }, `${name} `), typeof value === 'object' ? JSON.stringify(value) : String(value)),
    ),
    row.group === wholeGroup(sheet) ? drawCandidates(sheet, '', view) : null,
  ];
}

// Candidates for the whole conversation stand in the first row that asks about them.
const wholeGroup = sheet => (sheet.rowOfGroup('candidate') ? 'candidate' : 'dialogue');

function drawFoot(sheet, row, view) {
  const chips = drawChips(sheet, row, view);
  const state = stateOf(sheet, row, view.sending);
  if (!chips.length && !state && !row.walk.length) return null;
  return h('div', { class: 'foot' }, chips, h('span', { class: `mark ${state}` }, state && view.say(state)));
}

// A role keeps its colour in every conversation; without roles a speaker keeps it in this one.
function hueOf(sheet, turn) {
  const speaker = turn.speakers[0];
  const roles = Object.keys(sheet.payload.schema.roles || {});
  const role = roles.indexOf(sheet.roles.get(speaker));
  const people = sheet.dialogue.participants.map(person => person.id);
  return String((role >= 0 ? role : people.indexOf(speaker)) % HUES);
}
