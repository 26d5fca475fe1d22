// The options of the question in focus. From turn to turn the same options stand there: they are marked anew, not made
// anew.

import { fill, h, keepFocus } from './dom.js';
import { kindOf } from './fields/index.js';
import { asLabel } from './fields/scale.js';
import { tokensFor } from './keys.js';
import { labelOf } from './words.js';

export class Options {
  // holder: the element that has the keyboard; acts: {pick(entry), hover(entry|null)}
  constructor({ say, language, acts, body, holder }) {
    Object.assign(this, { say, language, acts, body, holder });
  }

  draw(field, entries, { label, proposal, carried, cursor }) {
    const kind = kindOf(field);
    this.holder.setAttribute('role', kind.multiple ? 'group' : 'radiogroup');
    this.body.className = `options${kind.row ? ' points' : ''}`;
    if (!this.#standsAlready(field, entries)) this.#build(field, kind, entries);
    const maybe = proposal ? { state: 'value', ...proposal } : null;
    entries.forEach((entry, i) => {
      const chosen = kind.chosen(label, entry);
      const pale = !chosen && (kind.chosen(carried, entry) ? 'held' : kind.chosen(maybe, entry) ? 'proposed' : '');
      this.#mark(this.nodes[i], { chosen, pale, active: i === cursor, note: kind.noteOf?.(label, entry) ?? '' });
    });
    if (cursor >= 0 && cursor < entries.length) this.holder.setAttribute('aria-activedescendant', `option-${cursor}`);
    else this.holder.removeAttribute('aria-activedescendant');
  }

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

  #mark(node, { chosen, pale, active, note }) {
    const name = `option${chosen ? ' chosen' : ''}${pale ? ` ${pale}` : ''}${active ? ' at' : ''}`;
    const tick = node.querySelector('.tick');
    const text = chosen ? note || '✓' : '';
    if (tick && tick.textContent !== text) tick.textContent = text;
    if (node.className === name) return;
    node.className = name;
    node.setAttribute('aria-checked', String(chosen));
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
    const name = entry.isNew ? this.say('new_option', { name: entry.id }) : labelOf(entry, this.language);
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
}

function marksOf(tokens) {
  const marks = new Map();
  for (const [token, entry] of tokens) marks.set(entry, [...(marks.get(entry) || []), token].sort());
  return marks;
}

// Entries as they are shown now: all, or those that match what was typed. Where options are open, what was typed is one.
export function entriesFor(field, context, filter, language) {
  const kind = kindOf(field);
  const all = kind.entries(field, context);
  if (!filter) return all;
  if (kind.typed) return kind.typed(filter, field);
  const wanted = fold(filter.trim());
  const names = new Map(all.map(entry => [entry, fold(labelOf(entry, language))]));
  const begins = all.filter(entry => names.get(entry).split(/\s+/).some(word => word.startsWith(wanted)));
  const found = [...begins, ...all.filter(entry => !begins.includes(entry) && names.get(entry).includes(wanted))];
  const isKnown = all.some(entry => names.get(entry) === wanted || fold(entry.id) === wanted);
  return field.open && wanted && !isKnown ? [...found, { id: filter.trim(), label: {}, isNew: true }] : found;
}

const fold = text => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
