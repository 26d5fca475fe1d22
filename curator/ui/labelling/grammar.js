// The grammar of `when`, `only_if`, `applies_to` and `required`, with the meaning of curator/model/grammar.py:
// both are held to tests/model/grammar-cases.json.
//
// scope = {dialogue: {attributes, participants, turns}, turn, participant, answers: id => {state, value} | null, turnIdx}

const COMPARE = {
  gt: (left, right) => left > right,
  ge: (left, right) => left >= right,
  lt: (left, right) => left < right,
  le: (left, right) => left <= right,
};
const IDEOGRAPHS = '\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff';
const WIDE_SIGNS = '\\u3000-\\u303f\\uff00-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65';
const SIGNS = '\\u0021-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u007e\\u2010-\\u2027\\u2030-\\u205e';
const BREAKS = `\\s${WIDE_SIGNS}${IDEOGRAPHS}`;
const WORD = new RegExp(`[${IDEOGRAPHS}]|[^${BREAKS}${SIGNS}][^${BREAKS}]*`, 'g');
const MISSING = { found: 'missing', value: null };

export function evaluate(expr, scope) {
  const keys = Object.keys(expr);
  if (keys.length === 1) {
    if (keys[0] === 'all') return expr.all.every(item => evaluate(item, scope));
    if (keys[0] === 'any' && Array.isArray(expr.any)) return expr.any.some(item => evaluate(item, scope));
    if (keys[0] === 'not') return !evaluate(expr.not, scope);
  }
  return keys.every(key => holds(key, expr[key], scope));
}

// The ids of the fields that a condition asks about.
export function fieldsOf(expr) {
  if (expr === null || expr === undefined || typeof expr !== 'object') return [];
  return Object.entries(expr).flatMap(([key, inner]) => {
    if (key === 'all' || (key === 'any' && Array.isArray(inner))) return inner.flatMap(fieldsOf);
    if (key === 'not') return fieldsOf(inner);
    const other = inner && typeof inner === 'object' && 'overlaps' in inner ? [inner.overlaps] : [];
    return [...(isField(key) ? [key] : []), ...other];
  });
}

// Every key that a condition tests.
export function keysOf(expr) {
  if (expr === null || expr === undefined || typeof expr !== 'object') return [];
  return Object.entries(expr).flatMap(([key, inner]) => {
    if (key === 'all' || (key === 'any' && Array.isArray(inner))) return inner.flatMap(keysOf);
    return key === 'not' ? keysOf(inner) : [key];
  });
}

const isField = key => key !== 'role' && !['dialogue', 'turn', 'participant'].includes(key.split('.')[0]);

export const words = text => (text.match(WORD) || []).length;

function holds(key, test, scope) {
  const { found, value } = lookUp(key, scope);
  const items = Array.isArray(value) ? value : [value];
  if (test === 'any') return found === 'value' && !isEmpty(value);
  if (test === 'none') return found === 'none' || (found === 'value' && isEmpty(value));
  if (found !== 'value') return false;
  if (Array.isArray(test)) return test.some(wanted => items.some(item => equals(plain(item), textOf(wanted))));
  if (test === null || typeof test !== 'object') return items.some(item => equals(plain(item), textOf(test)));
  const [[op, operand]] = Object.entries(test);
  if (op in COMPARE) return items.some(item => numberOf(item) !== null && COMPARE[op](numberOf(item), numberOf(operand)));
  if (op === 'contains') return items.some(item => equals(plain(item), textOf(operand)));
  return overlap(items, lookUp(operand, scope));
}

function overlap(items, other) {
  if (other.found !== 'value') return false;
  const others = Array.isArray(other.value) ? other.value : [other.value];
  const texts = new Set(others.map(item => textOf(plain(item))));
  return items.some(item => texts.has(textOf(plain(item))));
}

function lookUp(key, scope) {
  if (key === 'role') return given(rolesOf(scope));
  const dot = key.indexOf('.');
  const head = dot < 0 ? key : key.slice(0, dot);
  const attribute = dot < 0 ? '' : key.slice(dot + 1);
  if (head === 'dialogue') return given(scope.dialogue.attributes?.[attribute]);
  if (head === 'participant') return given(scope.participant?.attributes?.[attribute]);
  if (head === 'turn') return given(turnAttribute(attribute, scope));
  const answer = scope.answers(key);
  if (!answer || (answer.state !== 'value' && answer.state !== 'none')) return MISSING;
  return { found: answer.state, value: answer.value ?? null };
}

const given = value => (isEmpty(value) ? { found: 'none', value: null } : { found: 'value', value });

function rolesOf({ participant, turn, dialogue }) {
  if (participant) return participant.role ? [participant.role] : [];
  if (!turn) return [];
  const roles = new Map((dialogue.participants || []).map(person => [person.id, person.role]));
  return turn.speakers.map(speaker => roles.get(speaker)).filter(role => role);
}

function turnAttribute(attribute, { turn, turnIdx, dialogue }) {
  if (!turn) return null;
  if (attribute === 'words') return words(turn.text);
  if (attribute === 'idx') return turnIdx ?? (dialogue.turns || []).findIndex(other => other.id === turn.id);
  return turn.attributes?.[attribute];
}

function isEmpty(value) {
  if (value === null || value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

const plain = item =>
  item !== null && typeof item === 'object' ? ('option' in item ? item.option : item.label ?? null) : item;

const textOf = value => String(value);

const numberOf = value => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || !/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
};

function equals(value, wanted) {
  if (typeof value === 'number') return numberOf(wanted) === value;
  return value !== null && value !== undefined && textOf(value) === wanted;
}
