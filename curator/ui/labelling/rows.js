// The conversation as a list of which only the visible part is in the page. Heights are guessed, then measured by an
// observer before the frame is painted; no key press asks the browser for a layout.

import { h } from './dom.js';
import { Arrows } from './arrows.js';
import { selectionIn } from './fields/textselection.js';
import { Heights } from './heights.js';

const SPARE = 400; // pixels drawn above and below what is visible
const QUIET_MS = 60;
const HIGHEST = 0.18; // the current row stays between these shares of the window, so that some context is on both sides
const LOWEST = 0.62;

export class Rows {
  // draw(row) -> element
  constructor({ label, draw }) {
    this.draw = draw;
    this.inner = h('div', { class: 'inner', role: 'list', 'aria-label': label });
    this.element = h('div', { class: 'rows', tabindex: '0' }, this.inner);
    this.drawn = new Map(); // index -> element
    this.marks = new Map(); // turn id -> class
    this.hidden = new Set(); // indexes of rows that are not shown now
    this.context = new Set(); // indexes of rows that are shown only for what came before
    this.lines = new Arrows(this.inner);
    this.top = 0;
    this.placed = 0; // where the browser has scrolled to, as far as is known
    this.own = false; // a scroll event is to come that this module has caused
    this.height = 600;
    this.width = 700;
    this.heights = new Heights([]);
    this.element.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    this.measure = new ResizeObserver(entries => this.#measured(entries));
    this.measure.observe(this.element);
  }

  show(rows, { current, top = null }) {
    this.rows = rows;
    this.current = current;
    for (const node of this.drawn.values()) this.#forget(node);
    this.drawn.clear();
    this.marks = new Map();
    this.hidden = new Set();
    this.context = new Set();
    this.lines.show([]);
    this.placed = null;
    this.height = this.element.clientHeight || this.height;
    this.width = this.element.clientWidth || this.width;
    this.across = Math.max(20, Math.floor((this.width - 110) / 7.6));
    this.heights = new Heights(rows.map(row => guess(row, this.across)));
    this.#stretch();
    this.anchor = current;
    this.offset = top;
    this.#scrollTo(top === null ? this.heights.above(current) - this.height * 0.3 : this.heights.above(current) - top);
    this.render();
  }

  // Moves the mark of the current row; scrolls no further than needed.
  go(index) {
    const before = this.current;
    this.current = index;
    this.#unhide(index);
    this.refresh(before);
    this.reveal(index);
    this.refresh(index);
    this.anchor = index;
  }

  // hidden: indexes of rows that are left out for a while; of these `context` stays, pale.
  only(hidden, context) {
    const heights = this.rows.map((row, index) => this.heights.heights[index] || guess(row, this.across));
    this.hidden = new Set([...hidden].filter(index => !context.has(index)));
    this.context = context;
    for (const index of this.hidden) heights[index] = 0;
    this.heights = new Heights(heights);
    for (const node of this.drawn.values()) this.#forget(node);
    this.drawn.clear();
    this.#stretch();
    this.#scrollTo(this.heights.above(this.current) - this.height * 0.3);
    this.render();
  }

  #unhide(index) {
    this.context.delete(index);
    if (!this.hidden.delete(index)) return;
    this.heights.set(index, guess(this.rows[index], this.across));
    this.#stretch();
  }

  // Brings a row into the window, and no further than needed; the current row stays what it is.
  reveal(index) {
    if (index === undefined) return;
    const above = this.heights.above(index);
    const below = above + Math.min(this.heights.heights[index], this.height * 0.5);
    if (above < this.top + this.height * HIGHEST) this.#scrollTo(above - this.height * HIGHEST);
    else if (below > this.top + this.height * LOWEST) this.#scrollTo(below - this.height * LOWEST);
    this.render();
  }

  nodeOf(index) {
    return this.drawn.get(index) ?? null;
  }

  // What is selected with the mouse in the text of a row: {start, end} in UTF-16 units, or null.
  selectionIn(row) {
    const text = this.drawn.get(row.index)?.querySelector('.text');
    const found = text ? selectionIn(text) : null;
    return found && found.start < found.end ? found : null;
  }

  // marks: turn id -> class name, for rows that mean something to the question in focus.
  markTurns(marks) {
    const before = this.marks;
    this.marks = marks;
    for (const node of this.drawn.values()) {
      const turn = node.dataset.turn;
      if (before.has(turn)) node.classList.remove(...before.get(turn).split(' '));
      if (marks.has(turn)) node.classList.add(...marks.get(turn).split(' '));
    }
  }

  // list: [{from, to (row indexes), label, id, go('from' | 'to')}].
  arrows(list) {
    this.lines.show(list.filter(one => one.from !== undefined && one.to !== undefined));
    this.lines.place(this.heights);
  }

  refresh(index) {
    const old = this.drawn.get(index);
    if (!old) return;
    const node = this.#place(index);
    this.#forget(old, node);
    this.drawn.set(index, node);
  }

  // Only what has become of the row's answers: a server's answer must cost less than a key press.
  remark(index, state, words) {
    const mark = this.drawn.get(index)?.querySelector('.mark');
    if (!mark) return;
    mark.className = `mark ${state}`;
    mark.textContent = words;
  }

  refreshAll() {
    for (const index of [...this.drawn.keys()]) this.refresh(index);
  }

  // Where the current row stands in the window, to come back to.
  get place() {
    return Math.round(this.heights.above(this.current) - this.top);
  }

  render() {
    if (!this.rows?.length) return;
    const first = this.heights.at(Math.max(0, this.top - SPARE));
    const last = this.heights.at(this.top + this.height + SPARE);
    for (const [index, node] of this.drawn) {
      if (index >= first && index <= last) continue;
      this.#forget(node);
      this.drawn.delete(index);
    }
    let before = null;
    for (let index = first; index <= last; index += 1) {
      if (this.hidden.has(index)) continue;
      let node = this.drawn.get(index);
      if (!node) {
        node = this.#place(index);
        this.drawn.set(index, node);
        if (before) before.after(node);
        else this.inner.prepend(node);
      }
      before = node;
    }
    this.#position();
  }

  #place(index) {
    const node = this.draw(this.rows[index]);
    const mark = this.marks.get(node.dataset.turn);
    if (mark) node.classList.add(...mark.split(' '));
    if (this.context.has(index)) node.classList.add('context');
    node.setAttribute('aria-setsize', this.rows.length);
    node.setAttribute('aria-posinset', index + 1);
    this.#moveTo(node, index);
    this.measure.observe(node);
    return node;
  }

  #forget(node, instead = null) {
    this.measure.unobserve(node);
    if (instead) node.replaceWith(instead);
    else node.remove();
  }

  #position() {
    for (const [index, node] of this.drawn) this.#moveTo(node, index);
    this.lines.place(this.heights);
  }

  // Writing a position that is there already would still cost the row a layout.
  #moveTo(node, index) {
    const top = `${this.heights.above(index)}px`;
    if (node.style.top !== top) node.style.top = top;
  }

  #stretch() {
    const height = `${this.heights.total}px`;
    if (this.inner.style.height !== height) this.inner.style.height = height;
  }

  // Setting a scroll position makes the browser lay the page out: a key press leaves that to the coming frame.
  #scrollTo(top, { now = false } = {}) {
    const most = Math.max(0, this.heights.total - this.height);
    this.top = Math.min(Math.max(0, Math.round(top)), most);
    cancelAnimationFrame(this.frame);
    const move = () => {
      this.frame = null;
      if (this.placed === this.top) return;
      this.placed = this.top;
      this.own = true;
      this.element.scrollTop = this.top;
    };
    if (now) move();
    else this.frame = requestAnimationFrame(move);
  }

  // A scroll of our own has been drawn already: to ask where it has led to would cost the coming key a layout, so that is
  // left for a quiet moment.
  #scrolled() {
    if (this.frame) return;
    clearTimeout(this.quiet);
    if (this.own) this.quiet = setTimeout(() => this.#look(), QUIET_MS);
    else this.#look();
    this.own = false;
  }

  #look() {
    if (this.frame) return;
    this.placed = this.element.scrollTop;
    if (this.placed === this.top) return;
    this.top = this.placed;
    this.render();
    const visible = this.current !== undefined && this.drawn.has(this.current);
    this.anchor = visible ? this.current : this.heights.at(this.top);
    this.moved?.();
  }

  // Real heights are known: what stands where the eye is stays there.
  #measured(entries) {
    const stood = this.heights.above(this.anchor ?? 0) - this.top;
    let changed = false;
    const before = [this.height, this.heights.heights[this.current]];
    for (const { target, borderBoxSize } of entries) {
      if (target === this.element) changed = this.#resized() || this.#unplaced() || changed;
      // A list that is covered has no heights to tell.
      else if (target.isConnected && borderBoxSize[0].blockSize) changed = Boolean(this.heights.set(Number(target.dataset.index), borderBoxSize[0].blockSize)) || changed;
    }
    if (!changed || !this.rows) return;
    this.#stretch();
    this.#scrollTo(this.heights.above(this.anchor ?? 0) - stood, { now: true });
    this.render();
    // Something has taken a part of the window, or the current row has grown.
    const [high, low] = [this.height < before[0], this.heights.heights[this.current] > before[1]];
    if ((high || low) && this.anchor === this.current) this.reveal(this.current);
  }

  // A list that was away from the page comes back scrolled to its top.
  #unplaced() {
    if (!this.element.clientHeight) return false; // it is away
    const was = this.placed;
    this.placed = this.element.scrollTop;
    return was !== null && this.placed !== was;
  }

  #resized() {
    const height = this.element.clientHeight;
    if (!height || height === this.height) return false;
    this.height = height;
    return true;
  }
}

function guess(row, across) {
  const lines = row.turn ? Math.max(1, Math.ceil(row.turn.text.length / across)) : 1;
  return 44 + lines * 24 + (row.cells.length ? 34 : 0);
}
