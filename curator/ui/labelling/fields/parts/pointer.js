// Walking to another turn without leaving the question: a pointer that arrows, j and k, or a turn's number move.

import { digitOf, letterOf } from '../../keys.js';

const STEPS = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5, End: Infinity, Home: -Infinity };
const LETTERS = { j: 1, k: -1 };

// Which turns may be named from a turn: all, or those up to it; without itself where `others`.
export function reachable(turns, here, { range = 'any', others = false } = {}) {
  const at = here ? turns.findIndex(turn => turn.id === here) : turns.length - 1;
  const within = range === 'up_to_here' && here ? turns.slice(0, at + 1) : turns;
  return others ? within.filter(turn => turn.id !== here) : within;
}

// Where the pointer begins: at the turn before this one, as replies and evidence mostly do.
export function beginning(within, turns, here) {
  const at = turns.findIndex(turn => turn.id === here);
  const before = turns.slice(0, at < 0 ? turns.length : at).findLast(turn => within.includes(turn));
  return before ?? within[0] ?? null;
}

// The turn so many steps away among those within reach; it stops at both ends.
export function stepped(within, turn, by) {
  const at = within.indexOf(turn);
  return within[Math.min(Math.max(at + by, 0), within.length - 1)] ?? null;
}

// The turn with a number as people see it (from 1), or null.
export const numbered = (within, turns, number) => within.find(turn => turns.indexOf(turn) + 1 === number) ?? null;

export class Pointer {
  // digits: digits are numbers of turns at once; else `t` or # comes first. claims(letter): an option has taken it.
  // moved(): the pointer or what was typed is another.
  constructor({ ctx, range, others, digits, claims = () => false, moved }) {
    Object.assign(this, { ctx, digits, claims, moved });
    this.within = reachable(ctx.turns, ctx.turn?.id ?? null, { range, others });
    this.stop();
  }

  start(turn = null) {
    this.turn = turn ?? beginning(this.within, this.ctx.turns, this.ctx.turn?.id ?? null);
    if (!this.turn) return this.ctx.announce(this.ctx.say('turn_nowhere'));
    this.#go(this.turn);
  }

  stop() {
    this.turn = null;
    this.number = null; // what was typed of a turn's number
  }

  get isOn() {
    return this.turn !== null;
  }

  #go(turn) {
    this.turn = turn;
    this.ctx.reveal?.(turn.id);
    this.ctx.announce(this.ctx.say('turn_at', { n: numberOf(this.ctx, turn), text: turn.text }));
    this.moved();
  }

  // Returns whether the key moved the pointer or went into a number.
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const letter = letterOf(event);
    const by = STEPS[event.key] ?? (letter && !this.claims(letter) && !event.shiftKey ? LETTERS[letter] : undefined);
    if (by !== undefined) {
      this.number = null;
      this.#go(stepped(this.within, this.turn, by));
      return true;
    }
    return this.#typed(event, letter);
  }

  #typed(event, letter) {
    const digit = event.shiftKey ? null : digitOf(event);
    if (this.number !== null && event.key === 'Backspace') return this.#set(this.number.slice(0, -1) || (this.digits ? null : ''));
    if (this.number !== null && event.key === 'Escape') return this.#set(null);
    if (digit !== null && (this.number !== null || (this.digits && digit !== '0'))) return this.#set((this.number ?? '') + digit);
    if (!this.digits && this.number === null && (event.key === '#' || (letter === 't' && !this.claims('t')))) return this.#set('');
    return false;
  }

  // A number was typed that is no turn's here.
  get isLost() {
    return Boolean(this.number) && !numbered(this.within, this.ctx.turns, Number(this.number));
  }

  // The number is whole. Returns whether it was a turn's.
  settle() {
    const { isLost } = this;
    this.number = null;
    if (isLost) this.ctx.announce(this.ctx.say('turn_nowhere'));
    return !isLost;
  }

  #set(number) {
    this.number = number;
    const turn = number ? numbered(this.within, this.ctx.turns, Number(number)) : null;
    if (turn) this.#go(turn);
    else this.moved();
    return true;
  }
}

export const numberOf = (ctx, turn) => ctx.turns.indexOf(turn) + 1;
