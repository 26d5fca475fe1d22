// What segments.js, dial.js, turntimes.js and view.js promise, case by case: [what, found, expected].
window.runCases = async () => {
  const at = name => import(`/api/v1/assets/media/${name}.js`);
  const [segments, { Dial }, { TurnTimes }, { View, rulerStep }, { clockOf }] = await Promise.all(
    ['segments', 'dial', 'turntimes', 'view', 'clock'].map(at),
  );
  const cases = [...ofSegments(segments), ...ofDials(Dial), ...ofTimes(TurnTimes), ...ofView(View, rulerStep), ...ofClock(clockOf)];
  return cases.map(([what, found, expected]) => ({ what, found, expected, holds: JSON.stringify(found) === JSON.stringify(expected) }));
};

function ofSegments({ exact, make, moved, withEdge, split, merge, clip, snap, edgesOf, neighbour }) {
  const one = { id: 'a', start: 2, end: 5, label: 'x' };
  return [
    ['whole milliseconds', exact(1.23456), 1.235],
    ['on the grid', exact(0.31, 0.1), 0.3],
    ['on a grid of whole seconds', exact(1.5, 1), 2],
    ['a grid that floats cannot hold', exact(0.7, 0.1), 0.7],
    ['made backwards', make(3, 1, { label: 'x' }), { start: 1, end: 3, label: 'x' }],
    ['made over the end', make(9, 12, { length: 10 }), { start: 9, end: 10 }],
    ['made before the start', make(-2, 1), { start: 0, end: 1 }],
    ['made of nothing', make(4, 4.001), null],
    ['made on a grid', make(0.2, 1.9, { grid: 1 }), { start: 0, end: 2 }],
    ['made on a grid that the end is not on', make(8.2, 10, { grid: 1, length: 9.7 }), { start: 8, end: 9 }],
    ['made shorter than the grid', make(1.1, 1.3, { grid: 1 }), null],
    ['an end that is no whole millisecond', make(1, 10, { length: 9.99951 }), { start: 1, end: 9.999 }],
    ['moved', moved(one, 1.5), { ...one, start: 3.5, end: 6.5 }],
    ['moved no further than the start', moved(one, -9), { ...one, start: 0, end: 3 }],
    ['moved no further than the end', moved(one, 9, { length: 10 }), { ...one, start: 7, end: 10 }],
    ['start moved', withEdge(one, 'start', 1), { ...one, start: 1 }],
    ['start cannot pass the end', withEdge(one, 'start', 9), { ...one, start: 4.99 }],
    ['end cannot pass the start', withEdge(one, 'end', 1), { ...one, end: 2.01 }],
    ['end no further than the recording', withEdge(one, 'end', 99, { length: 8.5 }), { ...one, end: 8.5 }],
    ['an edge on the grid', withEdge(one, 'end', 5.4, { grid: 0.5 }), { ...one, end: 5.5 }],
    ['split', split(one, 3), [{ ...one, end: 3 }, { ...one, start: 3 }]],
    ['not split at its edge', split(one, 2), null],
    ['not split outside', split(one, 7), null],
    ['merged over a gap', merge(one, { id: 'b', start: 6, end: 7, label: 'y' }), { ...one, end: 7 }],
    ['merged with what lies inside', merge(one, { start: 3, end: 4 }), one],
    ['clipped', clip({ start: -1, end: 99 }, 10), { start: 0, end: 10 }],
    ['clipped away', clip({ start: 11, end: 12 }, 10), null],
    ['edges, each once', edgesOf([{ start: 2, end: 4 }, { start: 4, end: 6 }, { start: null, end: null }]), [2, 4, 6]],
    ['snapped', snap(3.95, [2, 4, 6], 0.1), 4],
    ['not snapped', snap(3.8, [2, 4, 6], 0.1), 3.8],
    ['snapped to the nearer', snap(4.9, [4, 6], 2), 4],
    ['snapped without edges', snap(1, [], 5), 1],
    ['the next', neighbour([{ id: 'b', start: 9 }, one], one, 1).id, 'b'],
    ['the next alike', neighbour([{ id: 'b', start: 6, label: 'y' }, { id: 'c', start: 9, label: 'x' }, one], one, 1, { alike: true }).id, 'c'],
    ['none before', neighbour([one], one, -1), null],
  ];
}

function ofDials(Dial) {
  const made = (given = {}) => {
    let count = 0;
    return new Dial({ newId: () => `n${(count += 1)}`, length: 60, ...given });
  };
  const brief = dial => dial.changes.map(({ start, label }) => `${start} ${label}`);
  const done = (given, ...acts) => {
    const dial = made(given);
    for (const act of acts) act(dial);
    return dial;
  };
  const set = (label, now) => dial => dial.set(label, now);
  const back = dial => dial.back();
  const stored = { changes: [{ id: 'y', start: 20, label: 'b' }, { id: 'x', start: 10, label: 'a' }] };
  return [
    ['nothing yet', made().at(5), null],
    ['the start value', made({ initial: 'calm' }).at(5), 'calm'],
    ['stored ones in order', brief(made(stored)), ['10 a', '20 b']],
    ['holds until the next', [9.9, 10, 19.9, 20, 60].map(time => made(stored).at(time)), [null, 'a', 'a', 'b', 'b']],
    ['written earlier by the lag', brief(done({ lag: 0.5 }, set('a', 3))), ['2.5 a']],
    ['not before the start', brief(done({ lag: 1 }, set('a', 0.2))), ['0 a']],
    ['on the grid', brief(done({ lag: 0.25, grid: 0.2 }, set('a', 3))), ['2.8 a']],
    ['on a grid that the end is not on', brief(done({ grid: 7 }, set('a', 60))), ['56 a']],
    ['what holds already is no change', done({ initial: 'a' }).set('a', 5), null],
    ['nor what was just set', done({}, set('a', 5)).set('a', 8), null],
    ['at the same time the last one counts', brief(done({}, set('a', 5), set('b', 5))), ['5 b']],
    ['back to what held before at the same time leaves nothing', brief(done({ initial: 'c' }, set('a', 5), set('c', 5))), []],
    ['set in between', brief(done(stored, set('c', 15))), ['10 a', '15 c', '20 b']],
    ['a later change that repeats it goes', brief(done(stored, set('b', 15))), ['10 a', '15 b']],
    ['and says so', made(stored).set('b', 15), { added: [{ id: 'n1', start: 15, label: 'b' }], removed: [{ id: 'y', start: 20, label: 'b' }] }],
    ['taken back', brief(done({}, set('a', 5), set('b', 6), back)), ['5 a']],
    ['taken back with what it had removed', brief(done(stored, set('b', 15), back)), ['10 a', '20 b']],
    ['taken back once for each', brief(done({}, set('a', 5), set('b', 6), back, back, back)), []],
    ['stored ones are not taken back', made(stored).back(), null],
    ['removed', brief(done(stored, dial => dial.remove('x'))), ['20 b']],
    ['removed with what then repeats', brief(done({ initial: 'b', ...stored }, dial => dial.remove('x'))), []],
    ['moved', brief(done(stored, dial => dial.move('y', 12.3456))), ['10 a', '12.346 b']],
    ['moved keeps its id', done(stored).move('y', 12).added[0].id, 'y'],
    ['moved no further than its neighbour', brief(done(stored, dial => dial.move('y', 3))), ['10 a', '10.001 b']],
    ['moved and taken back', brief(done(stored, dial => dial.move('y', 30), back)), ['10 a', '20 b']],
    ['bands', made({ initial: 'c', ...stored }).bands(), [{ id: null, start: 0, end: 10, label: 'c' }, { id: 'x', start: 10, label: 'a', end: 20 }, { id: 'y', start: 20, label: 'b', end: 60 }].map(ordered)],
    ['no band before the first without a start value', made(stored).bands().length, 2],
    ['bands of nothing', made().bands(), []],
  ].map(([what, found, expected]) => [what, what === 'bands' ? found.map(ordered) : found, expected]);
}

const ordered = ({ id, start, end, label }) => ({ id, start, end, label });

function ofTimes(TurnTimes) {
  const times = new TurnTimes([
    { id: 'a', start: 0, end: 5 },
    { id: 'b', start: 3, end: 4 },
    { id: 'c', start: 6, end: null },
    { id: 'd', start: 8, end: 8 },
    { id: 'e', start: 9, end: 12 },
    { id: 'f' },
    { id: 'g', start: 20 },
  ]);
  const at = time => times.at(time)?.id ?? null;
  return [
    ['one that lasts', at(1), 'a'],
    ['of two, the later', at(3.5), 'b'],
    ['the longer one goes on', at(4.5), 'a'],
    ['in a silence, the one before', at(5.5), 'b'],
    ['without an end, until the next', times.bounds('c'), { start: 6, end: 8 }],
    ['of no length, a second at most', times.bounds('d'), { start: 8, end: 9 }],
    ['the last one without an end', times.bounds('g'), { start: 20, end: 21 }],
    ['without times', times.bounds('f'), null],
    ['before the first', new TurnTimes([{ id: 'z', start: 5, end: 6 }]).at(1), null],
    ['in view', times.within(4.2, 8.5).map(one => one.turn.id), ['a', 'c', 'd']],
    ['spoken now', times.during(3.2).map(turn => turn.id), ['a', 'b']],
    ['none at all', new TurnTimes([]).at(3), null],
  ];
}

function ofView(View, rulerStep) {
  const view = new View();
  view.width = 1_000;
  view.setLength(100);
  const shown = act => {
    act();
    return [view.from, view.to].map(time => Math.round(time * 1_000) / 1_000);
  };
  return [
    ['all of it', shown(() => {}), [0, 100]],
    ['closer, about a moment', shown(() => view.zoom(0.5, 20)), [10, 60]],
    ['not beyond the start', shown(() => view.pan(-50)), [0, 50]],
    ['not beyond the end', shown(() => view.pan(500)), [50, 100]],
    ['a moment out of view', shown(() => view.reach(20)), [17.5, 67.5]],
    ['a moment in view', view.reach(20), false],
    ['no closer than half a second', shown(() => view.zoom(0.0001, 20)), [19.975, 20.475]],
    ['a longer recording keeps the place', shown(() => { view.show(10, 20); view.setLength(120); }), [10, 20]],
    ['the whole of a longer one', shown(() => { view.show(0, 120); view.setLength(150); }), [0, 150]],
    ['pixels', [view.xOf(75), view.timeAt(500)], [500, 75]],
    ['marks of the ruler', [rulerStep(0.0005), rulerStep(0.02), rulerStep(3.6)], [0.05, 2, 300]],
  ];
}

const ofClock = clockOf => [
  ['seconds', clockOf(62.34), '1:02.3'],
  ['carried over', clockOf(59.96), '1:00.0'],
  ['hours', clockOf(3_723.5, 0), '1:02:04'],
  ['milliseconds', clockOf(4.19, 3), '0:04.190'],
  ['not known', clockOf(NaN), '–:––'],
];
