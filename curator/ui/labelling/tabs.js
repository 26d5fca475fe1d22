// Word between the tabs of one person at one task: an answer was stored, so the others are out of date.

const TOGETHER_MS = 250;

export class OtherTabs {
  // changed(): another tab has stored something in the conversation that is open here.
  constructor({ session: { workspace, person, project, task }, changed }) {
    this.changed = changed;
    this.channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`curator/${JSON.stringify([workspace, person, project, task])}`);
    this.channel?.addEventListener('message', ({ data }) => this.#heard(data));
  }

  // What is open here.
  at(dialogue) {
    this.dialogue = dialogue;
  }

  tell(dialogue) {
    this.channel?.postMessage({ dialogue });
  }

  // Several answers one after the other are one piece of news.
  #heard({ dialogue }) {
    if (dialogue !== this.dialogue) return;
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.changed(), TOGETHER_MS);
  }

  close() {
    clearTimeout(this.soon);
    this.channel?.close();
  }
}
