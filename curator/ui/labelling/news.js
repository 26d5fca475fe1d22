// What has become of answers, here and elsewhere: what the server says about each, what another tab has changed, what is
// submitted and taken up again.

import { problemOf } from './api.js';
import { keyOfLabel } from './targets.js';

const RECENT = 300;
const AGAIN_MS = 2_000;

export class News {
  // board: {api, say, outbox, rows, desk, flow, opening, status, question, place, work, sheet}
  constructor(board) {
    this.board = board;
    this.recent = []; // events settled lately: an answer that was under way may not know them yet
  }

  get sheet() {
    return this.board.sheet;
  }

  settled(event, result) {
    const { board, sheet } = this;
    dispatchEvent(new CustomEvent('curator:settled', { detail: { id: event.id, status: result.status } }));
    if (result.status === 'saved' || result.status === 'duplicate') {
      this.recent = [...this.recent.slice(-RECENT), { event, seq: result.seq ?? Infinity }];
      board.flow.tabs.tell(event.dialogue);
    }
    if (!sheet || event.dialogue !== sheet.id) return;
    const row = sheet.settle(event, result);
    if (row) board.desk.remark(row);
    if (result.status === 'stale') this.#refetch(sheet);
    if (result.status !== 'refused') return;
    if (row) board.rows.refresh(row.index);
    board.desk.drawQuestion();
  }

  // Sent or not: what this browser knows beyond the server's answer.
  waitingFor(dialogue, payload) {
    const seqs = new Map(payload.labels.map(label => [keyOfLabel(label), label.seq]));
    const newer = this.recent.filter(({ event, seq }) => event.dialogue === dialogue && seq > (seqs.get(keyOfLabel(event)) ?? -1));
    return [...newer.map(({ event }) => event), ...this.board.outbox.events(dialogue)];
  }

  // A late answer was kept aside: ask what is current now, and offer both.
  async #refetch(sheet) {
    const { api, flow, rows, desk, status, say } = this.board;
    clearTimeout(this.soon);
    const answer = await api.dialogue(sheet.id);
    if (this.sheet !== sheet) return;
    if (answer.status !== 200) {
      this.soon = setTimeout(() => this.#refetch(sheet), AGAIN_MS);
      return;
    }
    const waiting = this.waitingFor(sheet.id, answer.data);
    for (const label of sheet.labels.values()) if (label.status === 'sending') label.seq = -1;
    sheet.take(answer.data, waiting);
    sheet.submitted = answer.data.submitted;
    flow.skipping.draw();
    rows.refreshAll();
    desk.drawQuestion();
    if (sheet.offers.size) status.announce(say('offers', { n: sheet.offers.size }));
  }

  // The same person has answered here in another tab: what stands here is brought up to date.
  async elsewhere() {
    const { sheet, board } = this;
    if (!sheet || board.work.hidden) return;
    await this.#refetch(sheet);
    if (this.sheet !== sheet) return;
    board.flow.notice.show(board.say('other_tab'));
    board.status.announce(board.say('other_tab'));
  }

  // A refused answer is given up.
  drop(id) {
    this.board.outbox.dismiss(id);
    if (this.sheet) this.#refetch(this.sheet);
  }

  // Adds somebody who is spoken about, and lays the conversation out anew with them. Returns words where it did not work.
  async add(name) {
    const { sheet, board } = this;
    const { api, say, desk, place, opening, status } = board;
    const answer = await api.addPerson(sheet.id, name);
    if (answer.status !== 200) return problemOf(answer) || say('no_answer');
    const fresh = await api.dialogue(sheet.id);
    if (fresh.status !== 200 || this.sheet !== sheet) return fresh.status === 200 ? '' : say('no_answer');
    desk.remember();
    place.flush();
    opening.show(fresh.data);
    this.sheet.inherit(sheet);
    status.announce(say('added', { name }));
    return '';
  }

  // --- submitting ---------------------------------------------------------------------------------------------------
  submitted({ next }) {
    this.board.flow.tabs.tell(this.sheet.id);
    this.sheet.submitted = true;
    this.sheet.begun.clear();
    this.board.opening.goOn(next);
  }

  async reopen() {
    const { sheet } = this;
    const { api, status, say, desk, question } = this.board;
    const answer = await api.reopen(sheet.id, sheet.round);
    if (answer.status !== 200) {
      status.announce(answer.data?.error?.problem || say('no_answer'));
      return;
    }
    sheet.submitted = false;
    desk.drawQuestion();
    question.focus();
  }
}
