// When each turn is spoken: which one a moment belongs to, and which ones a stretch shows. Turns may overlap, lack an end,
// or lack times altogether; sources that round to whole seconds give turns of no length.

import { firstFrom } from './segments.js';

const UNKNOWN_S = 1; // how long a turn is taken to last where nothing else says so

export class TurnTimes {
  constructor(turns) {
    const timed = turns.filter(turn => typeof turn.start === 'number' && turn.start >= 0);
    timed.sort((a, b) => a.start - b.start);
    this.all = timed.map((turn, index) => ({ turn, start: turn.start, end: endOf(turn, timed, index) }));
    this.byId = new Map(this.all.map(one => [one.turn.id, one]));
    // The latest end so far: what ends before a moment can be left out without looking at every turn.
    let latest = 0;
    this.latest = this.all.map(one => (latest = Math.max(latest, one.end)));
  }

  // {start, end} of a turn, or null where it has no times.
  bounds(id) {
    const found = this.byId.get(id);
    return found ? { start: found.start, end: found.end } : null;
  }

  // The turn of a moment: of those that are spoken then, the one that began last; in a silence, the one before it.
  at(time) {
    const index = firstFrom(this.all, time + 1e-6, one => one.start) - 1;
    for (let back = index; back >= 0 && this.latest[back] > time; back -= 1) {
      if (this.all[back].end > time) return this.all[back].turn;
    }
    return this.all[index]?.turn ?? null;
  }

  // {turn, start, end} of every turn that is spoken between two times, in order.
  within(from, to) {
    const first = firstFrom(this.latest, from);
    const last = firstFrom(this.all, to, one => one.start);
    return this.all.slice(first, last).filter(one => one.end > from);
  }

  // Those spoken at this very moment.
  during(time) {
    return this.within(time, time + 1e-6).map(one => one.turn);
  }
}

function endOf(turn, timed, index) {
  if (typeof turn.end === 'number' && turn.end > turn.start) return turn.end;
  const later = timed.slice(index + 1, index + 20).find(one => one.start > turn.start);
  return Math.min(later ? later.start : Infinity, turn.start + (turn.end === turn.start || !later ? UNKNOWN_S : Infinity));
}
