// HTTP, with every failure turned into a status: 0 means that no answer came.

const TIMEOUT_MS = 10_000;

export class Api {
  // session: {base, csrf, project, task}; a rerun of the page may change csrf in place.
  constructor(session) {
    this.session = session;
  }

  dialogue(id) {
    const { project, task } = this.session;
    return this.call('GET', `dialogues/${encodeURIComponent(id)}?${new URLSearchParams({ project, task })}`);
  }

  next(after = null) {
    const { project, task } = this.session;
    return this.write('next', after ? { project, task, after } : { project, task });
  }

  // All conversations of this person: {dialogues: [{dialogue, place, state}]}.
  work() {
    const { project, task } = this.session;
    return this.call('GET', `work?${new URLSearchParams({ project, task })}`);
  }

  // Somebody who is spoken about: {participant}.
  addPerson(dialogue, name) {
    const { project, task } = this.session;
    return this.write('people', { project, task, dialogue, name, kind: 'mentioned' });
  }

  events(events) {
    return this.write('events', { events });
  }

  submit(dialogue, round) {
    const { project, task } = this.session;
    return this.write('submit', { project, task, round, dialogue });
  }

  reopen(dialogue, round) {
    const { project, task } = this.session;
    return this.write('reopen', { project, task, round, dialogue });
  }

  addNote(note) {
    const { project, task } = this.session;
    return this.write('notes', { project, task, ...note });
  }

  removeNote(id) {
    return this.write(`notes/${id}?${new URLSearchParams({ project: this.session.project })}`, undefined, 'DELETE');
  }

  skip(dialogue, round, reason, text) {
    const { project, task } = this.session;
    return this.write('skip', { project, task, round, dialogue, reason, text });
  }

  unskip(dialogue, round) {
    const { project, task } = this.session;
    return this.write('unskip', { project, task, round, dialogue });
  }

  // After a new sign-in in another tab: the same person's new token for writes. Somebody else's is not taken.
  async renew() {
    const answer = await this.call('GET', 'session');
    const { person, csrf } = answer.data || {};
    if (answer.status !== 200 || person?.name !== this.session.person || csrf === this.session.csrf) return false;
    this.session.csrf = csrf;
    return true;
  }

  // A write that was turned away for want of a session is tried once more if there is a new one.
  async write(path, body, method = 'POST') {
    const answer = await this.call(method, path, body);
    const away = answer.status === 401 || answer.status === 403;
    return away && (await this.renew()) ? this.call(method, path, body) : answer;
  }

  async call(method, path, body) {
    const headers = { accept: 'application/json' };
    if (body) headers['content-type'] = 'application/json';
    if (method !== 'GET' && this.session.csrf) headers['x-curator-csrf'] = this.session.csrf;
    try {
      const answer = await fetch(`${this.session.base}/api/v1/${path}`, {
        method,
        headers,
        body: body && JSON.stringify(body),
        credentials: 'same-origin',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const data = await answer.json().catch(() => null);
      // A proxy that answers 200 with a page of its own has not answered us.
      if (answer.ok && data === null) return { status: 0, data: null };
      return { status: answer.status, data };
    } catch {
      return { status: 0, data: null };
    }
  }
}

export const problemOf = answer => answer.data?.error?.problem || '';
