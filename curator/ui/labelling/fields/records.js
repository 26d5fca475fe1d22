// Small records whose parts are questions of their own, each an entry with an id. Where there is none yet, or only one is
// allowed, the form stands open; until something was answered in it, Tab and Enter pass it by.

import { fill, h } from '../dom.js';
import { labelOf } from '../words.js';
import { kindOf } from './index.js';
import { optionsIn } from './parts/answers.js';
import { PartsForm, sayAnswer } from './parts/form.js';
import { ItemSurface, NO_LIST, countFits, isLive, summaryOf } from './parts/surface.js';

// A record in one line: its answers, in the scheme's order.
const lineOf = (value, field, where, language) =>
  (field.parts || []).map(part => sayAnswer({ ...part, options: optionsIn(part, where) }, value[part.id], where, language)).filter(Boolean).join(' · ');

class Records extends ItemSurface {
  constructor(ctx) {
    super(ctx, { textOf: value => lineOf(value, this.field, this.where, ctx.language) });
    this.tools = h('div', { class: 'buttons' });
    this.element.append(this.list.element, this.formPlace, this.tools);
    const { begun } = this;
    if (begun) this.#open(begun.item, begun.answers);
    else if (!this.items.length) this.#open();
    else if (this.field.max === 1) this.#open(this.items[0].item);
    this.draw();
  }

  // A form for a new record, or for one that stands there; `answers`: what was begun before.
  #open(item = null, answers = null) {
    if (item === null && !answers && this.isFull) return void this.hasRoom();
    this.form?.close();
    this.item = item;
    this.chosen = item;
    const known = this.items.find(label => label.item === item)?.value ?? null;
    this.form = new PartsForm({
      ctx: this.ctx,
      parts: this.field.parts,
      answers: answers ?? known,
      word: item === null ? 'item_add' : 'item_change',
      acts: { done: value => this.#done(value), cancel: () => this.#cancel(), changed: value => (this.draft = { item, answers: { ...value } }) },
    });
    if (known && !answers) this.form.touched = this.field.max !== 1;
    this.draw();
  }

  #done(value) {
    const { item } = this;
    this.#shut();
    this.store(value, item);
    this.draw();
    this.focus();
  }

  #cancel() {
    const isFirst = !this.items.length;
    this.#shut();
    if (isFirst) this.#open();
    this.draw();
    this.focus();
  }

  #shut() {
    this.draft = null;
    this.form?.close();
    this.form = null;
    this.item = null;
    this.chosen = null;
  }

  edit(item) {
    if (item === this.item) this.#cancel();
    else this.#open(item);
    this.focus();
  }

  drop(item) {
    if (this.item === item) this.#shut();
    super.drop(item);
    if (!this.items.length) this.#open();
  }

  // Two neighbours change places: each keeps its id and takes the other's answers, for the order is that of the ids' making.
  reorder(item, way) {
    const { items } = this;
    const at = items.findIndex(label => label.item === item);
    const other = items[at + way];
    if (!other) return;
    const mine = items[at];
    this.#shut();
    this.ctx.together(() => {
      this.ctx.put(other.value, { item, certainty: other.certainty ?? null });
      this.ctx.put(mine.value, { item: other.item, certainty: mine.certainty ?? null });
    });
    this.chosen = other.item;
    this.draw();
  }

  key(event) {
    if (this.form?.key(event)) return true;
    if (this.form?.touched) return false;
    if (this.picked && (event.key === 'Enter' || event.key === ' ')) {
      this.#open(this.chosen);
      return true;
    }
    if (this.listKey(event)) return true;
    return event.key === ' ' && !this.form ? this.#another() : false;
  }

  #another() {
    this.#open();
    this.form?.begin();
    return true;
  }

  draw() {
    if (this.isClosed) return;
    this.drawList();
    if (!this.form && !this.items.length) this.#open();
    if (this.form && this.form.element.parentNode !== this.formPlace) fill(this.formPlace, this.form.element);
    else if (!this.form) fill(this.formPlace);
    this.form?.draw();
    fill(this.tools, !this.form && !this.isFull && this.button('add', 'item_another', () => this.#another(), { key: '␣' }));
  }

  focus() {
    if (this.form?.touched) this.form.focus();
    else super.focus();
  }

  close() {
    super.close();
    if (!this.form) return;
    // A whole record is not lost because somebody went elsewhere; half a one waits for him.
    const { form } = this;
    this.form = null;
    if (this.draft && form.isComplete) {
      const { item } = this;
      this.draft = null;
      this.store(form.value, item);
    }
    form.close();
  }
}

export const records = {
  ...NO_LIST,
  name: 'records',
  items: true,
  surface: ctx => new Records(ctx),
  answered: countFits,
  keysHelp: () => [['␣', 'item_another'], ['Ctrl ↵', 'item_add'], ['Shift ↑ ↓', 'key_items']],
  summary: (labels, field, nameOf, where = {}) => summaryOf(labels, value => partsText(value, field, nameOf, where)),
  // Spans inside records are shown in the text, under the part's name.
  marks: (labels, field, nameOf = labelOf) =>
    labels.filter(isLive).flatMap(label => (field.parts || []).filter(part => kindOf(part)?.marks).flatMap(part => marksOf(label, part, nameOf))),
};

const partsText = (value, field, nameOf, where) =>
  (field.parts || [])
    .filter(part => value[part.id] !== undefined)
    .map(part => {
      const kind = kindOf(part);
      const given = kind.items ? value[part.id].map((one, i) => ({ item: String(i), state: 'value', value: one })) : { state: 'value', value: value[part.id] };
      return kind.summary(given, part, nameOf, where).text;
    })
    .join(' · ');

function marksOf(label, part, nameOf) {
  const values = label.value[part.id] ?? [];
  const given = values.map(value => ({ item: label.item, state: 'value', value }));
  return kindOf(part).marks(given, part, nameOf).map(mark => ({ ...mark, label: mark.label ?? nameOf(part) }));
}
