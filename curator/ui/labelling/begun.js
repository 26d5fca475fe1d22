// What was begun and is no answer yet: half a record, a span whose parts are still asked, half an order. Kept in this
// browser, per account, over a reload; never sent.

import * as storage from './storage.js';

export class Begun {
  // session: {workspace, person, project, task}; null keeps things for this visit alone.
  constructor(session, dialogue) {
    const of = session && [session.workspace, session.person, session.project, session.task, dialogue];
    this.prefix = of && `curator/begun/${of.map(encodeURIComponent).join('/')}/`;
    this.kept = new Map(); // key of a cell -> what was begun there
    for (const name of of ? storage.keys(this.prefix) : []) this.kept.set(name.slice(this.prefix.length), storage.read(name));
  }

  has(key) {
    return this.kept.has(key);
  }

  at(key) {
    return this.kept.get(key) ?? null;
  }

  // value: null where it is saved or given up.
  put(key, value) {
    if (value === null) this.#drop(key);
    else {
      this.kept.set(key, value);
      if (this.prefix) storage.write(this.prefix + key, value);
    }
  }

  #drop(key) {
    if (this.kept.delete(key) && this.prefix) storage.remove(this.prefix + key);
  }

  clear() {
    for (const key of [...this.kept.keys()]) this.#drop(key);
  }
}
