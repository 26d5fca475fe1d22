// Answers that cannot be sent as they are (a text that is too long, too few options): kept in this browser until they fit
// or are cleared, also over a reload.

import * as storage from './storage.js';

export class Drafts {
  constructor({ workspace, person, project, task }, dialogue) {
    this.prefix = `curator/draft/${[workspace, person, project, task, dialogue].map(encodeURIComponent).join('/')}/`;
  }

  // Returns whether the browser had room for it.
  keep(key, { id, field, target, state, value, problem }) {
    return storage.write(this.prefix + key, { id, field, target, state, value, problem });
  }

  drop(key) {
    storage.remove(this.prefix + key);
  }

  // [key, {id, field, target, state, value, problem}] of each.
  all() {
    return storage.keys(this.prefix).map(name => [name.slice(this.prefix.length), storage.read(name)]).filter(([, draft]) => draft);
  }
}
