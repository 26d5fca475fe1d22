// The questions of the current turn. The one in focus stands open at one fixed place of the page, so that neither eye nor
// mouse has to travel; the others are one line each.

import { fill, h, keepFocus } from './dom.js';
import { drawConflict } from './conflict.js';
import { kindOf } from './fields/index.js';
import { asLabel } from './fields/scale.js';
import { FILTER_OVER, tokensFor } from './keys.js';
import { speakersOf } from './state.js';
import { summaryOf } from './row.js';
import { labelOf } from './words.js';

export class Question {
  // acts: {pick(entry), none(), cannotTell(), go(row, field), typed(text), left(), hover(entry|null), settle(offer, use)}
  constructor({ say, language, acts }) {
    Object.assign(this, { say, language, acts });
    this.title = h('div', { class: 'where' });
    this.above = h('div', { class: 'others' });
    this.below = h('div', { class: 'others' });
    this.heading = h('div', { class: 'asked', id: 'asked' });
    this.finding = h('div', { class: 'finding' });
    this.late = h('div', { class: 'late-box' });
    this.body = h('div', { class: 'options' });
    this.extra = h('div', { class: 'extra' });
    // The element that holds the keyboard; it is never replaced.
    this.group = h('div', { class: 'question', tabindex: '0', 'aria-labelledby': 'asked' }, this.heading, this.finding, this.late, this.body, this.extra);
    this.element = h('section', { class: 'questions', 'aria-label': say('question') }, this.title, this.above, this.group, this.below);
  }

  focus() {
    if (this.box && this.writing) this.box.focus({ preventScroll: true });
    else this.group.focus({ preventScroll: true });
  }

  // Entries as they are shown now: all, or those that match what was typed.
  entriesFor(sheet, row, field, filter) {
    const kind = kindOf(field);
    const all = kind.entries(field, { dialogue: sheet.dialogue, turn: row.turn });
    if (!filter) return all;
    if (kind.typed) return kind.typed(filter, field);
    const wanted = fold(filter.trim());
    const names = new Map(all.map(entry => [entry, fold(labelOf(entry, this.language))]));
    const begins = all.filter(entry => names.get(entry).split(/\s+/).some(word => word.startsWith(wanted)));
    return [...begins, ...all.filter(entry => !begins.includes(entry) && names.get(entry).includes(wanted))];
  }

  draw({ sheet, row, field, cursor, filter, closed }) {
    const asked = sheet.asked(row);
    const at = asked.indexOf(field);
    fill(this.title, ...this.#whereabouts(sheet, row));
    fill(this.above, asked.slice(0, Math.max(at, 0)).map(other => this.#line(sheet, row, other)));
    fill(this.below, asked.slice(at + 1).map(other => this.#line(sheet, row, other)));
    this.group.classList.toggle('closed', closed);
    this.#reveal(row, field);
    if (!field) {
      this.#empty();
      return;
    }
    const label = sheet.label(row, field);
    this.#head(field, sheet.requires(row, field) && field.blank !== 'none');
    fill(this.late, drawConflict(sheet, row, field, this));
    this.finding.textContent = this.#found(sheet, row, field, filter);
    if (kindOf(field).editor) this.#drawBox(sheet, row, field, label);
    else this.#drawEntries(sheet, row, field, label, cursor, filter);
    fill(this.extra, ...this.#extras(sheet, row, field, label));
  }

  // In a low window the questions scroll: the one in focus is brought up, in the coming frame.
  #reveal(row, field) {
    if (this.shown?.row === row && this.shown.field === field) return;
    this.shown = { row, field };
    requestAnimationFrame(() => {
      const { element, group } = this;
      if (element.scrollHeight > element.clientHeight) element.scrollTop = group.offsetTop - element.offsetTop - 4;
    });
  }

  #found(sheet, row, field, filter) {
    if (filter) return this.say('filter_is', { text: filter });
    return this.entriesFor(sheet, row, field, '').length > FILTER_OVER ? this.say('filter') : '';
  }

  #empty() {
    this.box = null;
    this.finding.textContent = '';
    this.group.setAttribute('role', 'group');
    fill(this.heading, h('span', { class: 'hint' }, this.say('nothing_to_ask')));
    fill(this.late);
    fill(this.body);
    fill(this.extra);
  }

  #whereabouts(sheet, row) {
    if (!row.turn) return [h('strong', {}, this.say('whole'))];
    return [h('strong', {}, this.say('turn_of', { n: row.index + 1, of: sheet.dialogue.turns.length })), h('bdi', {}, speakersOf(sheet, row.turn))];
  }

  #head(field, isNeeded) {
    if (this.headed?.field === field && this.headed.isNeeded === isNeeded && this.heading.childNodes.length > 1) return;
    this.headed = { field, isNeeded };
    const need = h('span', { class: 'need' }, this.say(isNeeded ? 'required' : 'optional'));
    fill(this.heading, h('span', { class: 'asks' }, labelOf(field, this.language)), need);
  }

  #line(sheet, row, field) {
    const answer = summaryOf(sheet, row, field, sheet.label(row, field), this);
    const go = () => this.acts.go(row, field);
    return h(
      'button',
      { type: 'button', class: 'other', tabindex: '-1', onmousedown: keepFocus, onclick: go },
      h('span', { class: 'asks' }, labelOf(field, this.language)),
      h('bdi', { class: answer ? 'answer' : 'hint' }, answer ? answer.text : this.say(sheet.requires(row, field) ? 'required' : 'optional')),
    );
  }

  #drawEntries(sheet, row, field, label, cursor, filter) {
    this.box = null;
    const kind = kindOf(field);
    const entries = this.entriesFor(sheet, row, field, filter);
    this.group.setAttribute('role', kind.multiple ? 'group' : 'radiogroup');
    this.body.className = `options${kind.row ? ' points' : ''}`;
    if (!this.#standsAlready(field, entries)) this.#build(field, kind, entries);
    entries.forEach((entry, i) => this.#mark(this.nodes[i], kind.chosen(label, entry), i === cursor));
    if (cursor >= 0 && cursor < entries.length) this.group.setAttribute('aria-activedescendant', `option-${cursor}`);
    else this.group.removeAttribute('aria-activedescendant');
  }

  // From turn to turn the same options stand there: they are marked anew, not made anew.
  #standsAlready(field, entries) {
    return this.field === field && this.nodes?.[0]?.isConnected && entries.length === this.entries.length && entries.every((entry, i) => entry.id === this.entries[i].id);
  }

  #build(field, kind, entries) {
    const marks = marksOf(tokensFor(field, entries));
    Object.assign(this, { field, entries });
    this.nodes = entries.map((entry, i) => this.#option(entry, kind, marks.get(entry) || [], `option-${i}`));
    fill(this.body, this.#groups(entries, this.nodes), !entries.length && h('div', { class: 'hint' }, this.say('no_match')));
    if (kind.row) this.body.append(this.#anchors(entries));
  }

  #mark(node, chosen, active) {
    const name = `option${chosen ? ' chosen' : ''}${active ? ' at' : ''}`;
    if (node.className === name) return;
    node.className = name;
    node.setAttribute('aria-checked', String(chosen));
    const tick = node.querySelector('.tick');
    if (tick) tick.textContent = chosen ? '✓' : '';
  }

  // Options of one group stand under its name.
  #groups(entries, nodes) {
    return nodes.flatMap((node, i) => {
      const group = entries[i].group;
      const isNew = group && group !== entries[i - 1]?.group;
      return isNew ? [h('div', { class: 'group-name' }, group), node] : [node];
    });
  }

  #anchors(entries) {
    const named = entries.filter(entry => entry.anchor);
    if (!named.length) return h('span');
    const text = entry => labelOf({ id: '', label: asLabel(entry.anchor) }, this.language);
    return h('div', { class: 'anchors' }, named.map(entry => h('span', {}, h('b', {}, entry.id), ` ${text(entry)}`)));
  }

  #option(entry, kind, marks, id) {
    const name = labelOf(entry, this.language);
    const anchor = entry.anchor ? labelOf({ id: '', label: asLabel(entry.anchor) }, this.language) : '';
    return h(
      'button',
      {
        type: 'button',
        class: 'option',
        role: kind.multiple ? 'checkbox' : 'radio',
        id,
        tabindex: '-1',
        'aria-checked': 'false',
        'aria-label': anchor ? `${name}, ${anchor}` : name,
        'data-option': entry.id,
        title: anchor || undefined,
        style: entry.colour ? { '--option': entry.colour } : {},
        onmousedown: keepFocus,
        onclick: () => this.acts.pick(entry),
        onmouseenter: () => this.acts.hover(entry),
        onmouseleave: () => this.acts.hover(null),
      },
      kind.row ? null : h('span', { class: 'marks', 'aria-hidden': 'true' }, marks.map(key => h('kbd', {}, key))),
      h('span', { class: 'name' }, h('bdi', {}, name), entry.note ? h('span', { class: 'role' }, entry.note) : null),
      kind.row ? null : h('span', { class: 'tick', 'aria-hidden': 'true' }),
    );
  }

  #drawBox(sheet, row, field, label) {
    this.group.setAttribute('role', 'group');
    this.group.removeAttribute('aria-activedescendant');
    this.body.className = 'options';
    const key = `${sheet.id} ${row.index} ${field.id}`;
    if (this.box && this.boxKey === key) {
      if (!this.writing) this.box.value = this.#wordsIn(row, field, label);
      return;
    }
    this.boxKey = key;
    this.writing = false;
    this.box = h('textarea', {
      rows: '5',
      dir: 'auto',
      tabindex: '-1',
      'aria-label': labelOf(field, this.language),
      placeholder: this.say('write'),
      oninput: () => this.acts.typed(this.box.value),
      onfocus: () => (this.writing = true),
      onblur: () => this.#left(),
    });
    this.box.value = this.#wordsIn(row, field, label);
    fill(this.body, this.box, h('div', { class: 'hint' }, this.say('done_writing')));
  }

  #wordsIn(row, field, label) {
    return label?.state === 'value' ? label.value : kindOf(field).prefill(field, row.turn);
  }

  #left() {
    this.writing = false;
    this.acts.left();
  }

  #extras(sheet, row, field, label) {
    const can = answersBeside(field);
    const one = (state, key, act) =>
      h(
        'button',
        {
          type: 'button',
          class: `small${label?.state === state ? ' chosen' : ''}`,
          tabindex: '-1',
          'aria-pressed': String(label?.state === state),
          title: state === 'none' ? this.say('none_hint') : undefined,
          onmousedown: keepFocus,
          onclick: act,
        },
        h('kbd', { 'aria-hidden': 'true' }, key),
        this.say(state),
      );
    const problem = label?.status === 'unfinished' ? this.say(...label.problem) : null;
    const reason = label?.status === 'refused' ? this.say('refused_reason', { reason: label.reason }) : null;
    return [
      can.none && one('none', '0', this.acts.none),
      can.cannotTell && one('cannot_tell', '−', this.acts.cannotTell),
      (problem || reason) && h('div', { class: 'warning' }, problem || reason),
    ];
  }
}

// Which of the answers that are no labels a question takes. One needed option cannot be “none”: the scheme says there is one.
export function answersBeside(field) {
  const must = field.required === true && field.blank !== 'none';
  return { none: !must || (kindOf(field).multiple && !field.min), cannotTell: true };
}

function marksOf(tokens) {
  const marks = new Map();
  for (const [token, entry] of tokens) marks.set(entry, [...(marks.get(entry) || []), token].sort());
  return marks;
}

const fold = text => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
