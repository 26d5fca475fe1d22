// What goes on around the answers: the list of conversations, comments and flags, passing over, finding, filtering, saying
// the last answer again, own keys, and word from other tabs.

import { Bindings } from './bindings.js';
import { Conversations } from './conversations.js';
import { Dialog } from './dialog.js';
import { kindOf } from './fields/index.js';
import { Filters } from './filters.js';
import { Notes } from './notes.js';
import { Notice } from './notice.js';
import { Search } from './search.js';
import { Skipping } from './skipping.js';
import { contextOf } from './summary.js';
import { OtherTabs } from './tabs.js';

const idOf = item => (item !== null && typeof item === 'object' ? item.option : item);

export class Flow {
  // board: {say, api, session, desk, rows, status, question, sheet}; acts: {open(id), next(id|null), changed(), painted()}
  constructor(board, acts) {
    Object.assign(this, { board, acts, say: board.say });
    const { say, api, session, desk, rows, status, question } = board;
    const sheet = () => board.sheet;
    const closed = () => question.focus();
    this.notice = new Notice();
    this.dialog = new Dialog({ say, closed });
    const { dialog, notice } = this;
    this.conversations = new Conversations({ say, dialog, acts: { work: () => api.work(), here: () => board.sheet?.id, open: acts.open } });
    this.notes = new Notes({ say, api, dialog, desk, rows, notice, status, session });
    this.skipping = new Skipping({ say, api, dialog, notice, sheet, flush: () => desk.saveText(), gone: acts.next });
    this.search = new Search({ say, desk, closed });
    this.filters = new Filters({
      say,
      session,
      acts: { sheet, closed, changed: (hidden, context) => this.#show(hidden, context), nothing: () => notice.show(say('filter_nothing')) },
    });
    this.bindings = new Bindings({ say, dialog, session, sheet, changed: acts.painted });
    this.tabs = new OtherTabs({ session, changed: acts.changed });
    Object.assign(desk.acts, this.#commands());
  }

  #commands() {
    return {
      conversations: () => this.conversations.open(),
      comment: () => this.notes.comment(),
      flag: () => this.notes.flag(),
      skip: () => this.skipping.ask(),
      search: () => this.search.open(),
      filters: () => this.filters.focus(),
      repeat: () => this.repeat(),
      bindings: () => this.bindings.open(),
    };
  }

  open(sheet) {
    this.search.close();
    this.tabs.at(sheet.id);
    this.skipping.draw();
  }

  // Once the conversation stands there.
  opened(sheet) {
    this.filters.open(sheet);
  }

  close() {
    this.tabs.close();
  }

  #show(hidden, context) {
    const { sheet, rows, desk } = this.board;
    sheet.hidden = hidden;
    rows.only(hidden, context);
    const row = desk.row.index;
    if (!hidden.has(row)) return;
    const shown = sheet.rows.filter(one => !hidden.has(one.index));
    const to = shown.find(one => one.index > row) ?? shown.at(-1);
    if (to) desk.goTo(to);
  }

  // The answer given last to this question (anywhere in the conversation), once more here.
  repeat() {
    const { desk, sheet } = this.board;
    const { cell, answering } = desk;
    if (!cell || answering.isClosed()) return;
    const last = sheet.given.get(cell.field.id);
    const offered = new Set(kindOf(cell.field).entries(cell.field, contextOf(sheet, cell)).map(entry => String(entry.id)));
    const fits = last && (last.state !== 'value' || [last.value].flat().every(item => offered.has(String(idOf(item)))));
    if (fits) answering.put(last.state, last.value, { goOn: desk.auto });
    else this.notice.show(this.say('nothing_to_repeat'));
  }
}
