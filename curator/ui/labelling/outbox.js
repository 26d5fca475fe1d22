// Answers that are not yet known to be stored. Each is one key of local storage, written before anything is sent and
// removed only after the server has said what became of it. One outbox a tab; one tab sends at a time.

import { uuid } from './dom.js';
import * as storage from './storage.js';

const MOST_EVENTS = 100; // the server takes 200 events and 256 kB
const MOST_CHARACTERS = 60_000; // at most four bytes a character in UTF-8
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
const LOOK_AROUND_MS = 20_000;

// What the server's status means for the events of a batch.
const STATE_OF = status => {
  if (status === 0) return 'offline';
  if (status === 401 || status === 403) return 'signed_out';
  if (status === 507) return 'full';
  return 'failing';
};

export class Outbox {
  // owner: `workspace/person`. post(events) -> {status, data}.
  // outcome(event, result) is called once an event is settled; changed() whenever the state may look different.
  constructor({ owner, post, outcome, changed }) {
    Object.assign(this, { owner, post, outcome, changed });
    this.prefix = `curator/outbox/${owner}/`;
    this.queue = []; // [{key, event}] in the order of typing
    this.refused = [];
    this.state = 'idle';
    this.most = MOST_EVENTS;
    this.pause = FIRST_PAUSE_MS;
    this.durable = true;
    this.lastTry = 0;
    this.number = Date.now() * 1000;
    this.waiting = [];
  }

  async open() {
    this.tab = await this.#takeTab();
    for (const key of storage.keys(`${this.prefix}${this.tab}/`)) this.#load(key);
    await this.#adopt();
    this.refused = storage.keys(`curator/refused/${this.owner}/`).map(key => ({ key, ...storage.read(key) }));
    this.timer = setInterval(() => this.#adopt(), LOOK_AROUND_MS);
    this.wake = () => document.visibilityState === 'visible' && this.now();
    addEventListener('online', this.wake);
    document.addEventListener('visibilitychange', this.wake);
    this.now();
  }

  // Stops sending: what is left waits in local storage for its owner.
  close() {
    this.closed = true;
    clearInterval(this.timer);
    clearTimeout(this.retry);
    removeEventListener('online', this.wake);
    document.removeEventListener('visibilitychange', this.wake);
    this.letGo?.();
  }

  add(event) {
    const key = `${this.prefix}${this.tab}/${String(++this.number).padStart(18, '0')}`;
    this.durable = storage.write(key, event);
    this.queue.push({ key, event });
    const rested = Date.now() - this.lastTry > 1_000;
    if (this.state === 'idle' || this.state === 'sending' || rested) this.now();
    this.changed();
  }

  now() {
    clearTimeout(this.retry);
    this.retry = null;
    this.#pump();
  }

  events(dialogue) {
    return this.queue.map(item => item.event).filter(event => event.dialogue === dialogue);
  }

  // Resolves when nothing waits any more.
  empty() {
    if (!this.queue.length) return Promise.resolve();
    return new Promise(done => this.waiting.push(done));
  }

  dismiss(id) {
    for (const item of this.refused.filter(entry => entry.event.id === id)) storage.remove(item.key);
    this.refused = this.refused.filter(entry => entry.event.id !== id);
    this.changed();
  }

  async #pump() {
    if (this.closed || this.pumping || !this.queue.length) return;
    this.pumping = true;
    let answered = true;
    try {
      while (this.queue.length && answered && !this.closed) answered = await this.#alone(() => this.#sendSome());
    } finally {
      this.pumping = false;
    }
    if (this.queue.length && !this.closed) this.#later();
    this.changed();
  }

  #later() {
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.now(), this.pause * (0.8 + 0.4 * Math.random()));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS);
  }

  #batch() {
    let room = MOST_CHARACTERS;
    let count = 0;
    for (const { event } of this.queue.slice(0, this.most)) {
      room -= JSON.stringify(event).length;
      if (room < 0 && count) break;
      count += 1;
    }
    return this.queue.slice(0, count);
  }

  async #sendSome() {
    const batch = this.#batch();
    if (!batch.length) return false;
    this.lastTry = Date.now();
    if (this.state === 'idle') this.state = 'sending';
    this.changed();
    const answer = await this.post(batch.map(item => item.event));
    if (answer.status === 200 && Array.isArray(answer.data?.results)) return this.#settle(batch, answer.data.results);
    if ([400, 413, 415, 422].includes(answer.status)) return this.#split(batch, answer);
    this.state = STATE_OF(answer.status);
    return false;
  }

  // A batch that is too large, or that the server cannot read, is halved until the one event at fault stands alone.
  #split(batch, answer) {
    if (batch.length > 1) {
      this.most = Math.ceil(batch.length / 2);
      return true;
    }
    this.most = MOST_EVENTS;
    const reason = answer.data?.error?.problem || `status ${answer.status}`;
    return this.#settle(batch, [{ id: batch[0].event.id, status: 'refused', reason }]);
  }

  #settle(batch, results) {
    const byId = new Map(results.map(result => [result.id, result]));
    const settled = batch.filter(item => byId.has(item.event.id));
    this.state = 'idle';
    this.pause = FIRST_PAUSE_MS;
    for (const item of settled) {
      const result = byId.get(item.event.id);
      if (result.status === 'refused') this.#keepRefused(item.event, result.reason || '');
      this.#drop(item);
      if (result.status === 'stale' && this.#followedRefusal(item.event, byId)) continue;
      this.outcome(item.event, result);
    }
    if (!this.queue.length) this.waiting.splice(0).forEach(done => done());
    return settled.length > 0;
  }

  #keepRefused(event, reason) {
    const key = `curator/refused/${this.owner}/${event.id}`;
    storage.write(key, { event, reason });
    this.refused.push({ key, event, reason });
    for (const item of this.queue) {
      if (item.event.based_on !== event.id) continue;
      item.event.based_on = event.based_on;
      storage.write(item.key, item.event);
    }
  }

  // In one batch a correction of a refused answer looks late to the server, which never stored what it builds on.
  #followedRefusal(event, byId) {
    if (byId.get(event.based_on)?.status !== 'refused') return false;
    const base = this.refused.find(entry => entry.event.id === event.based_on)?.event.based_on ?? null;
    const again = { ...event, id: uuid(), based_on: base };
    this.outcome(event, { id: event.id, status: 'renamed', to: again.id });
    this.add(again);
    return true;
  }

  #drop(item) {
    storage.remove(item.key);
    this.queue = this.queue.filter(other => other !== item);
  }

  #load(key) {
    const event = storage.read(key);
    if (event?.id) this.queue.push({ key, event });
    this.number = Math.max(this.number, Number(key.slice(-18)) || 0);
  }

  #alone(work) {
    if (!navigator.locks) return work();
    return navigator.locks.request(`curator/send/${this.owner}`, work);
  }

  // A tab's id survives its reload. A duplicated tab copies it, so whoever comes second takes a new one.
  async #takeTab() {
    const name = `curator/tab/${this.owner}`;
    const known = storage.tab.get(name);
    if (known && (await this.#holdTab(known))) return known;
    const fresh = uuid();
    storage.tab.set(name, fresh);
    await this.#holdTab(fresh);
    return fresh;
  }

  #holdTab(id) {
    if (!navigator.locks) return Promise.resolve(true);
    return new Promise(done => {
      const forEver = () => {
        done(true);
        return new Promise(letGo => (this.letGo = letGo)); // held until the tab goes
      };
      const options = { signal: AbortSignal.timeout(600) };
      navigator.locks.request(`${this.prefix}${id}`, options, forEver).catch(() => done(false));
    });
  }

  // Outboxes of tabs that are gone: their answers are ours to send.
  async #adopt() {
    if (!navigator.locks) return;
    const others = storage.keys(this.prefix).map(key => key.slice(this.prefix.length).split('/')[0]);
    for (const id of new Set(others.filter(other => other !== this.tab))) {
      await navigator.locks.request(`${this.prefix}${id}`, { ifAvailable: true }, lock => lock && this.#move(id));
    }
  }

  #move(id) {
    for (const key of storage.keys(`${this.prefix}${id}/`)) {
      const event = storage.read(key);
      if (event?.id) this.add(event);
      storage.remove(key);
    }
  }
}
