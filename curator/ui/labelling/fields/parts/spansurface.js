// Labelled stretches of text. By key: arrows go from word to word, Shift takes more, Ctrl or Alt goes by single characters;
// an option's key labels what is selected. By mouse or touch: the browser's own selection, then an option.

import { fill, h } from '../../dom.js';
import { labelOf } from '../../words.js';
import { Places, slice, toCodePoints, toUtf16, trimmed } from '../offsets.js';
import { OptionBar } from './optionbar.js';
import { ItemSurface, isLive, short } from './surface.js';
import { dropSelection, placeAt, selectionIn } from '../textselection.js';
import { textWith } from '../spantext.js';

export const quoted = value => `“${short(value.text.trim() || value.text)}”`;

export class Spans extends ItemSurface {
  constructor(ctx) {
    super(ctx, { textOf: value => [quoted(value), value.label === undefined ? '' : this.nameOfOption(value.label)].filter(Boolean).join(' · ') });
    this.from = null; // the end of the selection that stays, in UTF-16 units
    this.to = null; // the end that moves
    this.own = h('div', { class: 'text owntext', dir: 'auto' });
    this.told = h('div', { class: 'picked-text', role: 'status' });
    this.bar = new OptionBar({ say: ctx.say, language: ctx.language, name: labelOf(this.field, ctx.language), pick: entry => this.take(entry.id) });
    this.tools = h('div', { class: 'buttons' });
    this.element.append(this.own, this.told, this.bar.element, this.tools, this.formPlace, this.list.element);
    this.at = this.texts[0] ?? null;
    this.watch = () => this.#selected();
    this.released = event => this.#clicked(event);
    document.addEventListener('selectionchange', this.watch);
    document.addEventListener('pointerup', this.released);
  }

  // --- the texts that spans can lie in ------------------------------------------------------------------------------
  // [{turn: id or null, text}]: the turn's own, the part's or candidate's own, or every turn of the conversation.
  get texts() {
    const { cell, sheet, turn, turns } = this.ctx;
    const { part, candidate } = cell.target ?? {};
    if (part) return [{ turn: null, text: sheet.dialogue.parts?.find(one => one.id === part)?.text ?? '' }];
    if (candidate) return [{ turn: null, text: contentOf(sheet.dialogue.candidates?.find(one => one.id === candidate)) }];
    if (turn && (this.field.settings?.scope ?? 'turn') === 'turn') return [{ turn: turn.id, text: turn.text }];
    const all = turns.map(one => ({ turn: one.id, text: one.text }));
    return turn ? [all.find(one => one.turn === turn.id), ...all.filter(one => one.turn !== turn.id)] : all;
  }

  get takesRanges() {
    return true;
  }

  get isFree() {
    return this.texts.length > 1;
  }

  // Where the text in hand stands on the page: in its row, or here.
  get textElement() {
    return (this.at?.turn && this.ctx.text(this.at.turn)) || this.own;
  }

  get places() {
    if (this.placesOf?.text !== this.at.text) this.placesOf = new Places(this.at.text);
    return this.placesOf;
  }

  // Spans that lie in the text in hand, in UTF-16 units.
  get here() {
    return this.items
      .filter(label => (label.value.turn ?? null) === this.at?.turn || this.at?.turn === null)
      .map(({ item, value }) => ({ item, value, start: toUtf16(this.at.text, value.start), end: toUtf16(this.at.text, value.end) }));
  }

  // Text that runs to the left: there the left arrow goes on.
  get isBackwards() {
    return isRtl(this.at.text);
  }

  // --- the selection ------------------------------------------------------------------------------------------------
  get selection() {
    if (this.from === null || this.from === this.to) return null;
    return { start: Math.min(this.from, this.to), end: Math.max(this.from, this.to) };
  }

  select(start, end, { native = false } = {}) {
    this.from = start;
    this.to = end;
    this.isNative = native;
    this.draw();
  }

  // The browser's selection became another one. It is left as it stands: drawing the text anew would destroy it.
  #selected() {
    if (!this.takesRanges) return;
    const found = this.#found(element => selectionIn(element));
    if (!found || found.place.start === found.place.end) return;
    if (found.at !== this.at) this.#take(found.at);
    this.#takeRange(found.place);
  }

  // A click or a tap without a selection: the span that lies there is meant, or a place.
  #clicked(event) {
    if (event.button !== 0) return;
    const over = new Set(event.composedPath());
    const found = this.#found(element => (over.has(element) ? (placeAt(element, event) ?? null) : null));
    if (!found || (this.takesRanges && this.#hasNative(found.element))) return;
    if (!this.takesRanges) dropSelection(found.element);
    if (found.at !== this.at) this.#take(found.at);
    this.#click(this.places.before(found.place));
  }

  #found(look) {
    const near = this.isFree ? [this.at, ...this.texts.filter(one => one !== this.at)] : [this.at];
    for (const at of near.filter(Boolean)) {
      const element = (at.turn && this.ctx.text(at.turn)) || (at === this.at ? this.own : null);
      const place = element?.isConnected ? look(element) : null;
      if (place !== null) return { at, element, place };
    }
    return null;
  }

  #hasNative(element) {
    const range = element.isConnected ? selectionIn(element) : null;
    return Boolean(range) && range.start !== range.end;
  }

  #takeRange(range) {
    const part = trimmed(this.at.text, range);
    if (!part) return;
    const { start, end } = this.places.around(part.start, part.end);
    if (start === this.selection?.start && end === this.selection?.end) return;
    this.select(start, end, { native: true });
  }

  #click(index) {
    const hit = this.here.filter(span => span.start <= index && index < span.end).sort((a, b) => a.end - a.start - (b.end - b.start))[0];
    this.chosen = hit?.item ?? null;
    this.select(index, index);
  }

  // A selection that was made before this question was the one in focus.
  selected({ turn, start, end }) {
    const at = this.texts.find(one => one.turn === turn);
    if (!at) return;
    this.#take(at);
    this.#takeRange({ start, end });
  }

  #take(at) {
    const before = this.textElement;
    this.at = at;
    this.from = this.to = null;
    this.chosen = null;
    this.#clean(before);
  }

  // Text was selected in another turn: that is no wish to go there.
  clicked(id) {
    if (this.form) return super.clicked(id);
    return this.isFree && this.at?.turn === id && this.selection !== null;
  }

  clear() {
    if (this.isNative && this.textElement.isConnected) dropSelection(this.textElement);
    this.from = this.to = null;
    this.isNative = false;
    this.bar.clear();
  }

  // --- acts ---------------------------------------------------------------------------------------------------------
  get options() {
    return this.field.options ?? [];
  }

  get needsLabel() {
    return this.options.length > 0 || this.field.open;
  }

  // An option was taken: for what is selected, else for the span that is chosen.
  take(label) {
    const { picked, selection } = this;
    if (selection) this.mark(selection, label);
    else if (picked) this.keep({ ...picked.value, label }, picked.item);
    else this.ctx.announce(this.ctx.say('span_first'));
    this.draw();
  }

  mark({ start, end }, label) {
    const { picked } = this;
    if (!picked && !this.hasRoom()) return;
    const value = { ...(picked ? rest(picked.value) : {}), ...this.valueOf(start, end, label ?? picked?.value.label) };
    this.clear();
    this.keep(value, picked?.item ?? null);
  }

  valueOf(start, end, label) {
    const [from, to] = [toCodePoints(this.at.text, start), toCodePoints(this.at.text, end)];
    const place = this.at.turn ? { turn: this.at.turn } : {};
    return { ...place, start: from, end: to, text: slice(this.at.text, from, to), ...(label === undefined ? {} : { label }) };
  }

  edit(item) {
    const value = this.items.find(label => label.item === item)?.value;
    const at = value && this.texts.find(one => one.turn === (value.turn ?? null));
    if (at && at !== this.at) this.#take(at);
    if (at?.turn && this.isFree) this.ctx.reveal?.(at.turn);
    super.edit(item);
  }

  // --- keys ---------------------------------------------------------------------------------------------------------
  key(event) {
    if (this.form) return this.form.key(event);
    if (this.#walk(event) || (event.key !== 'Enter' && event.key !== ' ' && this.bar.key(event, { arrows: false }))) return true;
    if (event.key === 'Escape' && this.selection) {
      this.clear();
      this.draw();
      return true;
    }
    if (this.bar.filter && this.bar.key(event, { arrows: false })) return true;
    if (this.#confirm(event)) return true;
    return this.listKey(event);
  }

  // Enter and Space: mark what needs no label, keep a changed stretch, open the questions about a span.
  #confirm(event) {
    if (event.key !== 'Enter' && event.key !== ' ') return false;
    const { selection, picked } = this;
    if (selection && (picked || !this.needsLabel || (this.options.length === 1 && !this.field.open))) {
      this.mark(selection, picked ? undefined : this.options[0]?.id);
      this.draw();
      return true;
    }
    if (picked && !selection && this.field.parts?.length) {
      this.ask(picked.value, picked.item);
      return true;
    }
    return Boolean(selection) || event.key === ' ';
  }

  // Arrows, Home and End in the text.
  #walk(event) {
    const way = { ArrowRight: 1, ArrowLeft: -1, End: Infinity, Home: -Infinity }[event.key];
    if (way === undefined || event.metaKey || !this.at || !this.at.text) return false;
    const isEnd = Math.abs(way) === Infinity;
    if (isEnd && !event.shiftKey && this.to === null) return false;
    const along = isEnd ? way : way * (this.isBackwards ? -1 : 1);
    if (this.isNative && this.textElement.isConnected) dropSelection(this.textElement);
    this.isNative = false;
    if (event.shiftKey) this.#extend(along, event.ctrlKey || event.altKey);
    else this.#move(along, event.ctrlKey || event.altKey);
    this.draw();
    this.ctx.announce(this.selection ? this.at.text.slice(this.selection.start, this.selection.end) : this.ctx.say('span_caret', { text: this.at.text.slice(this.to, this.places.step(this.to, 1)) || '∎' }));
    return true;
  }

  #extend(way, byCharacter) {
    const { places, picked } = this;
    if (picked && !this.selection) {
      const span = this.here.find(one => one.item === picked.item);
      if (span) [this.from, this.to] = [span.start, span.end];
    }
    this.from ??= way > 0 ? 0 : this.at.text.length;
    this.to ??= this.from;
    if (Math.abs(way) === Infinity) this.to = way > 0 ? this.at.text.length : 0;
    else this.to = byCharacter ? places.step(this.to, way) : places.edge(this.to, way);
  }

  // To the next word, which is then selected; by characters: a bare caret.
  #move(way, byCharacter) {
    const { places } = this;
    this.chosen = null;
    const edge = this.selection ? (way > 0 ? this.selection.end : this.selection.start) : (this.to ?? (way > 0 ? 0 : this.at.text.length));
    if (Math.abs(way) === Infinity || byCharacter) {
      const to = Math.abs(way) === Infinity ? (way > 0 ? this.at.text.length : 0) : places.step(edge, way);
      [this.from, this.to] = [to, to];
      return;
    }
    const word = places.word(edge, way);
    if (word) [this.from, this.to] = way > 0 ? [word.start, word.end] : [word.end, word.start];
    else if (this.isFree) this.#nextText(way);
  }

  #nextText(way) {
    const order = this.ctx.turns;
    const next = order[order.findIndex(turn => turn.id === this.at.turn) + way];
    if (!next) return;
    this.#take(this.texts.find(one => one.turn === next.id));
    this.ctx.reveal?.(next.id);
    const word = this.places.word(way > 0 ? 0 : next.text.length, way);
    if (word) [this.from, this.to] = [word.start, word.end];
  }

  // --- drawing ------------------------------------------------------------------------------------------------------
  get marks() {
    const others = this.ctx.marks?.(this.at?.turn) ?? kindMarks(this.items, this.field, this.nameOf);
    return others.filter(mark => (mark.turn ?? null) === (this.at?.turn ?? null)).map(mark => (mark.item === this.chosen && this.chosen !== null ? { ...mark, chosen: true } : mark));
  }

  draw() {
    if (this.isClosed || !this.at) return;
    const { say } = this.ctx;
    if (this.isNative && !this.#hasNative(this.textElement)) this.isNative = false; // the row was drawn anew meanwhile
    this.drawList();
    this.own.hidden = Boolean(this.at.turn && this.ctx.text(this.at.turn));
    if (!this.isNative) this.paint(this.textElement);
    const text = this.selection && this.at.text.slice(this.selection.start, this.selection.end);
    fill(this.told, text ? h('q', { dir: 'auto' }, text) : h('span', { class: 'hint' }, say(this.picked ? 'span_chosen' : this.hint)));
    const label = this.chosenLabel;
    this.bar.draw(this.field, this.#entries(label), entry => entry.id === label);
    this.bar.element.hidden = !this.needsLabel;
    fill(this.tools, ...this.drawTools());
    this.drawForm();
  }

  get hint() {
    return 'span_hint';
  }

  get chosenLabel() {
    return this.picked?.value.label;
  }

  #entries(label) {
    const own = this.field.open && label !== undefined && !this.optionOf(label) ? [{ id: label, label: {} }] : [];
    return [...this.options, ...own];
  }

  drawTools() {
    const { selection } = this;
    const mayMark = selection && (!this.needsLabel || this.picked);
    return [
      mayMark && this.button('mark', this.picked ? 'item_change' : 'span_mark', () => this.#confirm({ key: 'Enter' }), { key: '↵' }),
      selection && this.button('clear', 'span_clear', () => (this.clear(), this.draw()), { key: 'esc' }),
    ];
  }

  // The text with its spans, what is selected, and the caret.
  paint(element) {
    const { text } = this.at;
    const points = index => toCodePoints(text, index);
    const picked = this.selection ? [{ start: points(this.selection.start), end: points(this.selection.end), kind: 'picked' }] : [];
    const caret = this.from !== null && this.from === this.to ? points(this.to) : null;
    fill(element, textWith(text, [...this.marks, ...picked], caret));
  }

  // A text that is left shows its spans alone.
  #clean(element) {
    const turn = element?.closest?.('[data-turn]')?.dataset.turn;
    const known = this.texts.find(one => one.turn === turn);
    if (known && element !== this.own) fill(element, textWith(known.text, (this.ctx.marks?.(turn) ?? kindMarks(this.items, this.field, this.nameOf)).filter(mark => mark.turn === turn)));
  }

  close() {
    super.close();
    document.removeEventListener('selectionchange', this.watch);
    document.removeEventListener('pointerup', this.released);
    if (this.at?.turn && this.textElement !== this.own) this.#clean(this.textElement);
  }
}

const rest = ({ turn: _turn, start: _start, end: _end, text: _text, label: _label, ...others }) => others;

// As `dir=auto` sees it: the first letter tells. Asking the browser would cost the key press a layout.
const isRtl = text => /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text);

const contentOf = candidate => (typeof candidate?.content === 'string' ? candidate.content : (candidate?.content?.text ?? ''));

// The spans of one question as marks in the texts that they lie in.
export const kindMarks = (labels, field, nameOf = labelOf) =>
  labels.filter(isLive).map(({ item, value }) => {
    const option = field.options?.find(one => one.id === value.label);
    return { turn: value.turn ?? null, start: value.start, end: value.end, label: value.label === undefined ? undefined : nameOf(option ?? { id: value.label }), colour: option?.colour, item };
  });
