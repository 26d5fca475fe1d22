// The labelling page. State lives in this module, keyed by who labels what: neither a rerun of the Streamlit page nor an
// unmount loses anything. `mount` is called by the loader in __init__.py on every run of the page.

import { Api, problemOf } from './api.js';
import { Clock } from './clock.js';
import { Desk } from './desk.js';
import { fill, h } from './dom.js';
import { Drafts } from './drafts.js';
import { Flow } from './flow.js';
import { Help } from './help.js';
import { Outbox } from './outbox.js';
import { Panel } from './panel.js';
import { Place } from './place.js';
import { Question } from './question.js';
import { drawRow, stateOf } from './row.js';
import { Rows } from './rows.js';
import { Sheet } from './state.js';
import { Status } from './status.js';
import { Submit } from './submit.js';
import { Toolbar } from './toolbar.js';
import { dress } from './theme.js';
import { keyOfLabel } from './targets.js';
import { speak } from './words.js';

const RETRY_MS = [400, 800, 1_600, 3_000];
const FRESH_MS = 120_000; // how old a conversation fetched ahead may be
const TAKES_FOCUS = new Set(['help', 'conversations', 'comment', 'skip', 'search']);
const boards = new Map();
const isReload = () => performance.getEntriesByType('navigation')[0]?.type === 'reload';

export function mount({ data, parentElement }) {
  const key = JSON.stringify([data.workspace, data.person, data.project, data.task]);
  for (const [other, board] of boards) {
    if (other === key) continue;
    board.close(); // somebody else, or another task: nothing may go out under the new name
    boards.delete(other);
  }
  let board = boards.get(key);
  if (!board) {
    board = new Board({ ...data });
    boards.set(key, board);
  }
  Object.assign(board.session, data);
  const place = parentElement.querySelector('#board');
  const isNew = board.root.parentNode !== place;
  if (isNew) {
    place.replaceChildren(board.root);
    board.attached();
  }
  dress(board.root);
  board.ask(data.dialogue ?? null, isNew);
  return () => board.left();
}

class Board {
  constructor(session) {
    this.session = session;
    this.language = session.language || 'en';
    this.say = speak(this.language);
    this.api = new Api(session);
    this.place = new Place(session);
    this.clock = new Clock();
    this.ahead = new Map(); // dialogue -> {payload, at}
    this.recent = []; // events settled lately: an answer that was under way may not know them yet
    this.#build();
    this.#listen();
    this.ready = this.outbox.open();
  }

  #build() {
    const { say, language } = this;
    this.outbox = new Outbox({
      owner: `${this.session.workspace || 'here'}/${this.session.person || 'me'}`,
      post: events => this.api.events(events),
      outcome: (event, result) => this.#settled(event, result),
      changed: () => this.#paintStatus(),
    });
    this.rows = new Rows({ label: say('turns'), draw: row => drawRow(this.sheet, row, this.desk.view) });
    this.rows.moved = () => this.desk.remember();
    this.status = new Status({ say, language, acts: { drop: id => this.#drop(id), show: event => this.#jump(this.sheet?.cellOf(event)) } });
    this.panel = new Panel({ say, language });
    this.question = new Question({ say, language, acts: this.#questionActs() });
    this.submit = new Submit({ say, language, acts: this.#submitActs() });
    this.help = new Help({ say, language, closed: () => this.question.focus(), bindings: () => this.flow.bindings.open() });
    this.toolbar = new Toolbar({ say, acts: name => this.#command(name) });
    this.desk = new Desk({ ...this.#parts(), changed: () => this.#paintBar(), added: name => this.#add(name) });
    this.flow = new Flow(this, {
      open: id => this.#open(id),
      next: id => this.#goOn(id),
      changed: () => this.#changedElsewhere(),
      painted: () => this.sheet && this.desk.drawQuestion(),
    });
    this.side = h('div', { class: 'side' }, this.question.element, this.panel.element, this.submit.element);
    this.talk = h('div', { class: 'talk' }, this.rows.element, this.flow.search.element);
    this.work = h('div', { class: 'work', hidden: true }, this.talk, this.side);
    this.cover = h('div', { class: 'cover', role: 'status' }, say('loading'));
    this.root = h('div', { class: 'board', role: 'region', 'aria-label': say('region') });
    this.root.append(this.toolbar.element, this.flow.skipping.element, this.status.refusals, this.cover, this.work, this.help.element, this.flow.dialog.element, this.flow.notice.element, this.status.live);
    this.toolbar.place.append(this.status.element);
    this.toolbar.filters.append(this.flow.filters.element);
  }

  #parts() {
    const { say, language, rows, question, panel, status, submit, help, outbox, clock, place } = this;
    return { say, language, rows, question, panel, status, submit, help, outbox, clock, place };
  }

  #questionActs() {
    return {
      pick: entry => this.desk.pick(entry),
      none: () => this.desk.acts.none(),
      cannotTell: () => this.desk.acts.cannot_tell(),
      nobodyElse: () => this.desk.acts.nobody_else(),
      take: () => this.desk.take(),
      takeAll: () => this.desk.acts.take_all(),
      addPerson: () => this.desk.addPerson(),
      follow: entry => entry.take(),
      goOn: () => this.desk.confirmRules(),
      go: (row, cell) => this.desk.clickOn(row, cell),
      typed: words => this.desk.answering.typed(words),
      left: () => this.desk.saveText(),
      hover: entry => this.desk.hover(entry),
      settle: (offer, use) => this.desk.answering.settle(offer, use),
    };
  }

  #submitActs() {
    return {
      sheet: () => this.sheet,
      flush: () => this.desk.saveText(),
      empty: () => this.outbox.empty(),
      send: () => this.api.submit(this.sheet.id, this.sheet.round),
      jump: cell => this.#jump(cell),
      focus: () => this.question.focus(),
      done: answer => this.#submitted(answer),
    };
  }

  #command(name) {
    if (name === 'reopen') this.#reopen();
    else if (this.sheet) this.desk.acts[name]();
    if (!TAKES_FOCUS.has(name)) this.question.focus();
  }

  // --- listening ----------------------------------------------------------------------------------------------------
  #listen() {
    this.root.addEventListener('keydown', event => {
      event.stopPropagation(); // Streamlit's own r and c must not fire
      if (!this.help.element.hidden || this.flow.dialog.isOpen) return;
      const at = event.composedPath()[0];
      const isBox = at === this.question.box;
      const isControl = !isBox && at.matches('button, a, input, select') && [' ', 'Enter', 'Tab'].includes(event.key);
      if (!isBox && at.matches('input, textarea, select')) {
        if (this.desk.host.isIn(at) && this.desk.host.key(event)) event.preventDefault();
        return; // a box keeps its keys
      }
      if (isControl || (event.key === 'Tab' && !this.side.contains(at) && !this.rows.inner.contains(at))) return;
      if (isBox ? this.desk.boxKey(event) : this.desk.key(event)) event.preventDefault();
      else if (!isBox) this.#nothing(event);
    });
    // A click on the page's margin leaves the keyboard with nobody: it is still meant for the conversation.
    this.stray = event => {
      const nobody = document.activeElement === document.body || document.activeElement === null;
      if (!nobody || !this.root.isConnected || !this.sheet || this.work.hidden || event.key === 'Tab') return;
      if (!this.help.element.hidden || this.flow.dialog.isOpen) return;
      this.question.focus();
      if (!this.desk.key(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    this.leave = () => {
      this.desk.saveText();
      this.place.flush();
    };
    this.resized = () => this.#fit();
    addEventListener('keydown', this.stray, true);
    addEventListener('pagehide', this.leave);
    addEventListener('resize', this.resized);
    document.addEventListener('visibilitychange', this.leave);
  }

  // A letter, digit or sign that does nothing here gets a small word, so that nobody thinks it was taken.
  #nothing(event) {
    const isSign = [...event.key].length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isSign && !event.isComposing && !event.repeat && this.sheet && !this.work.hidden) this.flow.notice.show(this.say('means_nothing', { key: event.key }));
  }

  close() {
    this.left();
    this.outbox.close();
    this.flow.close();
    this.desk.media?.close();
    removeEventListener('keydown', this.stray, true);
    removeEventListener('pagehide', this.leave);
    removeEventListener('resize', this.resized);
    document.removeEventListener('visibilitychange', this.leave);
    this.root.remove();
  }

  left() {
    if (this.sheet) this.leave();
  }

  attached() {
    this.#fit();
    requestAnimationFrame(() => this.#fit());
  }

  // The board fills the window below what stands above it, in the colours of the theme.
  #fit() {
    if (!this.root.isConnected) return;
    dress(this.root);
    const above = this.root.getBoundingClientRect().top + scrollY;
    this.root.style.setProperty('--height', `${Math.max(320, innerHeight - above - 14)}px`);
  }

  // --- opening ------------------------------------------------------------------------------------------------------
  // dialogue: what the page's address asks for; null = where the person was, else the next one. The page asks again on
  // every rerun; only a new wish, or a new visit (isNew), opens anything.
  ask(dialogue, isNew) {
    const first = this.asked === undefined;
    if (!isNew && this.asked === dialogue) return;
    this.asked = dialogue;
    if (dialogue === null) first && this.#open(this.place.dialogue, { orNext: true });
    else if (first && isReload() && this.place.ofTab) this.#open(this.place.ofTab, { orNext: true });
    else if (this.sheet?.id !== dialogue) this.#open(dialogue);
  }

  async #open(wanted, { orNext = false } = {}) {
    const turn = (this.opening = Symbol('opening'));
    await this.ready;
    for (let tries = 0; turn === this.opening; tries += 1) {
      const answer = await this.#find(wanted);
      if (turn !== this.opening) return;
      if (answer.status === 200) {
        if (answer.data) this.#show(answer.data);
        else this.#finished();
        return;
      }
      if (orNext && wanted && [403, 404, 409].includes(answer.status)) wanted = null;
      else if (!this.#mayTryAgain(answer)) return;
      await new Promise(done => setTimeout(done, RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]));
    }
  }

  // The conversation itself; where none is wanted, the next one; no data where nothing is left.
  async #find(wanted) {
    if (wanted) return this.#fetch(wanted);
    const next = await this.api.next();
    if (next.status !== 200) return next;
    return next.data.dialogue ? this.#fetch(next.data.dialogue) : { status: 200, data: null };
  }

  // Says what the matter is.
  #mayTryAgain({ status, data }) {
    const isFinal = status >= 400 && status < 500 && status !== 401;
    if (isFinal) this.#say(data?.error?.problem || String(status));
    else this.#say(this.say(status === 401 ? 'sign_in' : 'no_answer'));
    return !isFinal;
  }

  async #fetch(id) {
    const kept = this.ahead.get(id);
    this.ahead.delete(id);
    if (kept && Date.now() - kept.at < FRESH_MS) return { status: 200, data: kept.payload };
    return this.api.dialogue(id);
  }

  #show(payload) {
    this.desk.saveText();
    const sheet = new Sheet(payload, this.session.person, new Drafts(this.session, payload.dialogue.id));
    this.sheet = sheet;
    sheet.take(payload, this.#waitingFor(sheet.id, payload));
    if (sheet.cannotDraw.length || sheet.strange.length || !sheet.rows.length) {
      this.#cannotDraw(sheet);
      return;
    }
    this.#openMedia(sheet);
    this.cover.hidden = true;
    this.work.hidden = false;
    this.place.open(sheet.id);
    this.flow.open(sheet);
    this.desk.open(sheet, this.place.of(sheet.id));
    this.#paintStatus();
    if (this.#mayFocus()) this.question.focus();
    requestAnimationFrame(() => setTimeout(() => performance.mark('curator:painted'))); // after the paint
    this.#fetchAhead(sheet.next);
  }

  // The player's modules are fetched with the first conversation that has a recording.
  async #openMedia(sheet) {
    if (!this.desk.media && !sheet.dialogue.media?.length) return;
    if (!this.desk.media) {
      const { MediaPlace } = await import('./media/place.js');
      const acts = { goTo: id => this.#follow(id), announce: words => this.status.announce(words), isTaken: letter => this.desk.isTaken(letter) };
      this.desk.media ??= new MediaPlace({ say: this.say, acts });
      this.talk.prepend(this.desk.media.element);
    }
    if (this.sheet !== sheet) return;
    this.desk.media.open(sheet.dialogue, id => sheet.names.get(id) || id);
    this.desk.media.setTurn(this.desk.row?.turn?.id ?? null);
    if (this.desk.host.surface) this.desk.host.again();
  }

  // The recording has come to another turn.
  #follow(id) {
    const row = this.sheet?.byTurn.get(id);
    if (row && row !== this.desk.row) this.desk.goTo(row);
  }

  // Sent or not: what this browser knows beyond the server's answer.
  #waitingFor(dialogue, payload) {
    const seqs = new Map(payload.labels.map(label => [keyOfLabel(label), label.seq]));
    const newer = this.recent.filter(({ event, seq }) => event.dialogue === dialogue && seq > (seqs.get(keyOfLabel(event)) ?? -1));
    return [...newer.map(({ event }) => event), ...this.outbox.events(dialogue)];
  }

  #mayFocus() {
    const inside = document.activeElement;
    return inside === document.body || inside === null || inside.contains(this.root.getRootNode().host ?? this.root);
  }

  async #fetchAhead(id) {
    if (!id || this.ahead.has(id)) return;
    await new Promise(done => setTimeout(done, 400));
    const answer = await this.api.dialogue(id);
    if (answer.status === 200) this.ahead.set(id, { payload: answer.data, at: Date.now() });
  }

  #cannotDraw(sheet) {
    const named = sheet.strange.map(field => this.say('cannot_draw_one', { kind: field.kind, target: field.target, field: field.id }));
    const lines = [...sheet.cannotDraw, ...named];
    fill(this.cover, h('strong', {}, this.say('cannot_draw')), h('ul', {}, lines.map(line => h('li', {}, line))));
    this.#cover();
  }

  #finished() {
    this.sheet = null;
    this.flow.skipping.draw();
    this.place.close();
    const back = h('button', { type: 'button', class: 'small', onclick: () => this.flow.conversations.open() }, this.say('conversations'));
    fill(this.cover, h('strong', {}, this.say('finished')), h('p', {}, this.say('finished_more')), back);
    this.#cover();
    this.#paintStatus();
  }

  #say(text) {
    if (this.sheet && !this.work.hidden) return;
    fill(this.cover, text);
    this.#cover();
  }

  #cover() {
    this.cover.hidden = false;
    this.work.hidden = true;
    this.#paintBar();
  }

  // --- after an answer ------------------------------------------------------------------------------------------------
  #settled(event, result) {
    dispatchEvent(new CustomEvent('curator:settled', { detail: { id: event.id, status: result.status } }));
    if (result.status === 'saved' || result.status === 'duplicate') {
      this.recent = [...this.recent.slice(-300), { event, seq: result.seq ?? Infinity }];
      this.flow.tabs.tell(event.dialogue);
    }
    const sheet = this.sheet;
    if (!sheet || event.dialogue !== sheet.id) return;
    const row = sheet.settle(event, result);
    if (row) this.#remark(row);
    if (result.status === 'stale') this.#refetch(sheet);
    if (result.status !== 'refused') return;
    if (row) this.rows.refresh(row.index);
    this.desk.drawQuestion();
  }

  #remark(row) {
    const state = stateOf(this.sheet, row, this.desk.view.sending);
    this.rows.remark(row.index, state, state && this.say(state));
  }

  // Adds somebody who is spoken about, and lays the conversation out anew with them. Returns words where it did not work.
  async #add(name) {
    const { sheet } = this;
    const answer = await this.api.addPerson(sheet.id, name);
    if (answer.status !== 200) return problemOf(answer) || this.say('no_answer');
    const fresh = await this.api.dialogue(sheet.id);
    if (fresh.status !== 200 || this.sheet !== sheet) return fresh.status === 200 ? '' : this.say('no_answer');
    this.desk.remember();
    this.place.flush();
    this.#show(fresh.data);
    this.sheet.inherit(sheet);
    this.status.announce(this.say('added', { name }));
    return '';
  }

  // A late answer was kept aside: ask what is current now, and offer both.
  async #refetch(sheet) {
    clearTimeout(this.soon);
    const answer = await this.api.dialogue(sheet.id);
    if (this.sheet !== sheet) return;
    if (answer.status !== 200) {
      this.soon = setTimeout(() => this.#refetch(sheet), 2_000);
      return;
    }
    const waiting = this.#waitingFor(sheet.id, answer.data);
    for (const label of sheet.labels.values()) if (label.status === 'sending') label.seq = -1;
    sheet.take(answer.data, waiting);
    sheet.submitted = answer.data.submitted;
    this.flow.skipping.draw();
    this.rows.refreshAll();
    this.desk.drawQuestion();
    if (sheet.offers.size) this.status.announce(this.say('offers', { n: sheet.offers.size }));
  }

  // The same person has answered here in another tab: what stands here is brought up to date.
  async #changedElsewhere() {
    const sheet = this.sheet;
    if (!sheet || this.work.hidden) return;
    await this.#refetch(sheet);
    if (this.sheet !== sheet) return;
    this.flow.notice.show(this.say('other_tab'));
    this.status.announce(this.say('other_tab'));
  }

  #submitted({ next }) {
    this.flow.tabs.tell(this.sheet.id);
    this.sheet.submitted = true;
    this.#goOn(next);
  }

  #goOn(next) {
    if (next === null || next === '') this.#finished();
    else this.#open(next ?? null);
  }

  async #reopen() {
    const sheet = this.sheet;
    const answer = await this.api.reopen(sheet.id, sheet.round);
    if (answer.status !== 200) {
      this.status.announce(answer.data?.error?.problem || this.say('no_answer'));
      return;
    }
    sheet.submitted = false;
    this.desk.drawQuestion();
    this.question.focus();
  }

  #jump(cell) {
    if (!cell) return;
    this.desk.go(cell.row, cell);
    this.question.focus();
  }

  #drop(id) {
    this.outbox.dismiss(id);
    if (this.sheet) this.#refetch(this.sheet);
  }

  // --- painting -----------------------------------------------------------------------------------------------------
  #paintStatus() {
    this.status.draw(this.outbox, this.sheet);
    const kept = this.outbox.state !== 'idle' && this.outbox.state !== 'sending';
    if (kept !== this.kept && this.sheet && !this.work.hidden) this.rows.refreshAll();
    this.kept = kept;
  }

  #paintBar() {
    this.toolbar.name(this.session);
    this.toolbar.draw(this.work.hidden ? null : this.sheet, this.desk);
    this.status.draw(this.outbox, this.sheet);
    if (this.desk.leader) this.flow.notice.show(this.say('command'), { stays: true });
    else if (this.led) this.flow.notice.hide();
    this.led = this.desk.leader;
  }
}
