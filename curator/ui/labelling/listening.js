// Keys and events of the page, for the labelling page: what is pressed in it, and what nobody else wants.

export class Listening {
  // board: {root, desk, question, rows, side, work, help, flow, sheet, place, say, fit()}
  constructor(board) {
    this.board = board;
    this.stray = event => this.#stray(event);
    this.leave = () => this.left();
    this.resized = () => board.fit();
    board.root.addEventListener('keydown', event => this.#pressed(event));
    board.root.addEventListener('pointerdown', event => this.#pointed(event), true);
    addEventListener('keydown', this.stray, true);
    addEventListener('pagehide', this.leave);
    addEventListener('resize', this.resized);
    document.addEventListener('visibilitychange', this.leave);
  }

  close() {
    removeEventListener('keydown', this.stray, true);
    removeEventListener('pagehide', this.leave);
    removeEventListener('resize', this.resized);
    document.removeEventListener('visibilitychange', this.leave);
  }

  // The page is left: what is half written is kept.
  left() {
    if (!this.board.sheet) return;
    this.board.desk.saveText();
    this.board.place.flush();
  }

  get #isCovered() {
    const { help, flow } = this.board;
    return !help.element.hidden || flow.dialog.isOpen;
  }

  #pressed(event) {
    event.stopPropagation(); // Streamlit's own r and c must not fire
    if (this.#isCovered) return;
    const { desk, question, side, rows } = this.board;
    const at = event.composedPath()[0];
    const isBox = at === question.box;
    const isControl = !isBox && at.matches('button, a, input, select') && [' ', 'Enter', 'Tab'].includes(event.key);
    if (!isBox && at.matches('input, textarea, select')) {
      if (desk.host.isIn(at) && desk.host.key(event)) event.preventDefault();
      return; // a box keeps its keys
    }
    if (isControl || (event.key === 'Tab' && !side.contains(at) && !rows.inner.contains(at))) return;
    if (isBox ? desk.keys.inBox(event) : desk.keys.press(event)) event.preventDefault();
    else if (!isBox) this.#nothing(event);
  }

  // Somebody goes on by mouse: digits are for what comes next, no more for how sure the entry before is.
  #pointed(event) {
    const { desk, question } = this.board;
    if (desk.follow?.item && !event.composedPath().includes(question.after)) desk.follow.active = false;
  }

  // A click on the page's margin leaves the keyboard with nobody: it is still meant for the conversation.
  #stray(event) {
    const { root, sheet, work, question, desk } = this.board;
    const nobody = document.activeElement === document.body || document.activeElement === null;
    if (!nobody || !root.isConnected || !sheet || work.hidden || event.key === 'Tab' || this.#isCovered) return;
    question.focus();
    if (!desk.keys.press(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  // A letter, digit or sign that does nothing here gets a small word, so that nobody thinks it was taken.
  #nothing(event) {
    const { sheet, work, flow, say } = this.board;
    const isSign = [...event.key].length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isSign && !event.isComposing && !event.repeat && sheet && !work.hidden) flow.notice.show(say('means_nothing', { key: event.key }));
  }
}
