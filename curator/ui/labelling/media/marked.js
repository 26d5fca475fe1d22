// The stretch that is marked on the time line and has no label yet: by dragging, or from one press of a key to the next.

import { h } from '../dom.js';
import { clockOf } from './clock.js';
import { RULER } from './linedrawing.js';
import { make } from './segments.js';

export class Marked {
  // done(stretch): a stretch {start, end} is marked, or (null) no more.
  constructor({ say, view, done }) {
    Object.assign(this, { say, view, done });
    this.stretch = null;
    this.from = null; // where the first press was
    this.element = h('div', { class: 'marked', hidden: true, style: { top: `${RULER}px` } });
    this.told = h('span', { class: 'hint', role: 'status' });
  }

  press(now) {
    if (this.from === null) {
      this.from = now;
      this.told.textContent = this.say('line_stretch', { start: clockOf(now, 3), end: '…' });
      return;
    }
    const { from } = this;
    this.from = null;
    this.set(make(from, now, { length: this.view.length }), true);
  }

  // isDone: the hand has let go.
  set(stretch, isDone = false) {
    const had = this.stretch;
    this.stretch = stretch;
    this.draw();
    if (isDone || (had && !stretch)) this.done(stretch);
  }

  draw() {
    const { stretch, view, element } = this;
    element.hidden = !stretch;
    if (this.from === null) {
      this.told.textContent = stretch ? this.say('line_stretch', { start: clockOf(stretch.start, 3), end: clockOf(stretch.end, 3) }) : '';
    }
    if (!stretch) return;
    element.style.left = `${view.xOf(stretch.start)}px`;
    element.style.width = `${Math.max(1, view.xOf(stretch.end) - view.xOf(stretch.start))}px`;
  }
}
