// Handing a conversation in: first what the page itself can see missing, then the server's word.

import { fill, h } from './dom.js';
import { problemOf } from './api.js';
import { askedOf, cellName, headingOf, shortRowName } from './naming.js';

const LISTED = 6;

export class Submit {
  // acts: {sheet(), flush(), empty(), send(), jump(cell), done(answer), focus()}
  constructor({ say, language, acts }) {
    Object.assign(this, { say, language, acts });
    this.note = h('div', { class: 'submit-note', role: 'status', 'aria-live': 'assertive' });
    this.mark = h('kbd', { 'aria-hidden': 'true' }, 'S');
    this.label = h('span', {}, say('submit'));
    this.button = h('button', { type: 'button', class: 'primary', onclick: () => this.press() }, this.label, this.mark);
    this.element = h('div', { class: 'submit' }, this.note, this.button);
    this.stage = 'idle';
  }

  showKey(key) {
    this.key = key;
    this.mark.textContent = this.stage === 'asked' ? 'Enter' : key;
  }

  #stands(stage) {
    this.stage = stage;
    this.label.textContent = this.say(stage === 'asked' ? 'submit_so' : 'submit');
    this.showKey(this.key ?? '');
  }

  reset() {
    this.#stands('idle');
    fill(this.note);
    this.button.disabled = false;
  }

  // Returns whether there was something to take back.
  cancel() {
    if (this.stage === 'idle' && !this.note.childNodes.length) return false;
    if (this.stage === 'sending') return false;
    this.#takeBack();
    return true;
  }

  async press() {
    const sheet = this.acts.sheet();
    if (!sheet || sheet.submitted || this.stage === 'sending' || this.stage === 'waiting') return;
    this.acts.flush();
    const missing = sheet.missing();
    if (missing.length) {
      this.showMissing(missing);
      return;
    }
    const broken = sheet.rules.broken();
    const stops = broken.filter(one => one.rule.level === 'stop');
    if (stops.length) {
      this.#showBroken(stops);
      return;
    }
    const asks = sheet.rules.toAsk(broken);
    const blanks = sheet.blanks();
    if ((blanks.length || asks.length) && this.stage !== 'asked') this.#ask(blanks, asks);
    else await this.#send(sheet);
  }

  // The one button says what it does now, and has the keyboard: Enter confirms.
  #ask(blanks, asks) {
    this.#stands('asked');
    const no = h('button', { type: 'button', class: 'small', onclick: () => this.#takeBack() }, this.say('not_yet'));
    const none = blanks.length ? [h('strong', {}, this.say('will_be_none', { n: blanks.length })), this.#blanks(blanks)] : [];
    fill(this.note, this.#rules(asks), none, h('div', { class: 'buttons' }, no));
    this.button.focus({ preventScroll: true });
  }

  // Which ones, question by question, with the way to the first of each.
  #blanks(cells) {
    const byQuestion = Map.groupBy(cells, cell => cell.field.of || cell.field.id);
    const items = [...byQuestion.values()].map(group => {
      const { field } = group[0];
      const name = headingOf(field, this.language) || askedOf(field, this.language);
      const words = this.say('none_in', { name, places: placesOf(group, this.say) });
      return h('li', {}, h('button', { type: 'button', class: 'link', onclick: () => this.acts.jump(group[0]) }, words));
    });
    return h('ul', { class: 'where-none' }, items);
  }

  #takeBack() {
    this.reset();
    this.acts.focus();
  }

  async #send(sheet) {
    this.#stands('waiting');
    fill(this.note, this.say('waiting'));
    await this.acts.empty();
    if (this.stage !== 'waiting' || this.acts.sheet() !== sheet) return;
    this.#stands('sending');
    this.button.disabled = true;
    fill(this.note, this.say('submitting'));
    const answer = await this.acts.send();
    this.reset();
    const { missing, broken } = answer.data?.error ?? {};
    if (answer.status === 200) this.acts.done(answer.data);
    else if (answer.status === 409 && missing?.length) this.showMissing(this.#cells(sheet, missing));
    else if (answer.status === 409 && broken?.length) this.#showBroken(this.#rulesOf(sheet, broken));
    else this.#failed(answer);
  }

  #failed(answer) {
    const problem = answer.status === 0 ? this.say('no_answer') : problemOf(answer) || String(answer.status);
    fill(this.note, h('span', { class: 'warning' }, this.say('submit_failed', { problem })));
  }

  #cells(sheet, missing) {
    return missing.map(cell => sheet.cellOf(cell)).filter(Boolean);
  }

  // The server's words on rules that stop, as the page's own.
  #rulesOf(sheet, broken) {
    return broken.map(({ rule, target, say, level }) => ({ rule: { index: rule, say, level }, fields: [], place: { row: sheet.rowOf(target), target }, key: '' }));
  }

  #showBroken(broken) {
    this.#stands('broken');
    const first = this.acts.sheet().rules.cellOf(broken[0]);
    if (first) this.acts.jump(first);
    fill(this.note, h('strong', {}, this.say('rules_stop', { n: broken.length })), this.#rules(broken));
  }

  #rules(broken) {
    if (!broken.length) return null;
    const sheet = this.acts.sheet();
    const items = broken.slice(0, LISTED).map(one => {
      const cell = sheet.rules.cellOf(one);
      const where = one.place.row ? `${shortRowName(one.place.row, this.say)}: ` : '';
      return h('li', {}, h('button', { type: 'button', class: 'link', onclick: () => cell && this.acts.jump(cell) }, `${where}${one.rule.say}`));
    });
    const more = broken.length > LISTED ? h('li', { class: 'hint' }, this.say('and_more', { n: broken.length - LISTED })) : null;
    return h('ul', {}, items, more);
  }

  showMissing(cells) {
    if (cells.length) this.acts.jump(cells[0]);
    this.#list(cells);
  }

  // After an answer: what was missing and is not any more leaves the list; any other note is out of date.
  answered() {
    if (this.stage === 'sending') return;
    if (this.stage === 'broken' && this.#stillBroken()) return;
    const cells = this.stage === 'missing' ? this.acts.sheet().missing() : [];
    if (cells.length) this.#list(cells);
    else this.reset();
  }

  #stillBroken() {
    const stops = this.acts.sheet().rules.broken().filter(one => one.rule.level === 'stop');
    if (stops.length) fill(this.note, h('strong', {}, this.say('rules_stop', { n: stops.length })), this.#rules(stops));
    return stops.length > 0;
  }

  #list(cells) {
    this.#stands('missing');
    const items = cells.slice(0, LISTED).map(cell => {
      const words = `${shortRowName(cell.row, this.say)}: ${cellName(this.acts.sheet(), cell, this)}`;
      return h('li', {}, h('button', { type: 'button', class: 'link', onclick: () => this.acts.jump(cell) }, words));
    });
    const more = cells.length > LISTED ? h('li', { class: 'hint' }, this.say('and_more', { n: cells.length - LISTED })) : null;
    fill(this.note, h('strong', {}, this.say('missing', { n: cells.length })), h('ul', {}, items, more));
  }
}

// “Turn 1, 3–5, The whole conversation”: rows by number, those that follow each other together.
function placesOf(cells, say) {
  const rows = [...new Set(cells.map(cell => cell.row))].toSorted((left, right) => left.index - right.index);
  const runs = [];
  for (const { index } of rows.filter(row => row.turn)) {
    const run = runs.at(-1);
    if (run && run.to === index) run.to = index + 1;
    else runs.push({ from: index + 1, to: index + 1 });
  }
  const turns = runs.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
  const others = rows.filter(row => !row.turn).map(row => shortRowName(row, say));
  return [turns && say('turn', { n: turns }), ...others].filter(Boolean).join(', ');
}
