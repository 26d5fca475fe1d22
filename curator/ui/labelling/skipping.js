// Passing over a conversation, with a reason; and taking it up again.

import { problemOf } from './api.js';
import { h } from './dom.js';

const REASONS = ['distressing', 'unclear', 'language', 'other'];

export class Skipping {
  // parts: {say, api, dialog, notice, sheet(), flush(), gone(next)}
  constructor(parts) {
    Object.assign(this, parts);
    const again = h('button', { type: 'button', class: 'small', onclick: () => this.#takeUp() }, this.say('skip_undo'));
    this.words = h('span');
    this.element = h('div', { class: 'skipped-note', hidden: true }, this.words, again);
  }

  draw() {
    const reason = this.sheet()?.skipped ?? null;
    this.element.hidden = reason === null;
    if (reason !== null) this.words.textContent = this.say('skipped_here', { reason: this.say(`skip_${reason}`) });
  }

  ask() {
    const { say } = this;
    if (this.sheet().submitted) return;
    const box = h('textarea', { rows: '2', dir: 'auto', 'aria-label': say('skip_more'), placeholder: say('skip_more') });
    this.problem = h('p', { class: 'warning', role: 'alert' });
    const choices = REASONS.map((reason, i) =>
      h('button', { type: 'button', class: 'conversation', 'data-reason': reason, onclick: () => this.#skip(reason, box.value) }, h('kbd', { 'aria-hidden': 'true' }, String(i + 1)), h('span', {}, say(`skip_${reason}`))),
    );
    const key = event => {
      const choice = choices[Number(event.key) - 1];
      if (!choice || event.target === box) return;
      event.preventDefault();
      choice.click();
    };
    this.dialog.open(say('skip_title'), h('div', { class: 'form', onkeydown: key }, box, choices, this.problem), { focus: choices[0], small: true });
  }

  async #skip(reason, text) {
    const sheet = this.sheet();
    this.flush();
    const answer = await this.api.skip(sheet.id, sheet.round, reason, text);
    if (answer.status !== 200) {
      this.problem.textContent = problemOf(answer) || this.say('no_answer');
      return;
    }
    sheet.skipped = reason;
    this.dialog.close();
    this.gone(answer.data.next);
  }

  async #takeUp() {
    const sheet = this.sheet();
    const answer = await this.api.unskip(sheet.id, sheet.round);
    if (answer.status === 200) sheet.skipped = null;
    else this.notice.show(problemOf(answer) || this.say('no_answer'));
    this.draw();
  }
}
