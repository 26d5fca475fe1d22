// How long a turn was really in view: only while the page is visible.

export class Clock {
  constructor() {
    this.since = document.visibilityState === 'visible' ? performance.now() : null;
    this.spent = 0;
    document.addEventListener('visibilitychange', () => this.#turn());
  }

  // Milliseconds since the last answer, or since the turn came into view.
  take() {
    const spent = this.spent + (this.since === null ? 0 : performance.now() - this.since);
    this.restart();
    return Math.round(spent);
  }

  restart() {
    this.spent = 0;
    if (this.since !== null) this.since = performance.now();
  }

  #turn() {
    const now = performance.now();
    if (this.since !== null) this.spent += now - this.since;
    this.since = document.visibilityState === 'visible' ? now : null;
  }
}
