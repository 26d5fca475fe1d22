// What an answer is about, as the server writes it ({} | {turn} | {participant, turn?} | {pair, turn?} | {part} | {candidate} |
// {case}), and as one line of text to look it up by.

const APART = '\u001f';

export function keyOf(field, target, item = null) {
  const [first, other] = target.pair ?? [target.participant ?? '', ''];
  const key = [field, target.turn ?? '', first, other, target.part ?? '', target.candidate ?? '', target.case ?? ''].join(APART);
  return item ? itemKey(key, item) : key;
}

export const itemKey = (key, item) => `${key}${APART}${item}`;

export const keyOfLabel = label => keyOf(label.field, label.target, label.item);

// A target in the contract's shape, without the ends that it has not.
export function targetOf({ turn = '', participant = '', other = '', part = '', candidate = '', case: ofCase = '' }) {
  const target = {};
  if (other) target.pair = [participant, other];
  else if (participant) target.participant = participant;
  for (const [name, value] of Object.entries({ turn, part, candidate, case: ofCase })) if (value) target[name] = value;
  return target;
}

// The same person, pair (one way or both), part or candidate, whatever the field and the turn.
export const whomOf = ({ participant = '', other = '', part = '', candidate = '', field }) => [participant, other, part, candidate, other && field.directed ? '>' : ''].join(APART);
