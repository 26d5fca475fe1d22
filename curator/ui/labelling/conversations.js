// This person's conversations: what is to do, in work, submitted, skipped; and the way to each.

import { problemOf } from './api.js';
import { fill, h } from './dom.js';

const LISTED = 200;

export class Conversations {
  // acts: {work() -> answer of the server, here() -> id, open(id)}
  constructor({ say, dialog, acts }) {
    Object.assign(this, { say, dialog, acts });
  }

  async open() {
    const { say, dialog } = this;
    const answer = await this.acts.work();
    this.all = answer.status === 200 ? answer.data.dialogues : [];
    this.list = h('ul', { class: 'conversations' });
    this.find = h('input', { type: 'search', 'aria-label': say('conversations_find'), placeholder: say('conversations_find'), oninput: () => this.#draw() });
    this.count = h('p', { class: 'hint', role: 'status' });
    const said = answer.status === 200 ? [this.find, this.count, this.list] : [h('p', { class: 'warning' }, say('work_failed', { problem: problemOf(answer) }))];
    const body = h('div', { onkeydown: event => this.#key(event) }, said);
    dialog.open(say('conversations'), body, { focus: answer.status === 200 ? this.find : null });
    if (answer.status === 200) this.#draw();
  }

  #draw() {
    const { say } = this;
    const wanted = this.find.value.trim().toLowerCase();
    const found = this.all.filter(({ dialogue, state, place }) => !wanted || `${place} ${dialogue} ${say(`work_${state}`)}`.toLowerCase().includes(wanted));
    const done = this.all.filter(one => one.state === 'submitted').length;
    this.count.textContent = say('work_count', { done, of: this.all.length });
    const more = found.length > LISTED ? h('li', { class: 'hint' }, say('and_more', { n: found.length - LISTED })) : null;
    fill(this.list, found.slice(0, LISTED).map(one => this.#one(one)), more);
  }

  #one({ dialogue, place, state }) {
    const isHere = dialogue === this.acts.here();
    return h(
      'li',
      {},
      h(
        'button',
        { type: 'button', class: `conversation ${state}`, 'data-dialogue': dialogue, 'aria-current': isHere && 'true', onclick: () => this.#go(dialogue) },
        h('span', { class: 'number' }, String(place)),
        h('bdi', { class: 'name' }, dialogue),
        h('span', { class: 'role' }, this.say(isHere ? 'work_here' : `work_${state}`)),
      ),
    );
  }

  #go(dialogue) {
    this.dialog.close();
    this.acts.open(dialogue);
  }

  // Arrows walk through the list; Enter in the box opens the first that was found.
  #key(event) {
    const all = [...this.list.querySelectorAll('button')];
    const at = all.indexOf(event.target);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      (all[to] ?? (to < 0 ? this.find : null))?.focus();
    } else if (event.key === 'Enter' && event.target === this.find && all.length) {
      event.preventDefault();
      all[0].click();
    }
  }
}
