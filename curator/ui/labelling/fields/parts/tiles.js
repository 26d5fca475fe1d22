// `tile: true`: pieces cover the turn from end to end. Arrows walk the caret from word to word, Space cuts there, an
// option's key labels the piece in hand and takes up the next one without a label. Backspace takes a cut away.

import { toCodePoints } from '../offsets.js';
import { gaps, joinAt, splitAt } from '../stretches.js';
import { Spans } from './spansurface.js';

export class Tiles extends Spans {
  constructor(ctx) {
    super(ctx);
    this.cuts = new Set(ctx.isNested ? [] : (ctx.begun('cuts') ?? [])); // where a part without a label is cut: nothing to store yet
    this.from = this.to = 0;
    this.active = this.#firstOpen(0);
    this.drawnAt = 0;
  }

  // Where a drag ends is a place like any other.
  get takesRanges() {
    return false;
  }

  get tiles() {
    return this.here.toSorted((a, b) => a.start - b.start);
  }

  // Everything, in order: stored pieces, and what lies between them as it is cut.
  get pieces() {
    const size = this.at.text.length;
    const open = gaps(size, this.tiles).flatMap(gap => {
      const edges = [gap.start, ...[...(this.cuts ?? [])].filter(cut => gap.start < cut && cut < gap.end).sort((a, b) => a - b), gap.end];
      return edges.slice(1).map((end, i) => ({ start: edges[i], end }));
    });
    const said = open.filter(({ start, end }) => this.at.text.slice(start, end).trim() || open.length === 1);
    return [...this.tiles, ...said].sort((a, b) => a.start - b.start);
  }

  get piece() {
    return this.pieces.find(piece => piece.start === this.active) ?? this.#pieceAt(this.to ?? 0);
  }

  #pieceAt(index) {
    return this.pieces.find(piece => piece.start <= index && index < piece.end) ?? this.pieces.at(-1) ?? null;
  }

  #firstOpen(from) {
    const open = this.pieces.filter(piece => !piece.item);
    return (open.find(piece => piece.start >= from) ?? open[0] ?? this.#pieceAt(from))?.start ?? 0;
  }

  get selection() {
    return null;
  }

  // --- acts ---------------------------------------------------------------------------------------------------------
  take(label) {
    const { piece } = this;
    if (!piece || (!piece.item && !this.hasRoom())) return;
    const { end } = piece;
    const parts = piece.value?.parts;
    const value = { ...this.valueOf(piece.start, piece.end, label), ...(parts ? { parts } : {}) };
    if (this.field.parts?.length) this.ask(value, piece.item ?? null);
    else this.store(value, piece.item ?? null);
    this.active = this.#firstOpen(end);
    this.draw();
  }

  cut() {
    const at = this.to;
    const size = this.at.text.length;
    const { put } = splitAt(size, this.tiles, at);
    if (put.length && this.tiles.some(tile => tile.start < at && at < tile.end)) {
      if (!this.hasRoom()) return;
      this.ctx.together(() => {
        for (const { item = null, value, start, end } of put) this.store({ ...this.valueOf(start, end, value.label), ...(value.parts ? { parts: value.parts } : {}) }, item);
      });
    } else if (put.length && !this.needsLabel) {
      this.ctx.together(() => {
        for (const { start, end } of put) this.store(this.valueOf(start, end), null);
      });
    } else if (put.length) {
      this.#keepCuts([...this.cuts, at]);
    }
    const left = this.pieces.find(piece => piece.end === at);
    this.active = left && !left.item ? left.start : at;
    this.ctx.announce(this.ctx.say('tile_cut', { n: this.pieces.length }));
    this.draw();
  }

  // Takes the cut at the caret away, else the label of the piece in hand.
  join() {
    const at = this.to;
    const { put, gone } = joinAt(this.tiles, at);
    if (put.length) {
      const { item, value, start, end } = put[0];
      this.ctx.together(() => {
        this.ctx.retract(gone[0].item);
        this.store({ ...this.valueOf(start, end, value.label), ...(value.parts ? { parts: value.parts } : {}) }, item);
      });
    } else if (this.cuts.has(at)) {
      this.#keepCuts([...this.cuts].filter(cut => cut !== at));
    } else if (this.piece?.item) {
      const { start, end, item } = this.piece;
      this.#keepCuts([...this.cuts, start, end]); // the edges stay where they are
      this.drop(item);
    } else {
      return false;
    }
    this.active = this.#pieceAt(Math.max(0, at - 1))?.start ?? 0;
    this.draw();
    return true;
  }

  #keepCuts(cuts) {
    this.cuts = new Set(cuts.filter(cut => cut > 0 && cut < this.at.text.length));
    if (!this.ctx.isNested) this.ctx.begin(this.cuts.size ? [...this.cuts] : null, 'cuts');
  }

  choose(item) {
    const tile = this.tiles.find(one => one.item === item);
    if (tile) [this.from, this.to, this.active] = [tile.start, tile.start, tile.start];
    super.choose(item);
  }

  // --- keys ---------------------------------------------------------------------------------------------------------
  key(event) {
    if (this.form) return this.form.key(event);
    if (this.#caret(event)) return true;
    if (event.key === ' ' && !this.bar.filter) {
      this.cut();
      return true;
    }
    if (this.bar.key(event, { arrows: false })) return true;
    if (event.key === 'Backspace' || event.key === 'Delete') return this.join();
    return this.listKey(event);
  }

  #caret(event) {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way || event.metaKey || event.shiftKey) return false;
    const along = this.isBackwards ? -way : way;
    const { places } = this;
    const at = this.to ?? 0;
    this.chosen = null;
    if (event.ctrlKey || event.altKey) this.to = places.step(at, along);
    else if (along > 0) this.to = places.words.find(word => word.start > at)?.start ?? this.at.text.length;
    else this.to = places.words.findLast(word => word.start < at)?.start ?? 0;
    this.from = this.to;
    this.isNative = false;
    this.active = this.#pieceAt(this.to)?.start ?? 0;
    this.draw();
    this.ctx.announce(this.ctx.say('span_caret', { text: this.at.text.slice(this.to).trim().split(/\s/u)[0] || '∎' }));
    return true;
  }

  // --- drawing ------------------------------------------------------------------------------------------------------
  // A click, or the end of what was selected, is where the caret goes.
  select(_start, end) {
    super.select(end, end);
  }

  draw() {
    const at = this.to ?? 0;
    if (at !== this.drawnAt) this.active = this.#pieceAt(at)?.start ?? 0;
    this.drawnAt = at;
    super.draw();
  }

  get marks() {
    const { text } = this.at;
    const points = index => toCodePoints(text, index);
    const { piece } = this;
    const open = this.pieces.filter(one => !one.item).map(one => ({ turn: this.at.turn, start: points(one.start), end: points(one.end), label: '…', item: '' }));
    const inHand = piece ? [{ turn: this.at.turn, start: points(piece.start), end: points(piece.end), kind: 'picked' }] : [];
    return [...super.marks, ...(open.length > 1 || this.tiles.length ? open : []), ...inHand];
  }

  get hint() {
    return 'tile_hint';
  }

  get chosenLabel() {
    return this.piece?.value?.label;
  }

  drawTools() {
    const { at, to } = this;
    const inside = to !== null && to > 0 && to < at.text.length;
    const isCut = inside && this.pieces.some(piece => piece.start === to);
    return [
      this.button('cut', 'tile_split', () => this.cut(), { key: '␣', disabled: !inside || isCut }),
      this.button('join', 'tile_join', () => this.join(), { key: '⌫', disabled: !isCut && !this.piece?.item }),
    ];
  }
}
