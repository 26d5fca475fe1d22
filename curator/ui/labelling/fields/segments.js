// Labelled stretches of the recording; with `states` what holds from a time on, until the next. Times come from the player
// (Space, or the i and o of film editors, marks where a stretch begins and ends) or are typed, mm:ss.s.

import { fill, h, keepFocus } from '../dom.js';
import { letterOf, tokensFor } from '../keys.js';
import { labelOf } from '../words.js';
import { clockOf } from '../media/clock.js';
import { Dial } from '../media/dial.js';
import { exact, make, withEdge } from '../media/segments.js';
import { OptionBar } from './parts/optionbar.js';
import { ItemSurface, NO_LIST, countFits, isLive, summaryOf } from './parts/surface.js';
import { secondsOf } from './times.js';

const EDGE_S = 0.1;
const ROUNDED_S = 0.05; // what the player and a file may differ by about the end

export const timesOf = value => (value.end === undefined || value.end === null ? `${clockOf(value.start, 1)} →` : `${clockOf(value.start, 1)}–${clockOf(value.end, 1)}`);

class Segments extends ItemSurface {
  constructor(ctx) {
    super(ctx, { textOf: value => [timesOf(value), value.label === undefined ? '' : this.nameOfOption(value.label)].filter(Boolean).join(' · ') });
    this.from = null; // where a stretch that is being marked began
    this.stretch = null; // a marked one that waits for its label
    this.told = h('div', { class: 'picked-text', role: 'status' });
    this.bar = new OptionBar({ say: ctx.say, language: ctx.language, name: labelOf(this.field, ctx.language), pick: entry => this.take(entry.id) });
    this.times = h('div', { class: 'times' }, ...this.#boxes());
    this.tools = h('div', { class: 'buttons' });
    this.edges = h('div', { class: 'buttons edges-by-hand' });
    this.element.append(this.told, this.bar.element, this.tools, this.times, this.formPlace, this.list.element, this.edges);
    if (this.isStates) this.dial = new Dial({ ...this.settings, length: this.length, changes: this.#changes(), newId: () => ctx.newItem() });
    this.unwatch = this.player?.watch(() => this.#time());
    ctx.media?.listen?.({
      stretch: stretch => this.#marked(stretch),
      chosen: (_track, item) => item !== this.chosen && this.choose(item),
      changed: (_track, item) => this.#moved(item),
    });
  }

  get settings() {
    return this.field.settings ?? {};
  }

  get isStates() {
    return Boolean(this.settings.states);
  }

  get items() {
    return super.items.toSorted((a, b) => a.value.start - b.value.start);
  }

  get player() {
    return this.ctx.player ?? this.ctx.media?.recording?.player ?? null;
  }

  get now() {
    return exact(this.player?.now ?? 0, this.settings.grid);
  }

  get length() {
    return this.player?.length || undefined;
  }

  get bounds() {
    return { length: this.length, grid: this.settings.grid ?? undefined };
  }

  #changes() {
    return this.items.map(({ item, value }) => ({ id: item, start: value.start, label: value.label }));
  }

  // --- marking ------------------------------------------------------------------------------------------------------
  // Now: a stretch begins, or the one that has begun ends.
  mark() {
    if (!this.player) return this.ctx.announce(this.ctx.say('segment_type'));
    if (this.from === null) {
      this.begin();
    } else {
      this.end();
    }
  }

  begin(at = this.now) {
    this.from = at;
    this.stretch = null;
    this.chosen = null;
    this.ctx.announce(this.ctx.say('segment_from', { start: clockOf(at) }));
    this.draw();
  }

  end(at = this.now) {
    if (this.from === null) return;
    this.stretch = make(this.from, at, this.bounds);
    if (!this.stretch) return this.ctx.announce(this.ctx.say('segment_short'));
    this.from = null;
    if (this.pending !== undefined) this.take(this.pending);
    else this.draw();
  }

  // Marked on the time line.
  #marked(stretch) {
    if (this.isStates) return;
    this.stretch = stretch && make(stretch.start, stretch.end, this.bounds);
    this.from = null;
    this.draw();
  }

  // An option: for the marked stretch; for the chosen one; else it begins a stretch with that label, or ends it.
  take(label) {
    const { picked } = this;
    if (this.isStates) this.#state(label);
    else if (this.stretch) this.#add({ ...this.stretch, label });
    else if (picked) this.keep({ ...picked.value, label }, picked.item);
    else if (this.from !== null && (this.pending === undefined || this.pending === label)) {
      this.pending = label;
      this.end();
    } else if (this.player) {
      this.pending = label;
      this.begin();
    } else this.ctx.announce(this.ctx.say('segment_type'));
    this.draw();
  }

  #add(value) {
    this.stretch = null;
    this.from = null;
    this.pending = undefined;
    this.ctx.media?.recording?.timeline?.clearStretch?.();
    if (this.hasRoom()) this.keep(value, null);
  }

  // --- states -------------------------------------------------------------------------------------------------------
  #state(label) {
    if (this.picked) return this.keep({ ...this.picked.value, label }, this.chosen);
    if (this.typedAt !== undefined) {
      const at = this.typedAt + this.dial.lag; // a time that was typed is meant as it stands
      this.typedAt = undefined;
      return this.#change(this.dial.set(label, at));
    }
    if (!this.player) return this.ctx.announce(this.ctx.say('segment_type'));
    this.#change(this.dial.set(label, this.player.now));
  }

  // What the dial did, into the store: an id in both lists has moved.
  #change(change) {
    if (!change) return;
    const added = new Set(change.added.map(one => one.id));
    this.ctx.together(() => {
      for (const one of change.removed) if (!added.has(one.id)) this.ctx.retract(one.id);
      for (const { id, start, label } of change.added) {
        const before = this.items.find(one => one.item === id)?.value ?? {};
        this.ctx.put({ ...before, start, label }, { item: id });
      }
    });
    for (const { start, label } of change.added) this.ctx.announce(this.textOf({ start, label }));
    this.draw();
  }

  drop(item) {
    if (!this.isStates) return super.drop(item);
    this.chosen = null;
    this.#change(this.dial.remove(item));
  }

  // --- moving edges -------------------------------------------------------------------------------------------------
  // One edge of the chosen entry, by so many seconds; never past the other one.
  nudge(edge, by) {
    const { picked } = this;
    if (!picked) return;
    const step = this.settings.grid ? Math.sign(by) * Math.max(this.settings.grid, Math.abs(by)) : by;
    if (this.isStates) return this.#change(this.dial.move(picked.item, picked.value.start + step));
    const value = withEdge(picked.value, edge, picked.value[edge] + step, this.bounds);
    if (value[edge] !== picked.value[edge]) this.store(value, picked.item);
    this.player?.seek?.(value[edge]);
    this.ctx.announce(timesOf(value));
    this.draw();
  }

  // Dragged on the time line.
  #moved(item) {
    const known = this.items.find(one => one.item === item.id);
    if (!known) return;
    if (this.isStates) this.#change(this.dial.move(item.id, item.start));
    else this.store({ ...known.value, start: exact(item.start, this.settings.grid), end: exact(item.end, this.settings.grid) }, item.id);
    this.draw();
  }

  // --- typed times --------------------------------------------------------------------------------------------------
  #boxes() {
    const box = name =>
      h('input', { type: 'text', inputmode: 'decimal', class: 'time', 'data-time': name, tabindex: '-1', 'aria-label': this.ctx.say(`segment_${name}`), placeholder: 'mm:ss.s', autocomplete: 'off', oninput: () => this.#typed() });
    this.startBox = box('start');
    this.endBox = this.isStates ? null : box('end');
    this.problem = h('span', { class: 'warning', role: 'status' });
    const go = h('button', { type: 'button', class: 'small', tabindex: '-1', 'data-act': 'times', onmousedown: keepFocus, onclick: () => this.takeTimes() }, this.ctx.say('segment_take'));
    const parts = [this.startBox, this.endBox && h('span', { 'aria-hidden': 'true' }, '–'), this.endBox, go, this.problem];
    return parts.filter(Boolean);
  }

  #typed() {
    this.problem.textContent = '';
  }

  // What stands in the boxes: a stretch that waits for its label, or the times of the chosen entry.
  takeTimes() {
    const { say } = this.ctx;
    const start = secondsOf(this.startBox.value);
    const end = this.endBox ? secondsOf(this.endBox.value) : undefined;
    if (start === null || end === null) return void (this.problem.textContent = say('segment_no_time'));
    if (this.length !== undefined && (start >= this.length || end > this.length + ROUNDED_S)) return void (this.problem.textContent = this.#beyond());
    const found = this.isStates ? { start: exact(start, this.settings.grid) } : end > start ? make(start, end, this.bounds) : null;
    if (!found) return void (this.problem.textContent = say('segment_backwards'));
    this.problem.textContent = '';
    const { picked } = this;
    if (picked) {
      if (this.isStates) this.#change(this.dial.move(picked.item, found.start));
      else this.store({ ...picked.value, ...found }, picked.item);
    } else if (this.isStates) {
      this.typedAt = found.start;
    } else {
      this.stretch = found;
    }
    this.startBox.value = '';
    if (this.endBox) this.endBox.value = '';
    this.draw();
    this.focus();
  }

  #beyond() {
    return this.ctx.say('segment_beyond', { length: clockOf(this.length, 1) });
  }

  // An entry that was made for another recording, or without one.
  problemIn(value) {
    const isBeyond = this.length !== undefined && Math.max(value.start, value.end ?? 0) > this.length + ROUNDED_S;
    return isBeyond ? this.#beyond() : null;
  }

  // --- keys ---------------------------------------------------------------------------------------------------------
  key(event) {
    if (this.form) return this.form.key(event);
    if (event.composedPath()[0]?.matches?.('input.time')) return this.#boxKey(event);
    const letter = letterOf(event);
    const free = letter && !event.ctrlKey && !event.metaKey && !event.altKey && !tokensFor(this.field, this.field.options ?? []).has(letter) && !this.bar.filter;
    if (this.isStates && event.key === 'Backspace' && !this.picked) return this.#back();
    if (this.picked && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      this.nudge(event.shiftKey || this.isStates ? 'start' : 'end', event.key === 'ArrowRight' ? EDGE_S : -EDGE_S);
      return true;
    }
    if (free && letter === 'i' && !this.isStates && this.player) return this.#did(() => this.begin());
    if (free && letter === 'o' && this.from !== null) return this.#did(() => this.end());
    if (event.key === '@' || (free && letter === 'e')) return this.#did(() => this.startBox.focus());
    if (event.key === 'Escape' && (this.from !== null || this.stretch || this.typedAt !== undefined)) return this.#did(() => this.cancel());
    if (this.bar.key(event, { arrows: false })) return true;
    if (event.key === ' ' && !this.isStates && !event.ctrlKey) return this.#did(() => (this.stretch && !this.hasOptions ? this.#add(this.stretch) : this.mark()));
    if (event.key === 'Enter' && this.picked && this.field.parts?.length) return this.#did(() => this.keep(this.picked.value, this.chosen));
    return this.listKey(event);
  }

  #did(act) {
    act();
    this.draw();
    return true;
  }

  #back() {
    this.#change(this.dial.back());
    return true;
  }

  #boxKey(event) {
    if (event.key === 'Enter') return this.#did(() => this.takeTimes());
    if (event.key === 'Escape') return this.#did(() => this.focus());
    if (event.key === 'Tab' && this.endBox) {
      const to = event.composedPath()[0] === this.startBox ? this.endBox : this.startBox;
      to.focus();
      return true;
    }
    return false;
  }

  get hasOptions() {
    return Boolean(this.field.options?.length || this.field.open);
  }

  cancel() {
    this.from = null;
    this.stretch = null;
    this.pending = undefined;
    this.typedAt = undefined;
    this.ctx.media?.recording?.timeline?.clearStretch?.();
    this.bar.clear();
    this.draw();
  }

  // --- drawing ------------------------------------------------------------------------------------------------------
  draw() {
    if (this.isClosed) return;
    if (this.dial) this.#follow();
    this.drawList();
    const { picked } = this;
    const label = picked?.value.label ?? this.pending ?? (this.dial && this.player ? this.dial.at(this.player.now) : undefined);
    this.bar.draw(this.field, this.field.options ?? [], entry => entry.id === label);
    fill(this.told, this.#says());
    fill(
      this.tools,
      !this.isStates && this.player && this.button('mark', this.from === null ? 'segment_begins' : 'segment_ends', () => this.mark(), { key: '␣' }),
      this.isStates && this.player && this.button('back', 'dial_back', () => this.#back(), { key: '⌫' }),
      (this.from !== null || this.stretch) && this.button('cancel', 'item_cancel', () => this.cancel(), { key: 'esc' }),
    );
    this.times.classList.toggle('chosen', Boolean(picked));
    fill(this.edges, picked ? this.#edgeButtons(picked) : []);
    this.drawForm();
    this.#tracks();
  }

  // What is stored is what the dial knows: another tab, an undo or a late answer may have changed it.
  #follow() {
    const now = this.#changes();
    if (JSON.stringify(now) !== JSON.stringify(this.dial.changes)) this.dial.take(now);
    this.dial.length = this.length;
  }

  #says() {
    const { say } = this.ctx;
    if (this.stretch) return [h('div', {}, say('segment_marked', { start: clockOf(this.stretch.start), end: clockOf(this.stretch.end) })), h('div', { class: 'hint' }, say('segment_label'))];
    if (this.typedAt !== undefined) return h('div', {}, say('segment_state_at', { start: clockOf(this.typedAt) }));
    if (this.from !== null) return h('div', {}, say('segment_from', { start: clockOf(this.from) }), ' ', h('output', { class: 'now' }, clockOf(this.now)));
    if (this.picked) return h('span', { class: 'hint' }, say(this.isStates ? 'segment_state_chosen' : 'segment_chosen'));
    return h('span', { class: 'hint' }, say(!this.player ? 'segment_type' : this.isStates ? 'segment_states_hint' : 'segment_hint'));
  }

  #edgeButtons({ value }) {
    const edges = value.end === undefined || value.end === null ? ['start'] : ['start', 'end'];
    return edges.flatMap(edge => [
      h('span', { class: 'hint' }, `${this.ctx.say(`segment_${edge}`)} ${clockOf(value[edge], 1)}`),
      this.button(`${edge}-back`, 'segment_earlier', () => this.nudge(edge, -EDGE_S)),
      this.button(`${edge}-on`, 'segment_later', () => this.nudge(edge, EDGE_S)),
    ]);
  }

  #time() {
    const now = this.told.querySelector('.now');
    if (now) now.textContent = clockOf(this.now);
    if (!this.dial) return;
    const label = this.dial.at(this.player.now);
    if (label !== this.held) {
      this.held = label;
      this.draw();
    }
  }

  #tracks() {
    const { recording } = this.ctx.media ?? {};
    const items = this.isStates ? this.dial.bands() : this.items.map(({ item, value }) => ({ id: item, start: value.start, end: value.end, label: value.label }));
    recording?.setTracks?.([
      { id: this.field.id, label: labelOf(this.field, this.ctx.language), kind: this.isStates ? 'states' : 'segments', options: this.field.options ?? [], nameOf: id => this.nameOfOption(id), grid: this.settings.grid ?? undefined, items },
    ]);
  }

  close() {
    super.close();
    this.unwatch?.();
    this.ctx.media?.listen?.(null);
  }
}

export const segments = {
  ...NO_LIST,
  name: 'segments',
  items: true,
  surface(ctx) {
    const made = new Segments(ctx);
    made.resume();
    return made;
  },
  answered: countFits,
  keysHelp: field => [...(field.settings?.states ? [['⌫', 'dial_back']] : [['␣', 'line_mark']]), ['Shift ↑ ↓', 'key_items']],
  summary(labels, field, nameOf) {
    const option = value => field.options?.find(one => one.id === value.label) ?? (value.label === undefined ? null : { id: value.label });
    const sorted = labels.filter(isLive).toSorted((a, b) => a.value.start - b.value.start);
    return summaryOf(sorted, value => [option(value) && nameOf(option(value)), timesOf(value)].filter(Boolean).join(' '), value => option(value)?.colour);
  },
};
