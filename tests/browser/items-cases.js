// What the pure modules of the item kinds promise, case by case: [what, found, expected].
window.runItemCases = async () => {
  const at = name => import(`/api/v1/assets/${name}.js`);
  await at('fields/index');
  const [offsets, stretches, order, times, pointer, answers, turns] = await Promise.all(
    ['fields/offsets', 'fields/stretches', 'fields/order', 'fields/times', 'fields/parts/pointer', 'fields/parts/answers', 'fields/turns'].map(at),
  );
  const cases = [...ofOffsets(offsets), ...ofStretches(stretches), ...ofOrder(order), ...ofTimes(times), ...ofPointer(pointer), ...ofAnswers(answers), ...ofRanges(turns)];
  return cases.map(([what, found, expected]) => ({ what, found, expected, holds: JSON.stringify(found) === JSON.stringify(expected) }));
};

function ofOffsets({ Places, toCodePoints, toUtf16, slice, trimmed, length }) {
  const poop = 'I feel 💩 today';
  const fire = '👨🏻‍🚒 came';
  const last = text => {
    const { start, end } = new Places(text).word(text.length, -1);
    return text.slice(start, end);
  };
  return [
    ['code points', length(poop), 14],
    ['units to points', [toCodePoints(poop, 7), toCodePoints(poop, 9), toCodePoints(poop, 15)], [7, 8, 14]],
    ['points to units', [toUtf16(poop, 7), toUtf16(poop, 8), toUtf16(poop, 14)], [7, 9, 15]],
    ['there and back', Array.from({ length: 6 }, (_, i) => toCodePoints(fire, toUtf16(fire, i))), [0, 1, 2, 3, 4, 5]],
    ['a slice in points', slice(poop, 7, 8), '💩'],
    ['the last words', ['I feel 💩 today', fire, 'مرحبا 🙂 كيف', 'two  blanks  here', 'a\ttab', 'nb\u00a0sp', 'u\u2028sep', 'a\nb', 'all right?!', 'over 💩'].map(last), ['today', 'came', 'كيف', 'here', 'tab', 'sp', 'sep', 'b', 'right', '💩']],
    ['half an emoji is the whole one', new Places(poop).around(8, 8 + 1), { start: 7, end: 9 }],
    ['a part of a joined emoji is the whole one', new Places(fire).around(2, 4), { start: 0, end: 7 }],
    ['backwards', new Places(poop).around(9, 8), { start: 7, end: 9 }],
    ['an accent is not cut off', new Places('fe\u0301e').around(1, 2), { start: 1, end: 3 }],
    ['steps by graphemes', [new Places(fire).step(0, 1), new Places(fire).step(7, -1)], [7, 0]],
    ['flags, keycaps and tones are one', ['🇩🇪', '1️⃣', '👍🏽', '한'].map(sign => new Places(sign).bounds.length), [2, 2, 2, 2]],
    ['edges of words', [new Places('one two').edge(0, 1), new Places('one two').edge(3, 1), new Places('one two').edge(7, -1), new Places('one two').edge(4, -1)], [3, 7, 4, 0]],
    ['no word after the last', new Places('one two').word(7, 1), null],
    ['trimmed', trimmed(' two \u00a0', { start: 0, end: 6 }), { start: 1, end: 4 }],
    ['nothing but blanks', trimmed('  ', { start: 0, end: 2 }), null],
    ['no text', new Places('').words, []],
  ];
}

function ofStretches({ inLanes, pieces, splitAt, joinAt, gaps, covers }) {
  const lanes = list => inLanes(list).map(({ start, lane }) => [start, lane]);
  const [a, b] = [{ item: 'a', start: 0, end: 4 }, { item: 'b', start: 4, end: 10 }];
  return [
    ['one beside the other', lanes([{ start: 0, end: 2 }, { start: 2, end: 4 }]), [[0, 0], [2, 0]]],
    ['over each other', lanes([{ start: 1, end: 3 }, { start: 0, end: 9 }, { start: 2, end: 5 }]), [[0, 0], [1, 1], [2, 2]]],
    ['a lane is taken up again', lanes([{ start: 0, end: 9 }, { start: 1, end: 3 }, { start: 3, end: 5 }]), [[0, 0], [1, 1], [3, 1]]],
    ['pieces', pieces(6, [{ start: 1, end: 4 }, { start: 3, end: 6 }]).map(one => [one.start, one.end, one.over.length]), [[0, 1, 0], [1, 3, 1], [3, 4, 2], [4, 6, 1]]],
    ['a caret cuts', pieces(6, [{ start: 2, end: 2 }]).map(one => [one.start, one.end]), [[0, 2], [2, 6]]],
    ['split of nothing yet', splitAt(10, [], 4).put, [{ start: 0, end: 4 }, { start: 4, end: 10 }]],
    ['split of a piece', splitAt(10, [a, b], 6).put, [{ item: 'b', start: 4, end: 6 }, { start: 6, end: 10 }]],
    ['split of a gap', splitAt(10, [a], 6).put, [{ start: 4, end: 6 }, { start: 6, end: 10 }]],
    ['no split where an edge is', splitAt(10, [a, b], 4).put, []],
    ['no split at the ends', [splitAt(10, [], 0).put, splitAt(10, [], 10).put], [[], []]],
    ['joined', joinAt([a, b], 4), { put: [{ item: 'a', start: 0, end: 10 }], gone: [b] }],
    ['nothing to join', joinAt([a], 4), { put: [], gone: [] }],
    ['gaps', gaps(12, [b, { start: 1, end: 2 }]), [{ start: 0, end: 1 }, { start: 2, end: 4 }, { start: 10, end: 12 }]],
    ['covers', covers('one  two', [{ start: 0, end: 3 }, { start: 5, end: 8 }]), true],
    ['does not cover', covers('one  two', [{ start: 0, end: 3 }]), false],
    ['covers twice', covers('one two', [{ start: 0, end: 5 }, { start: 4, end: 7 }]), false],
  ];
}

function ofOrder({ place, completed, move, moveTo, tie, tidy, isWhole }) {
  const three = [['a'], ['b'], ['c']];
  return [
    ['placed', place([['b']], 'a'), [['b'], ['a']]],
    ['placed beside', place([['b']], 'a', { tie: true }), [['b', 'a']]],
    ['placed once', place([['b']], 'b'), [['b']]],
    ['the last comes by itself', completed([['b'], ['a']], ['a', 'b', 'c']), [['b'], ['a'], ['c']]],
    ['but not the first', completed([], ['a']), []],
    ['moved up', move(three, 'c', -1), [['a'], ['c'], ['b']]],
    ['not over the top', move(three, 'a', -1), three],
    ['out of a tie', move([['a', 'b'], ['c']], 'a', 1), [['b'], ['a'], ['c']]],
    ['up out of a tie', move([['a', 'b']], 'b', -1), [['b'], ['a']]],
    ['dragged up', moveTo(three, 'c', 0), [['c'], ['a'], ['b']]],
    ['dragged down', moveTo(three, 'a', 3), [['b'], ['c'], ['a']]],
    ['dragged to where it is', moveTo(three, 'b', 1), three],
    ['tied', tie(three, 'b'), [['a', 'b'], ['c']]],
    ['untied', tie([['a', 'b'], ['c']], 'b'), [['a'], ['b'], ['c']]],
    ['the first has nobody above', tie(three, 'a'), three],
    ['within a tie as shown', tidy([['c', 'a'], []], ['a', 'b', 'c']), [['a', 'c']]],
    ['whole', [isWhole(three, ['a', 'b', 'c']), isWhole(three, ['a', 'd'])], [true, false]],
  ];
}

const ofTimes = ({ secondsOf }) => [
  ['times', ['75.3', '1:15.3', '1:15,3', '1:00:02', ' 0:05 ', '90'].map(secondsOf), [75.3, 75.3, 75.3, 3602, 5, 90]],
  ['no times', ['', 'x', '1:75', '-3', '1:2:3:4', '1.5:2'].map(secondsOf), [null, null, null, null, null, null]],
];

function ofPointer({ reachable, beginning, stepped, numbered }) {
  const turns = ['a', 'b', 'c', 'd'].map(id => ({ id }));
  const ids = list => list.map(turn => turn.id).join('');
  return [
    ['all', ids(reachable(turns, 'b')), 'abcd'],
    ['up to here', ids(reachable(turns, 'b', { range: 'up_to_here' })), 'ab'],
    ['others up to here', ids(reachable(turns, 'b', { range: 'up_to_here', others: true })), 'a'],
    ['of the whole conversation', ids(reachable(turns, null, { range: 'up_to_here' })), 'abcd'],
    ['begins at the turn before', beginning(turns, turns, 'c').id, 'b'],
    ['the first turn has none before', beginning(turns.slice(1), turns, 'a').id, 'b'],
    ['nowhere', beginning([], turns, 'a'), null],
    ['steps stop at the ends', [stepped(turns, turns[1], -9).id, stepped(turns, turns[1], Infinity).id, stepped(turns, turns[1], 1).id], ['a', 'd', 'c']],
    ['by number', [numbered(turns, turns, 3).id, numbered(turns.slice(0, 2), turns, 3), numbered(turns, turns, 9)], ['c', null, null]],
  ];
}

function ofAnswers({ kept, lacking, offered, beginning }) {
  const kindOf = () => ({ unfinished: (value, part) => (part.min && value.length < part.min ? ['at_least', { n: part.min }] : null) });
  const where = { dialogue: { participants: [] }, turn: { speakers: ['uma'], idx: 0 } };
  const parts = [
    { id: 'giver', settings: { default: 'speaker' }, max: 1 },
    { id: 'taker', settings: { exclude: 'giver' }, required: true },
    { id: 'why', when: { taker: 'any' }, settings: {} },
  ];
  const people = ['uma', 'sol'].map(id => ({ id }));
  return [
    ['the speaker to begin with', beginning(parts, where, () => people), { giver: ['uma'] }],
    ['not a speaker who is not offered', beginning(parts, where, () => [{ id: 'sol' }]), {}],
    ['needed', lacking(parts, { giver: ['uma'] }, where, kindOf).map(one => one.part.id), ['taker']],
    ['too few', lacking([{ id: 'a', min: 2, settings: {} }], { a: ['x'] }, where, kindOf).map(one => one.why[0]), ['at_least']],
    ['somebody else', offered(parts[1], parts, people, { giver: ['uma'] }).map(one => one.id), ['sol']],
    ['and the other way round', offered(parts[0], parts, people, { taker: ['sol'] }).map(one => one.id), ['uma']],
    ['who is named stays to be unnamed', offered(parts[1], parts, people, { giver: ['uma'], taker: ['uma'] }).map(one => one.id), ['uma', 'sol']],
    ['in the order of the scheme, without empty ones', Object.keys(kept(parts, { taker: ['sol'], giver: ['uma'], why: '' }, where)), ['giver', 'taker']],
  ];
}

const ofRanges = ({ ranges }) => [['turns in few words', [ranges([3, 4, 5, 9]), ranges([1, 2]), ranges([])], ['3–5, 9', '1, 2', '']]];
