// Which conversation stands on the page: asked for, tried again where nobody answers, fetched ahead, and what is said
// where none can be shown.

import { Begun } from './begun.js';
import { Drafts } from './drafts.js';
import { fill, h } from './dom.js';
import { Sheet } from './state.js';

const RETRY_MS = [400, 800, 1_600, 3_000];
const FRESH_MS = 120_000; // how old a conversation fetched ahead may be
const isReload = () => performance.getEntriesByType('navigation')[0]?.type === 'reload';

export class Opening {
  // board: {api, session, say, place, desk, flow, news, work, cover, ready, sheet, showMedia(), paintBar(), paintStatus()}
  constructor(board) {
    this.board = board;
    this.ahead = new Map(); // dialogue -> {payload, at}
  }

  // dialogue: what the page's address asks for; null = where the person was, else the next one. The page asks again on
  // every rerun; only a new wish, or a new visit (isNew), opens anything.
  ask(dialogue, isNew) {
    const { place, sheet } = this.board;
    const first = this.asked === undefined;
    if (!isNew && this.asked === dialogue) return;
    this.asked = dialogue;
    if (dialogue === null) first && this.open(place.dialogue, { orNext: true });
    else if (first && isReload() && place.ofTab) this.open(place.ofTab, { orNext: true });
    else if (sheet?.id !== dialogue) this.open(dialogue);
  }

  async open(wanted, { orNext = false } = {}) {
    const turn = (this.opening = Symbol('opening'));
    await this.board.ready;
    for (let tries = 0; turn === this.opening; tries += 1) {
      const answer = await this.#find(wanted);
      if (turn !== this.opening) return;
      if (answer.status === 200) {
        if (answer.data) this.show(answer.data);
        else this.finished();
        return;
      }
      if (orNext && wanted && [403, 404, 409].includes(answer.status)) wanted = null;
      else if (!this.#mayTryAgain(answer)) return;
      await new Promise(done => setTimeout(done, RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]));
    }
  }

  // next: the id of the conversation that follows; '' or null where nothing is left, undefined where it is not known.
  goOn(next) {
    if (next === null || next === '') this.finished();
    else this.open(next ?? null);
  }

  // The conversation itself; where none is wanted, the next one; no data where nothing is left.
  async #find(wanted) {
    if (wanted) return this.#fetch(wanted);
    const next = await this.board.api.next();
    if (next.status !== 200) return next;
    return next.data.dialogue ? this.#fetch(next.data.dialogue) : { status: 200, data: null };
  }

  // Says what the matter is.
  #mayTryAgain({ status, data }) {
    const { say } = this.board;
    const isFinal = status >= 400 && status < 500 && status !== 401;
    if (isFinal) this.#say(data?.error?.problem || String(status));
    else this.#say(say(status === 401 ? 'sign_in' : 'no_answer'));
    return !isFinal;
  }

  async #fetch(id) {
    const kept = this.ahead.get(id);
    this.ahead.delete(id);
    if (kept && Date.now() - kept.at < FRESH_MS) return { status: 200, data: kept.payload };
    return this.board.api.dialogue(id);
  }

  async #fetchAhead(id) {
    if (!id || this.ahead.has(id)) return;
    await new Promise(done => setTimeout(done, 400));
    const answer = await this.board.api.dialogue(id);
    if (answer.status === 200) this.ahead.set(id, { payload: answer.data, at: Date.now() });
  }

  show(payload) {
    const { board } = this;
    const { session, desk, place, flow, news } = board;
    desk.saveText();
    const { id } = payload.dialogue;
    const sheet = new Sheet(payload, session.person, { drafts: new Drafts(session, id), begun: new Begun(session, id) });
    board.sheet = sheet;
    sheet.take(payload, news.waitingFor(sheet.id, payload));
    if (sheet.cannotDraw.length || sheet.strange.length || !sheet.rows.length) {
      this.#cannotDraw(sheet);
      return;
    }
    board.showMedia(sheet);
    board.cover.hidden = true;
    board.work.hidden = false;
    place.open(sheet.id);
    flow.open(sheet);
    desk.open(sheet, place.of(sheet.id));
    flow.opened(sheet);
    board.paintStatus();
    if (this.#mayFocus()) board.question.focus();
    requestAnimationFrame(() => setTimeout(() => performance.mark('curator:painted'))); // after the paint
    this.#fetchAhead(sheet.next);
  }

  #mayFocus() {
    const { root } = this.board;
    const inside = document.activeElement;
    return inside === document.body || inside === null || inside.contains(root.getRootNode().host ?? root);
  }

  // --- where none can be shown --------------------------------------------------------------------------------------
  #cannotDraw(sheet) {
    const { say } = this.board;
    const named = sheet.strange.map(field => say('cannot_draw_one', { kind: field.kind, target: field.target, field: field.id }));
    const lines = [...sheet.cannotDraw, ...named];
    this.#cover(h('strong', {}, say('cannot_draw')), h('ul', {}, lines.map(line => h('li', {}, line))));
  }

  finished() {
    const { board } = this;
    const { say, flow } = board;
    board.sheet = null;
    flow.skipping.draw();
    board.place.close();
    const back = h('button', { type: 'button', class: 'small', onclick: () => flow.conversations.open() }, say('conversations'));
    this.#cover(h('strong', {}, say('finished')), h('p', {}, say('finished_more')), back);
    board.paintStatus();
  }

  #say(text) {
    if (this.board.sheet && !this.board.work.hidden) return;
    this.#cover(text);
  }

  #cover(...nodes) {
    const { board } = this;
    fill(board.cover, ...nodes);
    board.cover.hidden = false;
    board.work.hidden = true;
    board.paintBar();
  }
}
