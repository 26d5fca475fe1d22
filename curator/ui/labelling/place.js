// Where somebody was: which conversation, which turn and question, how far scrolled. A reload comes back to exactly there.

import * as storage from './storage.js';

const KEPT = 200; // conversations whose place is remembered, the latest ones

export class Place {
  constructor({ workspace, person, project, task }) {
    this.name = `curator/place/${workspace}/${person}/${project}/${task}`;
  }

  // The conversation that this tab had open.
  get ofTab() {
    return storage.tab.get(this.name) || null;
  }

  // The same; in a new tab, the one that was open last.
  get dialogue() {
    return this.ofTab || storage.read(this.name, {}).last || null;
  }

  open(dialogue) {
    storage.tab.set(this.name, dialogue);
    storage.write(this.name, { ...storage.read(this.name, {}), last: dialogue });
  }

  close() {
    storage.tab.set(this.name, '');
    const { last, ...rest } = storage.read(this.name, {});
    if (last) storage.write(this.name, rest);
  }

  // {turn, group, cell, top} or null; in older browsers' stores without `group` and `cell`.
  of(dialogue) {
    return storage.read(this.name, {}).at?.[dialogue] || null;
  }

  // Written a moment later: walking through turns must not write at every key.
  keep(dialogue, where) {
    this.waiting = { dialogue, where };
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.flush(), 250);
  }

  flush() {
    clearTimeout(this.soon);
    if (!this.waiting) return;
    const { dialogue, where } = this.waiting;
    this.waiting = null;
    const kept = storage.read(this.name, {});
    const { [dialogue]: _, ...others } = kept.at || {};
    const at = Object.fromEntries([...Object.entries(others).slice(-KEPT + 1), [dialogue, where]]);
    storage.write(this.name, { ...kept, at });
  }
}

// Small choices (going on by itself, guidelines open): remembered on this machine.
export const habit = {
  get: (name, fallback) => storage.read(`curator/habit/${name}`, fallback),
  set: (name, value) => storage.write(`curator/habit/${name}`, value),
};
