// Which part of the recording the time line shows, and where a moment lies on it.

const CLOSEST_S = 0.5;

export class View {
  constructor() {
    Object.assign(this, { length: 0, from: 0, to: 0, width: 1 });
  }

  // A new length shows all of it, unless somebody has come closer already.
  setLength(length) {
    if (length === this.length) return;
    const whole = this.isWhole;
    this.length = length;
    if (whole) this.show(0, length);
    else this.show(this.from, this.to);
  }

  get span() {
    return this.to - this.from;
  }

  get isWhole() {
    return this.span >= this.length - 1e-6;
  }

  get perPixel() {
    return this.span / this.width;
  }

  show(from, to) {
    const span = Math.min(Math.max(to - from, Math.min(CLOSEST_S, this.length)), this.length);
    this.from = Math.min(Math.max(from, 0), this.length - span);
    this.to = this.from + span;
  }

  // times: under 1 comes closer. The moment `at` stays where it is on the screen.
  zoom(times, at = (this.from + this.to) / 2) {
    const span = Math.max(this.span * times, CLOSEST_S);
    const share = this.span ? (at - this.from) / this.span : 0.5;
    this.show(at - share * span, at + (1 - share) * span);
  }

  pan(by) {
    this.show(this.from + by, this.to + by);
  }

  // Brings a moment into view, near the start, as a page is turned. Answers whether anything moved.
  reach(time) {
    if (time >= this.from && time <= this.to) return false;
    this.show(time - this.span * 0.05, time + this.span * 0.95);
    return true;
  }

  xOf(time) {
    return this.span ? ((time - this.from) / this.span) * this.width : 0;
  }

  timeAt(x) {
    return this.from + (x / this.width) * this.span;
  }
}

// Seconds between two marks of the ruler, so that they stand some 80 pixels apart.
export function rulerStep(perPixel) {
  const wanted = perPixel * 80;
  return RULER.find(step => step >= wanted) ?? RULER.at(-1);
}
const RULER = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200];
