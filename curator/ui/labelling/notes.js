// Comments and flags on turns (or on the whole conversation), beside the labels.

import { problemOf } from './api.js';
import { fill, h, uuid } from './dom.js';
import { clockOf } from './media/clock.js';
import { shortRowName, speakersOf } from './naming.js';
import * as storage from './storage.js';

const turnOf = row => row.turn?.id ?? '';

// What stands under a turn.
export function drawNotes(sheet, row, { say }) {
  if (!row.turn && row.group !== 'dialogue') return null;
  const notes = sheet.notes.filter(note => note.turn === turnOf(row));
  if (!notes.length) return null;
  return h(
    'div',
    { class: 'notes' },
    notes.map(note =>
      h(
        'div',
        { class: `note ${note.kind}`, 'data-note': note.id },
        h('span', { class: 'role' }, [say(note.kind === 'flag' ? 'flagged' : 'comment'), note.mine ? null : note.author].filter(Boolean).join(' · ')),
        note.text && h('bdi', { class: 'said-beside' }, note.text),
      ),
    ),
  );
}

export class Notes {
  // parts: {say, api, dialog, desk, rows, notice, status, session}
  constructor(parts) {
    Object.assign(this, parts);
  }

  // On or off, for the row in focus.
  async flag() {
    const { sheet, row } = this.desk;
    const mine = sheet.notes.find(note => note.mine && note.kind === 'flag' && note.turn === turnOf(row));
    const done = mine ? await this.#remove(sheet, mine) : await this.#add(sheet, row, 'flag', '');
    if (done) this.#say(this.say(mine ? 'unflagged' : 'flagged'));
  }

  comment() {
    const { say, dialog, desk } = this;
    const { sheet, row } = desk;
    const name = this.#draftOf(sheet, row);
    const box = h('textarea', { rows: '4', dir: 'auto', 'aria-label': say('comment'), oninput: () => storage.write(name, box.value) });
    box.value = storage.read(name, '');
    const problem = h('p', { class: 'warning', role: 'alert' });
    const save = async () => {
      if (!box.value.trim()) return;
      const { failed } = await this.#send(sheet, row, 'comment', box.value);
      problem.textContent = failed ?? '';
      if (failed !== null) return;
      storage.remove(name);
      dialog.close();
    };
    const repairs = this.#repairs(sheet, row, box);
    box.addEventListener('keydown', event => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
      const taken = event.altKey && repairs.find((_, i) => event.code === `Digit${i + 1}`);
      if (!taken) return;
      event.preventDefault();
      taken.click();
    });
    const kept = h('ul', { class: 'kept-notes' });
    const list = () => {
      const mine = sheet.notes.filter(note => note.mine && note.kind === 'comment' && note.turn === turnOf(row));
      fill(kept, mine.map(note => h('li', {}, h('bdi', {}, note.text), h('button', { type: 'button', class: 'small', onclick: () => this.#remove(sheet, note).then(list) }, say('note_remove')))));
    };
    list();
    const button = h('button', { type: 'button', class: 'primary', onclick: save }, say('comment_save'), h('kbd', { 'aria-hidden': 'true' }, 'Ctrl Enter'));
    dialog.open(`${say('comment')} · ${shortRowName(row, say)}`, h('div', { class: 'form' }, kept, repairs.length > 0 && h('div', { class: 'repairs', role: 'group', 'aria-label': say('repair_hint') }, h('span', { class: 'hint' }, say('repair_hint')), repairs), box, problem, button), { focus: box, small: true });
  }

  // What the scheme lets people correct in the transcript: each begins a line with what stands there now, which is then
  // written over. It stays a comment: the text is the same for everybody, and the lead decides.
  #repairs(sheet, row, box) {
    const { turn } = row;
    if (!turn) return [];
    const now = {
      speakers: speakersOf(sheet, turn),
      text: turn.text,
      start: typeof turn.start === 'number' ? clockOf(turn.start) : '',
      end: typeof turn.end === 'number' ? clockOf(turn.end) : '',
    };
    return (sheet.payload.schema.repairs ?? []).map((what, i) => {
      const begin = () => {
        const line = this.say('repair_line', { what: this.say(`repair_${what}`), now: now[what] ?? '' });
        box.value = [box.value.trimEnd(), line].filter(Boolean).join('\n');
        box.dispatchEvent(new Event('input'));
        box.focus();
        box.setSelectionRange(box.value.length - (now[what] ?? '').length, box.value.length);
      };
      return h('button', { type: 'button', class: 'small', 'data-repair': what, onclick: begin }, h('kbd', { 'aria-hidden': 'true' }, `Alt ${i + 1}`), this.say(`repair_${what}`));
    });
  }

  #draftOf(sheet, row) {
    const { workspace, person, project } = this.session;
    return `curator/note/${[workspace, person, project, sheet.id, turnOf(row)].map(encodeURIComponent).join('/')}`;
  }

  async #add(sheet, row, kind, text) {
    const { failed } = await this.#send(sheet, row, kind, text);
    if (failed !== null) this.#say(failed);
    return failed === null;
  }

  // {failed: null | why not}
  async #send(sheet, row, kind, text) {
    const answer = await this.api.addNote({ dialogue: sheet.id, turn: turnOf(row), kind, text, id: uuid() });
    if (answer.status !== 200) return { failed: this.say('note_failed', { problem: problemOf(answer) || this.say('no_answer') }) };
    sheet.notes = [...sheet.notes, answer.data.note];
    this.rows.refresh(row.index);
    return { failed: null };
  }

  async #remove(sheet, note) {
    const answer = await this.api.removeNote(note.id);
    if (answer.status !== 200) {
      this.#say(this.say('note_failed', { problem: problemOf(answer) || this.say('no_answer') }));
      return false;
    }
    sheet.notes = sheet.notes.filter(one => one.id !== note.id);
    this.rows.refreshAll();
    return true;
  }

  #say(words) {
    this.notice.show(words);
    this.status.announce(words);
  }
}
