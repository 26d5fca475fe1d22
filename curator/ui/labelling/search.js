// Finding words in the conversation: Enter goes from hit to hit, Esc goes back to the question.

import { h } from './dom.js';

const fold = text => text.toLowerCase();

export class Search {
  // desk: {sheet, row, goTo(row), rows}; closed(): the keyboard goes back to the question.
  constructor({ say, desk, closed }) {
    Object.assign(this, { say, desk, closed });
    this.box = h('input', { type: 'search', 'aria-label': say('search'), placeholder: say('search'), oninput: () => this.#typed() });
    this.count = h('span', { class: 'hint', role: 'status' });
    this.element = h('div', { class: 'search', hidden: true, onkeydown: event => this.#key(event) }, this.box, this.count);
  }

  open() {
    this.element.hidden = false;
    this.box.focus({ preventScroll: true });
    this.box.select();
  }

  close() {
    if (this.element.hidden) return;
    this.element.hidden = true;
    globalThis.CSS?.highlights?.delete('curator-found');
    this.closed();
  }

  #key(event) {
    event.stopPropagation();
    if (event.key === 'Escape') this.close();
    else if (event.key === 'Enter' && !event.isComposing) this.#step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  }

  #hits() {
    const wanted = fold(this.box.value.trim());
    return wanted ? this.desk.sheet.rows.filter(row => row.turn && fold(row.turn.text).includes(wanted)) : [];
  }

  // The turn in focus, if it has the words, else the first one after it.
  #typed() {
    const hits = this.#hits();
    const hit = hits.find(row => row.index >= this.desk.row.index) ?? hits[0];
    this.#show(hits, hit);
  }

  #step(way) {
    const hits = this.#hits();
    const here = this.desk.row.index;
    const beyond = way > 0 ? hits.find(row => row.index > here) : hits.findLast(row => row.index < here);
    this.#show(hits, beyond ?? hits.at(way > 0 ? 0 : -1));
  }

  #show(hits, hit) {
    this.count.textContent = this.box.value.trim() ? this.say(hits.length ? 'search_hit' : 'search_none', { n: hits.indexOf(hit) + 1, of: hits.length }) : '';
    if (hit) this.desk.goTo(hit);
    requestAnimationFrame(() => this.#light());
  }

  // Colour on the words that were found, where the browser can do it without touching the text.
  #light() {
    if (!globalThis.CSS?.highlights) return;
    const wanted = fold(this.box.value.trim());
    const ranges = wanted && !this.element.hidden ? [...this.desk.rows.drawn.values()].flatMap(node => rangesIn(node.querySelector('.text'), wanted)) : [];
    CSS.highlights.set('curator-found', new Highlight(...ranges));
  }
}

function rangesIn(element, wanted) {
  const found = [];
  const walker = element ? document.createTreeWalker(element, NodeFilter.SHOW_TEXT) : null;
  while (walker?.nextNode()) {
    const text = fold(walker.currentNode.data);
    if (text.length !== walker.currentNode.data.length) continue;
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + wanted.length);
      found.push(range);
    }
  }
  return found;
}
