// What a key does at the conversation: first the small question below an answer, then the kind's own surface, then a table
// of people, then what the key means anywhere.

import { gridOf, stepIn } from './grid.js';
import { digitOf, meaningOf, tokensFor } from './keys.js';

const WAYS = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);
const isPlain = event => !event.ctrlKey && !event.metaKey && !event.altKey;

export class Pressing {
  constructor(desk) {
    this.desk = desk;
    this.leads = false; // after the comma: the next letter is a command
    this.wrong = null; // the letter after it that is none
    this.leaving = false; // after Esc: the next Tab is the browser's
  }

  // Returns whether the key meant something here.
  press(event) {
    const { desk } = this;
    if (event.isComposing || event.key === 'Process' || !desk.sheet) return false;
    if (!this.leads && !event.repeat && this.#followKey(event)) return true;
    if (!this.leads && desk.host.key(event)) return true;
    if (this.#gridKey(event)) return true;
    if (this.leads && this.#leadKey(event)) return true;
    const meaning = this.#meaningOf(event);
    if (!meaning) return false;
    if (this.leads) this.#endLead();
    if (meaning.name.startsWith('field_') && !this.#mayWalk(meaning.name === 'field_next' ? 1 : -1)) return false;
    // A key held down walks; it does not answer or take back again and again.
    if (event.repeat && !/next|previous|filter|media/.test(meaning.name)) return true;
    if (meaning.name === 'next_open' && event.repeat) return true;
    if (desk.acts[meaning.name]) desk.acts[meaning.name](meaning);
    else desk.media?.act(meaning.name);
    return true;
  }

  #meaningOf(event) {
    const { finder, field, claimed, media } = this.desk;
    const { filter, many } = finder;
    const tokens = field ? tokensFor(field, finder.entries()) : new Map();
    return meaningOf(event, { field, many, tokens, filter, leader: this.leads, claimed, media: Boolean(media?.recording) });
  }

  // While a small question stands below the answer, digits answer it; any other key lets it be.
  #followKey(event) {
    const { desk } = this;
    if (!desk.follow?.active || !isPlain(event)) return false;
    const digit = digitOf(event);
    const entry = digit && desk.follow.entries.find(one => one.key === digit);
    if (entry) {
      entry.take();
      return true;
    }
    const { goOn, item } = desk.follow;
    if (item ? MODIFIERS.has(event.key) : !['Enter', 'Escape', 'Tab', 'ArrowDown', 'ArrowUp'].includes(event.key)) return false;
    desk.follow = null;
    if (item) desk.drawQuestion(); // the next entry is begun
    if (event.key !== 'Enter' && event.key !== 'Escape') return false;
    if (event.key === 'Escape' || !goOn || !desk.walking.goOn()) desk.drawQuestion();
    return true;
  }

  // In a table of people arrows go from place to place; at its edge they are what they always are.
  #gridKey(event) {
    const { desk } = this;
    const way = WAYS[event.key];
    if (!way || this.leads || desk.finder.filter || !isPlain(event) || event.shiftKey) return false;
    const grid = gridOf(desk.sheet, desk.cell);
    const beside = grid && stepIn(grid, desk.cell, way);
    if (beside) desk.go(desk.row, beside);
    return Boolean(beside) || Boolean(grid && (way === 'left' || way === 'right'));
  }

  #noCommand(key) {
    this.wrong = key;
    this.desk.status.announce(this.desk.say('no_command', { key }));
    this.desk.changed();
  }

  lead() {
    this.leads = true;
    this.wrong = null;
    this.desk.status.announce(this.desk.say('command'));
    this.desk.changed();
  }

  // After the comma: a letter that is no command says so and changes nothing, Esc leaves, any key but a letter ends it and
  // means what it always does.
  #leadKey(event) {
    if (MODIFIERS.has(event.key)) return true;
    if (event.key !== 'Escape' && this.#meaningOf(event)) return false;
    const isSign = [...event.key].length === 1;
    if (!isSign) this.#endLead();
    else this.#noCommand(event.key);
    return isSign || event.key === 'Escape';
  }

  #endLead() {
    this.leads = false;
    this.desk.changed();
  }

  escape() {
    const { desk } = this;
    const { finder } = desk;
    if (desk.submit.cancel()) return;
    if (finder.filter || finder.cursor >= 0 || desk.asking) {
      finder.clear();
      desk.asking = null;
      desk.drawQuestion();
    } else {
      this.leaving = true;
      desk.status.announce(desk.say('leave'));
    }
  }

  // After Esc, and past the last question, Tab belongs to the browser: nobody is caught in here.
  #mayWalk(way) {
    if (!this.leaving) return this.desk.walking.mayWalk(way);
    this.leaving = false;
    return false;
  }

  // Keys while somebody writes in the box. Returns whether the key was ours.
  inBox(event) {
    const { desk } = this;
    if (event.isComposing) return false;
    const goes = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (event.key !== 'Escape' && event.key !== 'Tab' && !goes) return false;
    desk.question.writing = false;
    desk.saveText();
    if (event.key === 'Tab') desk.walking.walk(event.shiftKey ? -1 : 1);
    else if (goes) desk.answering.asksBeforeLeaving() ? desk.drawQuestion() : desk.walking.goOn();
    desk.question.focus();
    return true;
  }
}
