// The labelling page. State lives in this module, keyed by who labels what: neither a rerun of the Streamlit page nor an
// unmount loses anything. `mount` is called by the loader in __init__.py on every run of the page.

import { Api } from './api.js';
import { Clock } from './clock.js';
import { Desk } from './desk.js';
import { h } from './dom.js';
import { Flow } from './flow.js';
import { Help } from './help.js';
import { Listening } from './listening.js';
import { News } from './news.js';
import { Opening } from './opening.js';
import { Outbox } from './outbox.js';
import { Panel } from './panel.js';
import { Place } from './place.js';
import { Question } from './question.js';
import { drawRow } from './row.js';
import { Rows } from './rows.js';
import { Status } from './status.js';
import { Submit } from './submit.js';
import { Toolbar } from './toolbar.js';
import { dress } from './theme.js';
import { speak } from './words.js';

const TAKES_FOCUS = new Set(['help', 'conversations', 'comment', 'skip', 'search']);
const boards = new Map();

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
  board.opening.ask(data.dialogue ?? null, isNew);
  return () => board.listening.left();
}

class Board {
  constructor(session) {
    this.session = session;
    this.language = session.language || 'en';
    this.say = speak(this.language);
    this.sheet = null; // the conversation that stands on the page
    this.api = new Api(session);
    this.place = new Place(session);
    this.clock = new Clock();
    this.news = new News(this);
    this.opening = new Opening(this);
    this.#build();
    this.listening = new Listening(this);
    this.ready = this.outbox.open();
  }

  #build() {
    const { say, language, news, opening } = this;
    this.outbox = new Outbox({
      owner: `${this.session.workspace || 'here'}/${this.session.person || 'me'}`,
      post: events => this.api.events(events),
      outcome: (event, result) => news.settled(event, result),
      changed: () => this.paintStatus(),
    });
    this.rows = new Rows({ label: say('turns'), draw: row => drawRow(this.sheet, row, this.desk.view) });
    this.rows.moved = () => this.desk.remember();
    this.status = new Status({ say, language, acts: { drop: id => news.drop(id), show: event => this.#jump(this.sheet?.cellOf(event)) } });
    this.panel = new Panel({ say, language });
    this.question = new Question({ say, language, acts: this.#questionActs() });
    this.submit = new Submit({ say, language, acts: this.#submitActs() });
    this.help = new Help({ say, language, closed: () => this.question.focus(), bindings: () => this.flow.bindings.open() });
    this.toolbar = new Toolbar({ say, acts: name => this.#command(name) });
    this.desk = new Desk({ ...this.#parts(), changed: () => this.paintBar(), added: name => news.add(name) });
    this.flow = new Flow(this, {
      open: id => opening.open(id),
      next: id => opening.goOn(id),
      changed: () => news.elsewhere(),
      painted: () => this.sheet && this.desk.drawQuestion(),
    });
    this.#assemble();
  }

  #assemble() {
    const { say, flow } = this;
    this.side = h('div', { class: 'side' }, this.question.element, this.panel.element, this.submit.element);
    this.talk = h('div', { class: 'talk' }, this.rows.element, flow.search.element);
    this.work = h('div', { class: 'work', hidden: true }, this.talk, this.side);
    this.cover = h('div', { class: 'cover', role: 'status' }, say('loading'));
    this.root = h('div', { class: 'board', role: 'region', 'aria-label': say('region') });
    const over = [this.help.element, flow.dialog.element, flow.notice.element, this.status.live];
    this.root.append(this.toolbar.element, flow.skipping.element, this.status.refusals, this.cover, this.work, ...over);
    this.toolbar.place.append(this.status.element);
    this.toolbar.filters.append(flow.filters.element);
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
      goOn: () => this.desk.walking.confirmRules(),
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
      done: answer => this.news.submitted(answer),
    };
  }

  #command(name) {
    if (name === 'reopen') this.news.reopen();
    else if (this.sheet) this.desk.acts[name]();
    if (!TAKES_FOCUS.has(name)) this.question.focus();
  }

  #jump(cell) {
    if (!cell) return;
    this.desk.go(cell.row, cell);
    this.question.focus();
  }

  close() {
    this.listening.left();
    this.listening.close();
    this.outbox.close();
    this.flow.close();
    this.desk.media?.close();
    this.root.remove();
  }

  // --- the player: its modules are fetched with the first conversation that has a recording ------------------------------
  async showMedia(sheet) {
    const { desk } = this;
    if (!desk.media && !sheet.dialogue.media?.length) return;
    if (!desk.media) {
      const { MediaPlace } = await import('./media/place.js');
      const acts = { goTo: id => this.#follow(id), announce: words => this.status.announce(words), isTaken: letter => desk.isTaken(letter) };
      desk.media ??= new MediaPlace({ say: this.say, acts });
      this.talk.prepend(desk.media.element);
    }
    if (this.sheet !== sheet) return;
    desk.media.open(sheet.dialogue, id => sheet.names.get(id) || id);
    desk.media.setTurn(desk.row?.turn?.id ?? null);
    if (desk.host.surface) desk.host.again();
  }

  // The recording has come to another turn.
  #follow(id) {
    const row = this.sheet?.byTurn.get(id);
    if (row && row !== this.desk.row) this.desk.goTo(row);
  }

  // --- painting -----------------------------------------------------------------------------------------------------
  attached() {
    this.fit();
    requestAnimationFrame(() => this.fit());
  }

  // The board fills the window below what stands above it, in the colours of the theme.
  fit() {
    if (!this.root.isConnected) return;
    dress(this.root);
    const above = this.root.getBoundingClientRect().top + scrollY;
    this.root.style.setProperty('--height', `${Math.max(320, innerHeight - above - 14)}px`);
  }

  paintStatus() {
    this.status.draw(this.outbox, this.sheet);
    const kept = this.outbox.state !== 'idle' && this.outbox.state !== 'sending';
    if (kept !== this.kept && this.sheet && !this.work.hidden) this.rows.refreshAll();
    this.kept = kept;
  }

  paintBar() {
    const { leads, wrong } = this.desk.keys;
    this.toolbar.name(this.session);
    this.toolbar.draw(this.work.hidden ? null : this.sheet, this.desk);
    this.status.draw(this.outbox, this.sheet);
    if (leads) this.flow.notice.show([wrong && this.say('no_command', { key: wrong }), this.say('command')].filter(Boolean).join(' '), { stays: true });
    else if (this.led) this.flow.notice.hide();
    this.led = leads;
  }
}
