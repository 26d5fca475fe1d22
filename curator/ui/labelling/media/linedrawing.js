// The picture of the time line: ruler, sound, a lane for each speaker, and a track for each question of the recording.
// Only what lies in view is looked at, and what is narrower than a pixel is drawn as one.

import { clockOf } from './clock.js';
import { rangeOf } from './waveform.js';
import { rulerStep } from './view.js';

export const RULER = 18;
const WAVE = 40;
const LANE = 12;
const TRACK = 22;
const GAP = 3;
const MOST_LANES = 6; // more speakers than that share the last lane
const HUES = [245, 55, 330, 145, 295, 95]; // those of the conversation's rows
const TRACK_HUES = [200, 30, 120, 275, 350, 75, 165, 235, 315, 10];

// Where everything stands, from the top: {wave, lanes: Map(speaker -> y), tracks: [y], height}.
export function layOut(speakers, tracks, hasWave) {
  let y = RULER;
  const wave = hasWave ? y : null;
  if (hasWave) y += WAVE + GAP;
  const lanes = new Map(speakers.map((speaker, index) => [speaker, y + Math.min(index, MOST_LANES - 1) * (LANE + GAP)]));
  y += Math.min(speakers.length, MOST_LANES) * (LANE + GAP);
  const places = tracks.map((_, index) => y + GAP + index * (TRACK + GAP));
  return { wave, lanes, tracks: places, height: y + tracks.length * (TRACK + GAP) + GAP };
}

export const laneHeight = LANE;
export const trackHeight = TRACK;

// An option's own colour, else one by its place.
export const colourOf = (track, label, depth) => {
  const index = track.options.findIndex(option => option.id === label);
  return track.options[index]?.colour || `oklch(${depth} 0.1 ${TRACK_HUES[Math.max(0, index) % TRACK_HUES.length]})`;
};

export class LineDrawing {
  // colours: {ink, soft, line, paper, accent, depth}
  constructor(canvas, view, colours) {
    Object.assign(this, { view, colours });
    this.pen = canvas.getContext('2d');
  }

  // shown: {place (of layOut), peaks, turns: [{turn, start, end}], speakers, current (turn id), tracks: [{…, shown}], chosen}
  draw(shown) {
    const { pen, view, colours } = this;
    pen.clearRect(0, 0, view.width, shown.place.height);
    pen.font = '11px system-ui, sans-serif';
    pen.textBaseline = 'middle';
    this.#ruler(shown.place.height);
    if (shown.peaks) this.#wave(shown.peaks, shown.place.wave);
    shown.turns.forEach(one => this.#turn(one, shown));
    shown.tracks.forEach((track, index) => {
      pen.fillStyle = colours.wash;
      pen.fillRect(0, shown.place.tracks[index], view.width, TRACK);
      track.shown.forEach(item => this.#item(track, item, shown.place.tracks[index], shown.chosen));
    });
  }

  #ruler(height) {
    const { pen, view, colours } = this;
    const step = rulerStep(view.perPixel);
    pen.textAlign = 'start';
    for (let mark = Math.ceil(view.from / step); mark * step <= view.to; mark += 1) {
      const x = Math.round(view.xOf(mark * step)) + 0.5;
      pen.fillStyle = colours.line;
      pen.fillRect(x, 0, 1, height);
      pen.fillStyle = colours.soft;
      pen.fillText(clockOf(mark * step, step < 0.1 ? 2 : step < 1 ? 1 : 0), x + 4, RULER / 2);
    }
  }

  #wave(peaks, top) {
    const { pen, view, colours } = this;
    pen.fillStyle = colours.wave;
    const middle = top + WAVE / 2;
    for (let x = 0; x < view.width; x += 1) {
      const [low, high] = rangeOf(peaks, view.timeAt(x), view.timeAt(x + 1));
      pen.fillRect(x, middle - high * (WAVE / 2), 1, Math.max(1, (high - low) * (WAVE / 2)));
    }
  }

  #turn({ turn, start, end }, { place, speakers, current }) {
    const { pen, view, colours } = this;
    const [x, width] = [view.xOf(start), Math.max(1, view.xOf(end) - view.xOf(start) - 0.5)];
    for (const speaker of turn.speakers) {
      const hue = HUES[speakers.indexOf(speaker) % HUES.length];
      const y = place.lanes.get(speaker);
      pen.fillStyle = turn.id === current ? colours.accent : `oklch(${colours.depth} 0.085 ${hue} / 65%)`;
      pen.fillRect(x, y, width, LANE);
      if (turn.id !== current) continue;
      pen.fillRect(x, RULER - 3, Math.max(2, width), 3); // also where it is narrow, and not by colour alone
    }
  }

  #item(track, item, y, chosen) {
    const { pen, view, colours } = this;
    const [x, right] = [Math.max(-2, view.xOf(item.start)), Math.min(view.width + 2, view.xOf(item.end))];
    const width = Math.max(1, right - x - 1);
    pen.fillStyle = colourOf(track, item.label, colours.depth);
    pen.globalAlpha = 0.42; // words on it stay legible, whatever colour an option has
    pen.fillRect(x, y, width, TRACK);
    pen.globalAlpha = 1;
    if (track.kind === 'segments') {
      pen.fillRect(x, y + TRACK - 3, width, 3);
    } else if (item.id !== null) {
      pen.fillStyle = colours.ink;
      pen.fillRect(x, y, 1.5, TRACK);
    }
    if (item.id !== null && item.id === chosen) {
      pen.strokeStyle = colours.ink;
      pen.lineWidth = 2;
      pen.strokeRect(x + 1, y + 1, Math.max(1, width - 2), TRACK - 2);
    }
    if (width > 26) this.#words(track.nameOf(item.label), x + 5, y + TRACK / 2, width - 8);
  }

  #words(text, x, y, room) {
    const { pen, colours } = this;
    pen.save();
    pen.beginPath();
    pen.rect(x, y - TRACK / 2, room, TRACK);
    pen.clip();
    pen.fillStyle = colours.ink;
    pen.fillText(text, x, y);
    pen.restore();
  }
}
