// Arrows between turns, beside the rows: brackets in lanes, each with its name and both ends to click. Where rows stand is
// known from their heights, so that nothing has to be measured.

import { h, keepFocus } from './dom.js';

const LANE = 13; // pixels from one lane to the next
const MIDDLE = 20; // where in a row an end points to, from its top

export class Arrows {
  constructor(place) {
    this.element = h('div', { class: 'arrows' });
    this.list = [];
    place.append(this.element);
  }

  show(list) {
    if (!list.length && !this.list.length) return;
    this.list = inLanes(list);
    this.nodes = this.list.map(one => this.#draw(one));
    this.element.replaceChildren(...this.nodes);
    if (this.element.parentNode) this.element.parentNode.append(this.element);
  }

  place(heights) {
    this.list.forEach((one, i) => {
      const [high, low] = [Math.min(one.from, one.to), Math.max(one.from, one.to)];
      const top = heights.above(high) + MIDDLE;
      const { style } = this.nodes[i];
      style.top = `${top}px`;
      style.height = `${Math.max(8, heights.above(low) + MIDDLE - top)}px`;
    });
  }

  #draw({ from, to, label, lane, go }) {
    const end = (name, at) =>
      h('button', { type: 'button', class: `end ${at}${name === 'to' ? ' tip' : ''}`, tabindex: '-1', 'aria-label': label, onmousedown: keepFocus, onclick: event => (event.stopPropagation(), go(name)) });
    const up = to < from;
    return h(
      'div',
      { class: 'arrow', style: { '--lane': `${lane * LANE}px` }, title: label },
      end(up ? 'to' : 'from', 'top'),
      h('bdi', { class: 'arrow-name' }, label),
      end(up ? 'from' : 'to', 'bottom'),
    );
  }
}

// Arrows that overlap get lanes of their own, short ones nearest to the text.
function inLanes(list) {
  const lanes = [];
  const spans = list.map(one => ({ ...one, high: Math.min(one.from, one.to), low: Math.max(one.from, one.to) }));
  return spans
    .toSorted((left, right) => left.low - left.high - (right.low - right.high))
    .map(one => {
      let lane = lanes.findIndex(taken => taken.every(other => other.low < one.high || other.high > one.low));
      if (lane < 0) lane = lanes.push([]) - 1;
      lanes[lane].push(one);
      return { ...one, lane };
    });
}
