// The questions of the current row. The one in focus stands open at one fixed place of the page, so that neither eye nor
// mouse has to travel; the others are one line each.

import { drawConflict } from './conflict.js';
import { fill, h, keepFocus } from './dom.js';
import { kindOf } from './fields/index.js';
import { drawGrid, gridOf } from './grid.js';
import { isFound, keysBeside } from './keys.js';
import { drawLines } from './lines.js';
import { askedOf, drawWhom, headingOf, rowName, speakersOf } from './naming.js';
import { entriesFor, Options } from './options.js';
import { contextOf, summaryOf } from './summary.js';
import { labelOf } from './words.js';

export class Question {
  // acts: {pick(entry), none(), cannotTell(), nobodyElse(), take(), takeAll(), addPerson(), follow(entry), goOn(), go(row, cell), typed(text),
  // left(), hover(entry|null), settle(offer, use)}
  constructor({ say, language, acts }) {
    Object.assign(this, { say, language, acts });
    this.title = h('div', { class: 'where' });
    this.above = h('div', { class: 'others' });
    this.below = h('div', { class: 'others' });
    this.heading = h('div', { class: 'asked', id: 'asked' });
    this.told = h('div', { class: 'told' });
    this.table = h('div', { class: 'table' });
    this.finding = h('div', { class: 'finding' });
    this.late = h('div', { class: 'late-box' });
    this.body = h('div', { class: 'options' });
    this.after = h('div', { class: 'after' });
    this.extra = h('div', { class: 'extra' });
    // The element that holds the keyboard; it is never replaced.
    const parts = [this.heading, this.late, this.told, this.table, this.finding, this.body, this.after, this.extra];
    this.group = h('div', { class: 'question', tabindex: '0', 'aria-labelledby': 'asked' }, ...parts);
    this.element = h('section', { class: 'questions', 'aria-label': say('question') }, this.title, this.above, this.group, this.below);
    this.options = new Options({ say, language, acts, body: this.body, holder: this.group });
  }

  // A line to write a name in; `done(name)` where one was written. Resolves to words where it did not work, or to nothing.
  askName(done) {
    const problem = h('div', { class: 'warning', role: 'status' });
    const close = () => {
      line.remove();
      this.focus();
    };
    const add = async () => {
      const words = box.value.trim() ? await done(box.value.trim()) : '';
      if (words) problem.textContent = words;
      else close();
    };
    const box = h('input', { type: 'text', class: 'name-box', 'aria-label': this.say('add_person'), placeholder: this.say('add_person_name'), maxlength: '100', dir: 'auto' });
    box.addEventListener('keydown', event => {
      if (event.isComposing || !['Enter', 'Escape'].includes(event.key)) return;
      event.preventDefault();
      if (event.key === 'Enter') add();
      else close();
    });
    const line = h('div', { class: 'add-person' }, box, h('button', { type: 'button', class: 'small', onclick: add }, this.say('add')), problem);
    this.group.querySelector('.add-person')?.remove();
    this.extra.after(line);
    box.focus({ preventScroll: true });
  }

  focus() {
    if (this.box && this.writing) this.box.focus({ preventScroll: true });
    else this.group.focus({ preventScroll: true });
  }

  entriesFor(sheet, cell, filter) {
    return entriesFor(cell.field, contextOf(sheet, cell), filter, this.language);
  }

  // state: {sheet, row, cell, cursor, filter, closed, surface, follow, broken}
  draw(state) {
    const { sheet, row, cell, closed } = state;
    const view = { say: this.say, language: this.language, go: this.acts.go };
    const { above, below } = drawLines(sheet, row, cell, view);
    fill(this.title, ...this.#whereabouts(sheet, row));
    fill(this.above, above);
    fill(this.below, below);
    this.group.classList.toggle('closed', closed);
    this.#reveal(row, cell);
    if (!cell) {
      this.#empty();
      return;
    }
    const { field } = cell;
    const label = sheet.label(cell);
    this.#head(sheet, cell);
    fill(this.late, drawConflict(sheet, cell, this));
    fill(this.told, this.#notes(state));
    const grid = gridOf(sheet, cell);
    fill(this.table, grid && drawGrid(sheet, grid, cell, view));
    this.finding.textContent = this.#found(state);
    if (state.surface) this.#host(state.surface);
    else if (kindOf(field).editor) this.#drawBox(sheet, cell, label);
    else this.#drawEntries(state, label);
    fill(this.after, this.#followed(state, label));
    fill(this.extra, this.#extras(state, label));
  }

  // In a low window the questions scroll: the one in focus is brought up, in the coming frame.
  #reveal(row, cell) {
    if (this.shown?.row === row && this.shown.cell === cell) return;
    this.shown = { row, cell };
    requestAnimationFrame(() => {
      const { element, group } = this;
      if (element.scrollHeight > element.clientHeight) element.scrollTop = group.offsetTop - element.offsetTop - 4;
    });
  }

  #found({ sheet, cell, filter, surface }) {
    if (surface) return '';
    if (filter) return this.say('filter_is', { text: filter });
    if (cell.field.open) return this.say('filter_open');
    return isFound(cell.field, this.entriesFor(sheet, cell, '')) ? this.say('filter') : '';
  }

  #empty() {
    this.box = null;
    this.headed = null;
    this.finding.textContent = '';
    this.group.setAttribute('role', 'group');
    fill(this.heading, h('span', { class: 'hint' }, this.say('nothing_to_ask')));
    for (const node of [this.late, this.told, this.table, this.body, this.after, this.extra]) fill(node);
  }

  #whereabouts(sheet, row) {
    const name = h('strong', {}, rowName(sheet, row, this.say));
    return row.turn ? [name, h('bdi', {}, speakersOf(sheet, row.turn))] : [name];
  }

  // What is asked, about whom, and whether it is needed.
  #head(sheet, cell) {
    const isNeeded = sheet.requires(cell) && cell.field.blank !== 'none';
    if (this.headed?.cell === cell && this.headed.isNeeded === isNeeded) return;
    this.headed = { cell, isNeeded };
    const heading = headingOf(cell.field, this.language);
    const whom = drawWhom(sheet, cell, this.say);
    fill(
      this.heading,
      heading && h('div', { class: 'of' }, heading),
      h('div', { class: 'ask' }, h('span', { class: 'asks' }, askedOf(cell.field, this.language)), h('span', { class: 'need' }, this.say(isNeeded ? 'required' : 'optional'))),
      whom.length ? h('div', { class: 'whom' }, whom) : null,
    );
  }

  // What has to be known before an answer: what holds since earlier, what is proposed, which rule is broken.
  #notes({ sheet, cell, broken, asking }) {
    const carried = sheet.carried(cell);
    const proposal = carried ? null : sheet.proposal(cell);
    const words = label => summaryOf(sheet, cell, { state: 'value', ...label }, this)?.text ?? '';
    return [
      carried && h('div', { class: 'held-note' }, h('bdi', {}, words(carried)), h('span', {}, this.say('held', { n: carried.cell.row.index + 1 })), this.#button('Enter', 'keep', this.acts.take)),
      proposal && h('div', { class: 'proposal' }, h('bdi', {}, words(proposal)), this.#button('Enter', 'take_proposal', this.acts.take)),
      ...broken.map(one => h('div', { class: `rule ${one.rule.level}`, role: 'status' }, one.rule.say)),
      asking && h('div', { class: 'buttons' }, this.#button('Enter', 'go_on_so', this.acts.goOn)),
    ];
  }

  #button(key, word, act, props = {}) {
    return h('button', { type: 'button', class: 'small', tabindex: '-1', onmousedown: keepFocus, onclick: () => act(), ...props }, h('kbd', { 'aria-hidden': 'true' }, key), this.say(word));
  }

  #drawEntries({ sheet, cell, cursor, filter }, label) {
    this.box = null;
    const entries = this.entriesFor(sheet, cell, filter);
    const carried = sheet.carried(cell);
    this.options.draw(cell.field, entries, { label, carried, proposal: sheet.proposal(cell), cursor });
  }

  #host(surface) {
    this.box = null;
    this.group.setAttribute('role', 'group');
    this.group.removeAttribute('aria-activedescendant');
    this.body.className = 'options hosted';
    if (surface.element.parentNode !== this.body) fill(this.body, surface.element);
    surface.draw();
  }

  #drawBox(sheet, cell, label) {
    this.group.setAttribute('role', 'group');
    this.group.removeAttribute('aria-activedescendant');
    this.body.className = 'options';
    const key = `${sheet.id} ${cell.key}`;
    if (this.box?.isConnected && this.boxKey === key) {
      if (!this.writing) this.box.value = this.#wordsIn(sheet, cell, label);
      return;
    }
    this.boxKey = key;
    this.writing = false;
    this.box = h('textarea', {
      rows: '5',
      dir: 'auto',
      tabindex: '-1',
      'aria-label': labelOf(cell.field, this.language),
      placeholder: this.say('write'),
      oninput: () => this.acts.typed(this.box.value),
      onfocus: () => (this.writing = true),
      onblur: () => this.#left(),
    });
    this.box.value = this.#wordsIn(sheet, cell, label);
    fill(this.body, this.box, h('div', { class: 'hint' }, this.say('done_writing')));
  }

  #wordsIn(sheet, cell, label) {
    return label?.state === 'value' ? label.value : kindOf(cell.field).prefill(cell.field, cell.row.turn);
  }

  #left() {
    this.writing = false;
    this.acts.left();
  }

  // A small question about the answer itself: how sure, how strong.
  #followed({ follow }) {
    if (!follow) return null;
    const entries = follow.entries.map(entry =>
      h(
        'button',
        { type: 'button', class: `small${entry.chosen ? ' chosen' : ''}`, tabindex: '-1', 'aria-pressed': String(entry.chosen), 'data-follow': entry.id, onmousedown: keepFocus, onclick: () => this.acts.follow(entry) },
        h('kbd', { 'aria-hidden': 'true' }, follow.active ? entry.key : ''),
        entry.text,
      ),
    );
    return h('div', { class: `follow${follow.active ? ' active' : ''}`, role: 'group', 'aria-label': follow.text }, h('span', { class: 'asks' }, follow.text), h('div', { class: 'buttons' }, entries));
  }

  #extras({ sheet, cell, others, proposals }, label) {
    const can = answersBeside(cell.field);
    const keys = keysBeside(cell.field, this.entriesFor(sheet, cell, ''));
    const pressed = state => ({ 'data-answer': state, class: `small${label?.state === state ? ' chosen' : ''}`, 'aria-pressed': String(label?.state === state) });
    const problem = label?.status === 'unfinished' ? `${this.say(...label.problem)}. ${this.say('kept_here')}` : null;
    const reason = label?.status === 'refused' ? this.say('refused_reason', { reason: label.reason }) : null;
    return [
      can.none && this.#button(keys.none, 'none', this.acts.none, { ...pressed('none'), title: this.say('none_hint') }),
      can.cannotTell && this.#button(keys.cannotTell, 'cannot_tell', this.acts.cannotTell, pressed('cannot_tell')),
      others > 1 && this.#button('O', 'nobody_else', this.acts.nobodyElse),
      proposals > 1 && this.#button('=', 'take_all', this.acts.takeAll),
      mayAdd(sheet, cell) && this.#button('+', 'add_person', this.acts.addPerson),
      (problem || reason) && h('div', { class: 'warning' }, problem || reason),
    ];
  }
}

// Whether somebody who is spoken about can be added to those whom this question is about.
export function mayAdd(sheet, { field }) {
  const among = field.among ?? field.settings.among;
  const names = field.target === 'participant' || field.target === 'pair' ? Boolean(among) : kindOf(field).ofPeople;
  return Boolean(names && sheet.payload.schema.entities?.open && !sheet.submitted);
}

// Which of the answers that are no labels a question takes. One needed option cannot be “none”: the scheme says there is one.
export function answersBeside(field) {
  const must = field.required === true && field.blank !== 'none';
  const kind = kindOf(field);
  return { none: !must || ((kind.multiple || field.items) && !field.min), cannotTell: true };
}
