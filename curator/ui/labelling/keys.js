// From a key press to what it means. Digits go by place on the keyboard (`code`), so a French row works unshifted; letters
// go by what is printed on the key, and by place where that is no Latin letter (Cyrillic, Greek, Arabic).

import { kindOf } from './fields/index.js';
import { MEDIA_KEYS } from './media/keys.js';

// Each command with its letter; a person may have other letters for them.
export const COMMANDS = {
  next: 'j',
  previous: 'k',
  next_open: 'n',
  submit: 's',
  undo: 'u',
  repeat: 'r',
  nobody_else: 'o',
  conversations: 'b',
  guidelines: 'g',
  auto: 'a',
  comment: 'c',
  flag: 'f',
  filters: 'v',
  skip: 'x',
};
let letters = COMMANDS;
let byLetter = {};

// own: {command: letter} where it is not the usual one.
export function bind(own) {
  letters = { ...COMMANDS, ...own };
  byLetter = Object.fromEntries(Object.entries(letters).map(([command, letter]) => [letter, command]));
}
bind({});

export const letterFor = command => letters[command];

const PLAIN = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  ArrowRight: 'option_next',
  ArrowLeft: 'option_previous',
  Home: 'first',
  End: 'last',
  PageDown: 'page_next',
  PageUp: 'page_previous',
  Enter: 'take',
  Escape: 'escape',
  Delete: 'clear',
  Backspace: 'clear',
};
const SIGNS = { '?': 'help', '/': 'search' };
const FILTER_OVER = 10;

export const letterOf = event => {
  if (/^[a-z]$/i.test(event.key)) return event.key.toLowerCase();
  if (/^[\p{L}]$/u.test(event.key) && /^Key[A-Z]$/.test(event.code)) return event.code[3].toLowerCase();
  return null;
};

export const digitOf = event => (/^(?:Digit|Numpad)(\d)$/.exec(event.code) || [])[1] ?? null;

// Letters that options have taken: their commands come after a comma, everywhere, so that a key means one thing.
export function claimedBy(fields, { media = false } = {}) {
  const keys = fields.flatMap(field => (field.options || []).map(option => (option.key || '').toLowerCase()));
  return new Set(keys.filter(key => key in byLetter || (media && key in MEDIA_KEYS)));
}

// token (a digit or a letter) -> entry, for the entries as they are shown. Where any word may be an option, letters write.
export function tokensFor(field, entries) {
  const tokens = new Map();
  const kind = kindOf(field);
  for (const entry of entries) if (entry.key && !field.open) tokens.set(entry.key.toLowerCase(), entry);
  entries.forEach((entry, position) => {
    const digit = kind.digit ? kind.digit(entry, position, field) : digitAt(position, entries.length);
    if (digit !== null && !tokens.has(digit)) tokens.set(digit, entry);
  });
  return tokens;
}

const digitAt = (position, count) => {
  if (position < 9) return String(position + 1);
  return position === 9 && count === 10 ? '0' : null;
};

// The keys of the answers that are no labels: with Shift where a point or an option has the plain one.
export function keysBeside(field, entries) {
  const isTyped = isFound(field, entries) && kindOf(field).typed;
  return { none: isTyped || tokensFor(field, entries).has('0') ? '⇧0' : '0', cannotTell: isTyped && isBelowZero(entries) ? '⇧−' : '−' };
}

// Whether there are too many options for a key each, or any word may be one: they are found by typing.
export const isFound = (field, entries) => Boolean(field.open) || entries.length > FILTER_OVER || Boolean(kindOf(field).typed && entries.length && !tokensFor(field, entries).size);

const isBelowZero = entries => entries.some(({ point }) => point < 0);

// {name, …} of what a key means while a question is in focus, or null. context: {field, many, tokens, filter, leader,
// claimed, media}; many: there are too many options for a key each; filter: what was typed so far to find one.
export function meaningOf(event, context) {
  const letter = letterOf(event);
  if (event.ctrlKey || event.metaKey) return controlKey(event, letter);
  if (event.altKey) return null;
  if (context.leader) return commandAfterComma(event, letter, context);
  if (event.key === '?') return { name: 'help' };
  if (event.key === '/' && !(context.many && context.filter)) return { name: 'search' };
  if (event.key === ',') return { name: 'leader' };
  if (event.key === 'Tab') return { name: event.shiftKey ? 'field_previous' : 'field_next' };
  return (context.field && answerKey(event, letter, context)) || commandKey(event, letter, context);
}

function commandAfterComma(event, letter, context) {
  const name = (letter && (byLetter[letter] ?? mediaKey(event, letter, context))) || SIGNS[event.key];
  return name ? { name } : null;
}

function controlKey(event, letter) {
  if (event.altKey) return null;
  if (letter === 'z') return { name: event.shiftKey ? 'redo' : 'undo' };
  return letter === 'y' ? { name: 'redo' } : null;
}

// Keys of a recording, where there is one: letters as printed, signs by their place.
function mediaKey(event, letter, { media }) {
  if (!media) return null;
  return (letter && !event.shiftKey && MEDIA_KEYS[letter]) || MEDIA_KEYS[`${event.shiftKey ? 'Shift+' : ''}${event.code}`] || null;
}

function answerKey(event, letter, { field, many, tokens, filter }) {
  const digit = digitOf(event);
  if (many && kindOf(field).typed) return typedPoint(event, digit, filter, kindOf(field).entries(field));
  if (digit !== null && !event.shiftKey && tokens.has(digit)) return { name: 'pick', entry: tokens.get(digit) };
  if (digit === '0') return { name: 'none' };
  if (isMinus(event) && filter && !event.shiftKey) return { name: 'filter', text: `${filter}-` };
  if (isMinus(event)) return { name: 'cannot_tell' };
  if (event.key === ' ') return filter ? { name: 'filter', text: `${filter} ` } : { name: 'toggle' };
  if (many && !(letter && !filter && tokens.has(letter))) return filterKey(event, filter);
  return letter && tokens.has(letter) ? { name: 'pick', entry: tokens.get(letter) } : null;
}

const isMinus = event => event.code === 'Minus' || event.code === 'NumpadSubtract';

function typedPoint(event, digit, filter, points) {
  if (event.shiftKey && digit === '0') return { name: 'none' };
  if (digit !== null) return { name: 'filter', text: filter + digit };
  if (filter && (event.key === '.' || event.code === 'NumpadDecimal')) return { name: 'filter', text: `${filter}.` };
  if (isMinus(event)) return !filter && !event.shiftKey && isBelowZero(points) ? { name: 'filter', text: '-' } : { name: 'cannot_tell' };
  if (event.key === ' ') return { name: 'toggle' };
  return filter ? filterMove(event, filter) : null;
}

function filterKey(event, filter) {
  if (/^[\p{L}\p{M}’'/&]$/u.test(event.key)) return { name: 'filter', text: filter + event.key };
  return filter ? filterMove(event, filter) : null;
}

function filterMove(event, filter) {
  if (event.key === 'Backspace') return { name: 'filter', text: [...filter].slice(0, -1).join('') };
  if (event.key === 'Escape') return { name: 'filter', text: '' };
  if (event.key === 'ArrowDown') return { name: 'option_next' };
  if (event.key === 'ArrowUp') return { name: 'option_previous' };
  return null;
}

function commandKey(event, letter, context) {
  const { claimed } = context;
  if (event.key in PLAIN) return { name: PLAIN[event.key] };
  if (event.key === '=') return { name: 'take_all' };
  if (event.key === '+') return { name: 'add_person' };
  if (letter && !event.shiftKey && letter in byLetter && !claimed.has(letter)) return { name: byLetter[letter] };
  const media = letter && claimed.has(letter) ? null : mediaKey(event, letter, context);
  return media ? { name: media } : null;
}
