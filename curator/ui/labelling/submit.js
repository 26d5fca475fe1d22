// Handing a conversation in: first what the page itself can see missing, then the server's word.

import { fill, h } from './dom.js';
import { problemOf } from './api.js';
import { labelOf } from './words.js';

const LISTED = 6;

export class Submit {
  // acts: {sheet(), flush(), empty(), send(), jump(row, field), done(answer), focus()}
  constructor({ say, language, acts }) {
    Object.assign(this, { say, language, acts });
    this.note = h('div', { class: 'submit-note', role: 'status', 'aria-live': 'assertive' });
    this.mark = h('kbd', { 'aria-hidden': 'true' }, 'S');
    this.button = h('button', { type: 'button', class: 'primary', onclick: () => this.press() }, say('submit'), this.mark);
    this.element = h('div', { class: 'submit' }, this.note, this.button);
    this.stage = 'idle';
  }

  showKey(isTaken) {
    this.mark.textContent = isTaken ? ', S' : 'S';
  }

  reset() {
    this.stage = 'idle';
    fill(this.note);
    this.button.disabled = false;
  }

  // Returns whether there was something to take back.
  cancel() {
    if (this.stage === 'idle' && !this.note.childNodes.length) return false;
    if (this.stage === 'sending') return false;
    this.reset();
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
    const blanks = sheet.blanks();
    if (blanks && this.stage !== 'asked') this.#ask(blanks);
    else await this.#send(sheet);
  }

  #ask(blanks) {
    this.stage = 'asked';
    const yes = h('button', { type: 'button', class: 'small', onclick: () => this.press() }, this.say('submit_anyway'));
    const no = h('button', { type: 'button', class: 'small', onclick: () => this.#takeBack() }, this.say('not_yet'));
    fill(this.note, h('span', {}, this.say('will_be_none', { n: blanks })), h('div', { class: 'buttons' }, yes, no));
  }

  #takeBack() {
    this.reset();
    this.acts.focus();
  }

  async #send(sheet) {
    this.stage = 'waiting';
    fill(this.note, this.say('waiting'));
    await this.acts.empty();
    if (this.stage !== 'waiting' || this.acts.sheet() !== sheet) return;
    this.stage = 'sending';
    this.button.disabled = true;
    fill(this.note, this.say('submitting'));
    const answer = await this.acts.send();
    this.reset();
    const missing = answer.data?.error?.missing;
    if (answer.status === 200) this.acts.done(answer.data);
    else if (answer.status === 409 && missing?.length) this.showMissing(this.#cells(sheet, missing));
    else this.#failed(answer);
  }

  #failed(answer) {
    const problem = answer.status === 0 ? this.say('no_answer') : problemOf(answer) || String(answer.status);
    fill(this.note, h('span', { class: 'warning' }, this.say('submit_failed', { problem })));
  }

  #cells(sheet, missing) {
    return missing.map(cell => [sheet.rowOf(cell.target), sheet.fieldOf(cell.field)]).filter(([row, field]) => row && field);
  }

  showMissing(cells) {
    if (cells.length) this.acts.jump(...cells[0]);
    this.#list(cells);
  }

  // After an answer: what was missing and is not any more leaves the list; any other note is out of date.
  answered() {
    if (this.stage === 'sending') return;
    const cells = this.stage === 'missing' ? this.acts.sheet().missing() : [];
    if (cells.length) this.#list(cells);
    else this.reset();
  }

  #list(cells) {
    this.stage = 'missing';
    const items = cells.slice(0, LISTED).map(([row, field]) => {
      const where = row.turn ? this.say('turn', { n: row.index + 1 }) : this.say('whole');
      const jump = () => this.acts.jump(row, field);
      return h('li', {}, h('button', { type: 'button', class: 'link', onclick: jump }, `${where}: ${labelOf(field, this.language)}`));
    });
    const more = cells.length > LISTED ? h('li', { class: 'hint' }, this.say('and_more', { n: cells.length - LISTED })) : null;
    fill(this.note, h('strong', {}, this.say('missing', { n: cells.length })), h('ul', {}, items, more));
  }
}
