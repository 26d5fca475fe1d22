// The time line: turns by speaker, stretches and states, the sound, and where the recording is. The picture is a canvas;
// everything that can be done on it by hand can be done by keys on the controls around it, which a screen reader reads.

import { h, keepFocus } from '../dom.js';
import { clockOf } from './clock.js';
import { Edges } from './edges.js';
import { LineDrawing, layOut, laneHeight, trackHeight } from './linedrawing.js';
import { Marked } from './marked.js';
import { edgesOf, make, moved, snap, withEdge } from './segments.js';
import { Entries } from './entries.js';
import { peaksOf } from './waveform.js';
import { TurnTimes } from './turntimes.js';
import { View } from './view.js';

const SNAP_PX = 6;
const EDGE_PX = 5;
const CLICK_PX = 4; // a press that moves less than this is a click
const WHEEL = 1.0015;

export class Timeline {
  // player; turns; nameOf(speaker id). acts: turn(id), stretch({start, end}) or stretch(null), chosen(track id, item id),
  // changed(track id, item, was): an item moved by hand. A states item has no end of its own.
  constructor({ say, player, turns = [], nameOf = id => id, acts = {} }) {
    Object.assign(this, { say, player, nameOf, given: acts });
    this.times = new TurnTimes(turns);
    this.numbers = new Map(turns.map((turn, index) => [turn.id, index + 1]));
    this.speakers = [...new Set(this.times.all.flatMap(one => one.turn.speakers))];
    this.snaps = edgesOf(turns);
    this.view = new View();
    this.tracks = [];
    this.chosen = null; // {track, item} ids
    this.acts = this.#acts();
    this.#build();
    this.unwatch = player.watch(now => this.#time(now));
    this.sizes = new ResizeObserver(() => this.#resized());
    this.sizes.observe(this.box);
    this.setLength(player.length);
  }

  #build() {
    const { say } = this;
    this.canvas = h('canvas', { 'aria-hidden': 'true' });
    this.head = h('div', { class: 'playhead' });
    this.marked = new Marked({ say, view: this.view, done: stretch => this.given.stretch?.(stretch) });
    this.edges = new Edges({ say, moved: (edge, time, isDone, maySnap) => this.#edgeTo(edge, maySnap ? this.#snap(time) : time, isDone) });
    this.slider = h('div', { class: 'slide', role: 'slider', tabindex: 0, 'aria-label': say('line_position'), 'aria-valuemin': 0, onkeydown: event => this.#sliderKey(event) });
    this.box = h('div', { class: 'picture' }, this.canvas, this.marked.element, this.head, this.edges.element, this.slider);
    this.box.addEventListener('pointerdown', event => this.#down(event));
    this.box.addEventListener('mousedown', event => this.edges.element.contains(event.target) || keepFocus(event));
    this.box.addEventListener('wheel', event => this.#wheel(event), { passive: false });
    const tool = (act, shown) => h('button', { type: 'button', class: 'small', 'data-act': act, 'aria-label': say(act), title: say(act), onmousedown: keepFocus, onclick: () => this.acts[act]() }, shown);
    this.told = h('span', { class: 'hint' });
    this.tools = h('div', { class: 'line-tools' }, tool('line_out', '−'), tool('line_in', '+'), tool('line_all', say('line_all')), tool('line_mark', '⟦ ⟧'), this.marked.told, this.told);
    this.entries = new Entries({ say, chosen: (track, item) => this.choose(track, item), play: item => this.player.playStretch(item.start, item.end) });
    this.element = h('section', { class: 'timeline', 'aria-label': say('line_region'), dir: 'ltr' }, this.box, this.tools, this.entries.element);
    this.drawing = new LineDrawing(this.canvas, this.view, {});
  }

  #acts() {
    const changed = change => () => {
      change();
      this.draw();
      return true;
    };
    return {
      line_in: changed(() => this.view.zoom(0.5, this.#centre())),
      line_out: changed(() => this.view.zoom(2, this.#centre())),
      line_all: changed(() => this.view.show(0, this.view.length)),
      line_mark: () => this.#markHere(),
      line_start: () => this.#edgeHere('start'),
      line_end: () => this.#edgeHere('end'),
    };
  }

  close() {
    this.unwatch();
    this.sizes.disconnect();
    this.edges.close();
    this.closed = true;
  }

  // --- what it shows ------------------------------------------------------------------------------------------------
  // tracks: [{id, label, kind: 'segments'|'states', options: [{id, colour}], nameOf(label), items, grid?}]. Items are
  // {id, start, end, label}; those of states come from Dial.bands().
  setTracks(tracks) {
    this.tracks = tracks.map(track => ({ ...track, items: [...track.items].sort((a, b) => a.start - b.start) }));
    if (this.chosen && !this.#item()) this.chosen = null;
    this.draw();
  }

  setTurn(id) {
    this.current = id;
    const bounds = this.times.bounds(id);
    if (bounds && !this.player.playing) this.view.reach(bounds.start);
    this.draw();
  }

  setLength(length) {
    this.view.setLength(length);
    this.draw();
  }

  // Marks an item; null takes the mark away.
  choose(track, item) {
    this.edges.settle();
    this.chosen = track === null ? null : { track, item };
    const found = this.#item();
    if (found) this.view.reach(found.start);
    this.draw();
    this.given.chosen?.(track, item);
  }

  // What was marked by dragging is done with.
  clearStretch() {
    this.marked.set(null);
  }

  // Reads the sound, once the length is known. Nothing is shown where that cannot be.
  async #sound() {
    const one = this.player.media[this.player.index];
    if (!one || one.missing || one.url === this.heard) return;
    this.heard = one.url;
    this.told.textContent = this.say('line_waveform');
    const peaks = await peaksOf(one.url, this.player.length);
    if (this.closed || this.heard !== one.url) return;
    this.peaks = peaks;
    this.told.textContent = '';
    this.draw();
  }

  // --- drawing ------------------------------------------------------------------------------------------------------
  // At most once a frame, however often it is asked for.
  draw() {
    if (this.asked || this.closed) return;
    this.asked = requestAnimationFrame(() => {
      this.asked = null;
      this.drawNow();
    });
  }

  drawNow() {
    const { view, drawing } = this;
    this.place = layOut(this.speakers, this.tracks, Boolean(this.peaks));
    this.#fitCanvas(this.place.height);
    drawing.colours = this.#colours();
    const tracks = this.tracks.map(track => ({ ...track, shown: inView(track.items, view) }));
    drawing.draw({ place: this.place, peaks: this.peaks, turns: this.times.within(view.from, view.to), speakers: this.speakers, current: this.current, tracks, chosen: this.chosen?.item });
    const chosen = this.#item();
    const index = this.tracks.findIndex(track => track.id === this.chosen?.track);
    this.edges.draw(chosen?.id === null ? null : chosen, this.tracks[index], view, this.place.tracks[index], trackHeight);
    this.entries.draw(tracks, this.chosen);
    this.marked.draw();
    this.#drawHead(this.player.now);
  }

  #fitCanvas(height) {
    const scale = devicePixelRatio || 1;
    const { canvas, view, drawing } = this;
    const [wide, high] = [Math.round(view.width * scale), Math.round(height * scale)];
    if (canvas.width !== wide || canvas.height !== high) {
      Object.assign(canvas, { width: wide, height: high });
      this.box.style.height = `${height}px`;
    }
    drawing.pen.setTransform(scale, 0, 0, scale, 0, 0);
  }

  // The page's own colours; a canvas does not know custom properties.
  #colours() {
    const style = getComputedStyle(this.tools);
    const [paper, ink] = [style.getPropertyValue('--paper') || '#fff', style.getPropertyValue('--ink') || '#222'];
    const mixed = share => `color-mix(in srgb, ${ink} ${share}%, ${paper})`;
    const accent = style.getPropertyValue('--accent') || '#1f6c70';
    return { ink, soft: mixed(74), line: mixed(12), wash: mixed(5), wave: mixed(40), accent, depth: style.getPropertyValue('--depth') === '0.8' ? 0.55 : 0.72 };
  }

  #resized() {
    this.view.width = Math.max(1, this.box.clientWidth);
    this.drawNow(); // now: a frame of the old picture, stretched, would be seen
  }

  #time(now) {
    const { player, view } = this;
    if (player.length !== view.length) this.setLength(player.length);
    if (player.node?.readyState) this.#sound();
    if (this.#leaves(now) && view.reach(now)) this.draw();
    this.#drawHead(now);
  }

  // The page is turned when the recording runs out of it or begins to play, not under somebody who looks elsewhere.
  #leaves(now) {
    const { playing } = this.player;
    const isIn = time => time >= this.view.from && time <= this.view.to;
    const isLeft = playing && !this.pressed && !isIn(now) && (!this.wasPlaying || isIn(this.last));
    Object.assign(this, { wasPlaying: playing, last: now });
    return isLeft;
  }

  #drawHead(now) {
    const { view } = this;
    this.head.hidden = now < view.from || now > view.to;
    this.head.style.transform = `translateX(${view.xOf(now)}px)`;
    const tenth = Math.round(now * 10);
    if (tenth === this.toldAt && view.length === this.toldOf) return;
    Object.assign(this, { toldAt: tenth, toldOf: view.length });
    this.slider.setAttribute('aria-valuemax', String(Math.round(view.length * 10) / 10));
    this.slider.setAttribute('aria-valuenow', String(tenth / 10));
    this.slider.setAttribute('aria-valuetext', this.#words(now));
  }

  #words(now) {
    const turn = this.times.at(now);
    const told = { now: clockOf(now), of: clockOf(this.view.length) };
    if (!turn) return this.say('line_at', told);
    return this.say('line_at_turn', { ...told, who: turn.speakers.map(this.nameOf).join(', '), n: this.numbers.get(turn.id) });
  }

  // --- by key -------------------------------------------------------------------------------------------------------
  #sliderKey(event) {
    const { player, view } = this;
    const by = { ArrowRight: 0.1, ArrowUp: 0.1, ArrowLeft: -0.1, ArrowDown: -0.1, PageUp: 10, PageDown: -10 }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (by !== undefined) player.step(event.shiftKey ? by * 10 : by);
    else if (event.key === 'Home') player.seek(0);
    else if (event.key === 'End') player.seek(view.length);
    else if (event.key === '+' || event.key === '=') this.acts.line_in();
    else if (event.key === '-') this.acts.line_out();
    else if (event.key === ' ') player.toggle();
    else if (event.key === 'Enter') this.#markHere();
    else return;
    if (view.reach(player.now)) this.draw();
    event.preventDefault();
    event.stopPropagation();
  }

  #centre() {
    const { now } = this.player;
    return now >= this.view.from && now <= this.view.to ? now : undefined;
  }

  // Once: a stretch begins here. Again: it ends here.
  #markHere() {
    this.marked.press(this.player.now);
    return true;
  }

  #edgeHere(edge) {
    if (!this.#item()) return false;
    this.#edgeTo(edge, this.player.now, true);
    return true;
  }

  // --- by hand ------------------------------------------------------------------------------------------------------
  #wheel(event) {
    if (!event.ctrlKey && !event.altKey && Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return; // the page scrolls
    event.preventDefault();
    if (event.ctrlKey || event.altKey) this.view.zoom(WHEEL ** event.deltaY, this.#timeOf(event));
    else this.view.pan(event.deltaX * this.view.perPixel);
    this.draw();
  }

  #timeOf(event) {
    const { left } = this.box.getBoundingClientRect();
    return Math.min(Math.max(this.view.timeAt(event.clientX - left), 0), this.view.length);
  }

  #snapped(event) {
    const time = this.#timeOf(event);
    return event.altKey ? time : this.#snap(time);
  }

  // To the edge of a turn that is near on the screen; Alt keeps it off.
  #snap(time) {
    return snap(time, this.snaps, SNAP_PX * this.view.perPixel);
  }

  #down(event) {
    if (event.button !== 0 || this.edges.element.contains(event.target)) return;
    const at = this.#at(event);
    const from = { x: event.clientX, time: this.#snapped(event) };
    this.pressed = { ...from, ...at, was: at.item, isDrag: false };
    this.box.setPointerCapture(event.pointerId);
    const move = next => this.#drag(next);
    const up = next => {
      for (const name of ['pointermove', 'pointerup', 'pointercancel']) this.box.removeEventListener(name, name === 'pointermove' ? move : up);
      this.#up(next);
    };
    this.box.addEventListener('pointermove', move);
    this.box.addEventListener('pointerup', up);
    this.box.addEventListener('pointercancel', up);
  }

  // What lies under the pointer: {track?, item?, part: 'start'|'end'|'body', turn?}.
  #at(event) {
    const { left, top } = this.box.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    const time = this.#timeOf(event);
    const index = this.place.tracks.findIndex(place => y >= place && y < place + trackHeight);
    if (index >= 0) return this.#itemAt(this.tracks[index], x, time);
    for (const one of this.times.during(time)) {
      const lanes = one.speakers.map(speaker => this.place.lanes.get(speaker));
      if (lanes.some(lane => y >= lane && y < lane + laneHeight)) return { turn: one.id };
    }
    return {};
  }

  #itemAt(track, x, time) {
    const near = EDGE_PX * this.view.perPixel;
    const found = track.items.filter(item => item.id !== null && item.start - near <= time && item.end + near >= time);
    const item = found.find(one => one.id === this.chosen?.item) ?? found.find(one => one.start <= time && one.end > time) ?? found[0];
    if (!item) return { track };
    const [start, end] = [this.view.xOf(item.start), this.view.xOf(item.end)];
    if (Math.abs(x - start) <= EDGE_PX) return { track, item, part: 'start' };
    if (track.kind === 'segments' && Math.abs(x - end) <= EDGE_PX) return { track, item, part: 'end' };
    return { track, item, part: 'body' };
  }

  #drag(event) {
    const { pressed } = this;
    if (!pressed.isDrag && Math.abs(event.clientX - pressed.x) < CLICK_PX) return;
    pressed.isDrag = true;
    const { track, was, part } = pressed;
    if (!was || (part === 'body' && track.kind === 'states')) {
      this.marked.set(make(pressed.time, this.#snapped(event), { length: this.view.length }));
      return;
    }
    const limits = { length: this.view.length, grid: track.grid };
    if (this.chosen?.item !== was.id) this.choose(track.id, was.id);
    pressed.next = part === 'body' ? moved(was, this.#timeOf(event) - pressed.time, limits) : withEdge(was, part, this.#snapped(event), limits);
    this.#replace(track.id, pressed.next);
  }

  #up(event) {
    const { pressed } = this;
    this.pressed = null;
    if (event.type === 'pointercancel') {
      if (pressed.next) this.#replace(pressed.track.id, pressed.was);
      return;
    }
    if (pressed.next) this.given.changed?.(pressed.track.id, pressed.next, pressed.was);
    else if (pressed.isDrag) this.marked.set(this.marked.stretch, true);
    else this.#click(event, pressed);
  }

  #click(event, { item, track, turn }) {
    this.marked.set(null);
    if (item) this.choose(track.id, item.id);
    this.player.seek(this.#timeOf(event));
    if (turn !== undefined) this.given.turn?.(turn);
  }

  // --- items --------------------------------------------------------------------------------------------------------
  #item() {
    const track = this.tracks.find(one => one.id === this.chosen?.track);
    return track?.items.find(item => item.id === this.chosen.item) ?? null;
  }

  #edgeTo(edge, time, isDone) {
    const track = this.tracks.find(one => one.id === this.chosen.track);
    const was = this.#item();
    this.before ??= was;
    const next = withEdge(was, edge, time, { length: this.view.length, grid: track.grid });
    this.#replace(track.id, next);
    if (!isDone) return;
    const { before } = this;
    this.before = null;
    if (before.start !== next.start || before.end !== next.end) this.given.changed?.(track.id, next, before);
  }

  #replace(trackId, item) {
    const track = this.tracks.find(one => one.id === trackId);
    track.items = track.items.map(one => (one.id === item.id ? item : one));
    this.draw();
  }
}

const inView = (items, view) => items.filter(item => item.end > view.from && item.start < view.to);
