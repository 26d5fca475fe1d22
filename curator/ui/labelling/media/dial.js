// State changes: each state holds until the next one. While the recording plays, a key says what holds now; people react
// late, so the change is written `lag` seconds earlier. A change is {id, start, label}; nothing here knows of a page.

import { clamp, exact, firstFrom } from './segments.js';

export class Dial {
  // initial: the state before the first change, or null; lag and grid in seconds; newId(): an id for a change.
  constructor({ initial = null, lag = 0, grid = null, length, changes = [], newId }) {
    Object.assign(this, { initial: initial || null, lag: lag || 0, grid, length, newId });
    this.take(changes);
  }

  // What is stored, anew. What was done before cannot be taken back any more.
  take(changes) {
    this.points = [...changes].sort((a, b) => a.start - b.start);
    this.done = [];
  }

  get changes() {
    return this.points.map(point => ({ ...point }));
  }

  // The state that holds at a time: the label, or null before the first change where there is no start value.
  at(time) {
    return this.#before(firstFrom(this.points, time + 1e-9, point => point.start));
  }

  #before(index) {
    return index > 0 ? this.points[index - 1].label : this.initial;
  }

  // Sets the state from (now − lag) on -> {added: [change], removed: [change]}, or null where it holds already.
  // A change at the very same time is replaced, and one that no longer changes anything goes.
  set(label, now) {
    const start = this.#time(now);
    const index = firstFrom(this.points, start - 1e-9, point => point.start);
    const same = this.points[index]?.start === start ? this.points[index] : null;
    if (same ? same.label === label : this.#before(index) === label) return null;
    const added = this.#before(index) === label ? [] : [{ id: this.newId(), start, label }];
    const next = this.points[index + (same ? 1 : 0)];
    return this.#act({ added, removed: [same, next?.label === label ? next : null].filter(Boolean) });
  }

  #time(now) {
    const start = exact(clamp(now - this.lag, this.length), this.grid);
    return this.length !== undefined && start > this.length ? exact(start - (this.grid || 0), this.grid) : start;
  }

  // Takes the last change back -> {added, removed}, or null where nothing is left of this visit.
  back() {
    const last = this.done.pop();
    if (!last) return null;
    const undone = { added: last.removed, removed: last.added };
    this.#apply(undone);
    return undone;
  }

  // Removes one change -> {added, removed}, or null. The state before it goes on.
  remove(id) {
    const index = this.points.findIndex(point => point.id === id);
    if (index < 0) return null;
    const next = this.points[index + 1];
    const repeats = next && next.label === this.#before(index);
    return this.#act({ added: [], removed: [this.points[index], ...(repeats ? [next] : [])] });
  }

  // Moves one change in time, as far as its neighbours let it -> {added, removed}, or null. It keeps its id.
  move(id, time) {
    const index = this.points.findIndex(point => point.id === id);
    if (index < 0) return null;
    const gap = this.grid || 0.001;
    const from = index ? this.points[index - 1].start + gap : 0;
    const to = index + 1 < this.points.length ? this.points[index + 1].start - gap : (this.length ?? Infinity);
    const start = exact(Math.min(Math.max(time, from), to), this.grid);
    if (start === this.points[index].start) return null;
    return this.#act({ added: [{ ...this.points[index], start }], removed: [this.points[index]] });
  }

  #act(act) {
    this.#apply(act);
    this.done.push(act);
    return act;
  }

  #apply({ added, removed }) {
    const gone = new Set(removed);
    const kept = this.points.filter(point => !gone.has(point) && !removed.some(one => one.id === point.id));
    this.points = [...kept, ...added].sort((a, b) => a.start - b.start);
  }

  // [{id, start, end, label}] from 0 to the end; the part before the first change only where there is a start value.
  bands(length = this.length) {
    const bands = this.points.map((point, index) => ({ ...point, end: this.points[index + 1]?.start ?? length }));
    const first = this.points[0]?.start ?? length;
    if (this.initial !== null && first > 0) bands.unshift({ id: null, start: 0, end: first, label: this.initial });
    return bands.filter(band => band.end > band.start);
  }
}
