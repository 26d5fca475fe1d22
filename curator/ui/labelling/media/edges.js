// The two edges of the chosen stretch: to drag, or to move with the arrow keys (Shift: a hundredth of a second, Page: one).

import { h } from '../dom.js';
import { clockOf } from './clock.js';

const BY = { ArrowRight: 0.1, ArrowUp: 0.1, ArrowLeft: -0.1, ArrowDown: -0.1, PageUp: 1, PageDown: -1 };
const SETTLE_MS = 500; // so long after the last key, the change is one change

export class Edges {
  // moved('start'|'end', time, isDone, maySnap)
  constructor({ say, moved }) {
    Object.assign(this, { say, moved });
    this.handles = { start: this.#handle('start'), end: this.#handle('end') };
    this.element = h('div', { class: 'edges' }, this.handles.start, this.handles.end);
  }

  #handle(edge) {
    const node = h('div', { class: 'edge', 'data-edge': edge, role: 'slider', tabindex: 0, hidden: true, 'aria-valuemin': 0 });
    node.addEventListener('keydown', event => this.#key(event, edge));
    node.addEventListener('blur', () => this.settle());
    node.addEventListener('pointerdown', event => this.#drag(event, edge));
    return node;
  }

  draw(item, track, view, top, height) {
    Object.assign(this, { item, view });
    for (const [edge, node] of Object.entries(this.handles)) {
      const time = item?.[edge];
      node.hidden = !item || (edge === 'end' && track.kind === 'states');
      if (node.hidden) continue;
      node.style.transform = `translate(${Math.min(Math.max(view.xOf(time), -40), view.width + 40)}px, ${top}px)`;
      node.style.height = `${height}px`;
      node.setAttribute('aria-label', this.say(`line_edge_${edge}`, { label: track.nameOf(item.label) }));
      node.setAttribute('aria-valuemax', String(view.length));
      node.setAttribute('aria-valuenow', String(time));
      node.setAttribute('aria-valuetext', clockOf(time, 3));
    }
  }

  close() {
    clearTimeout(this.soon);
  }

  #key(event, edge) {
    const by = BY[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.waiting = edge;
    const time = this.item[edge] + (event.shiftKey ? by / 10 : by);
    this.item = { ...this.item, [edge]: time };
    this.moved(edge, time, false);
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.settle(), SETTLE_MS);
  }

  // What the keys have moved so far becomes a change; before another item is chosen, for one.
  settle() {
    clearTimeout(this.soon);
    if (!this.waiting) return;
    const edge = this.waiting;
    this.waiting = null;
    this.moved(edge, this.item[edge], true);
  }

  #drag(event, edge) {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    const node = this.handles[edge];
    node.setPointerCapture(event.pointerId);
    const from = event.clientX - this.view.xOf(this.item[edge]);
    const timeOf = next => this.view.timeAt(next.clientX - from);
    const move = next => this.moved(edge, timeOf(next), false, !next.altKey);
    const up = next => {
      node.removeEventListener('pointermove', move);
      this.moved(edge, timeOf(next), true, !next.altKey);
    };
    node.addEventListener('pointermove', move);
    node.addEventListener('pointerup', up, { once: true });
  }
}
