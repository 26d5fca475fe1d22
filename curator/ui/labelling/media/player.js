// Our own <audio> or <video>: plays a turn exactly, loops it, moves the current turn along. Whatever is wrong with the file
// is said in words; nothing here ever throws at the page, because labelling goes on without a recording.

import { h } from '../dom.js';
import { Captions } from './captions.js';
import { clamp, exact } from './segments.js';
import { Trouble } from './trouble.js';
import { SPEEDS, Transport } from './transport.js';
import { TurnTimes } from './turntimes.js';

const STEP_S = 0.1;
const FRAME_S = 1 / 30; // until the pictures themselves have told how long each lasts
const FAR_S = 1e7; // beyond the end of any recording
const CUE = 0.05; // so near its start, a turn need not be looked for again
const CUE_MS = 120; // walking through turns at rest does not make the file jump at every key

export class Player {
  // media: [{id, kind, url, missing}]; turns: [{id, text, speakers, start, end}]; nameOf(speaker id); keys: {act: key} to
  // show. acts: followed(turn id), kept(settings), told(words). settings: {speed, volume, subtitles, follow};
  // subtitles null: under a picture yes, under sound alone no (there the text is beside it).
  constructor({ say, media = [], turns = [], nameOf = id => id, keys = {}, acts = {}, settings = {} }) {
    Object.assign(this, { say, media, given: acts });
    this.settings = { speed: 1, volume: 1, subtitles: null, follow: true, ...settings };
    this.times = new TurnTimes(turns);
    this.watchers = new Set();
    this.turn = null; // id of the current turn
    this.clip = null; // {start, end} that is played now and no further
    this.loop = false;
    this.acts = this.#acts();
    this.captions = new Captions({ nameOf });
    this.trouble = new Trouble({ say, again: () => this.#again(), told: words => acts.told?.(words) });
    this.transport = new Transport({ say, keys, media, player: this });
    this.screen = h('div', { class: 'screen' });
    this.element = h('section', { class: 'player', 'aria-label': say('media_region') }, this.screen, this.trouble.element, this.transport.element);
    this.open(Math.max(0, media.findIndex(one => !one.missing)));
  }

  // The named acts of the board's key table. Each answers whether it could do anything.
  #acts() {
    return {
      media_play: () => this.toggle(),
      media_turn: () => this.playTurn(),
      media_loop: () => this.setLoop(!this.loop),
      media_back: () => this.step(-STEP_S),
      media_on: () => this.step(STEP_S),
      media_frame_back: () => this.frame(-1),
      media_frame_on: () => this.frame(1),
      media_slower: () => this.#faster(-1),
      media_faster: () => this.#faster(1),
      media_follow: () => this.set({ follow: !this.settings.follow }),
      media_subtitles: () => this.set({ subtitles: !this.subtitled }),
    };
  }

  // --- the file -----------------------------------------------------------------------------------------------------
  // Takes up one of the recordings, at the time where the other one was.
  open(index, at = this.now) {
    this.#release();
    const one = this.media[index];
    this.index = index;
    this.isVideo = one?.kind === 'video';
    if (one && !one.missing) {
      this.node = h(this.isVideo ? 'video' : 'audio', { preload: 'metadata', playsinline: true, disableremoteplayback: true });
      this.node.addEventListener('click', () => this.toggle());
      for (const name of HEARD) this.node.addEventListener(name, event => event.target === this.node && this.#heard(name));
      this.#watchFrames();
      this.node.src = one.url;
      if (at) this.node.currentTime = at;
    }
    this.screen.replaceChildren(...(this.isVideo && this.node ? [this.node] : []), this.captions.element);
    this.screen.classList.toggle('has-picture', Boolean(this.isVideo && this.node));
    this.screen.hidden = !this.node;
    this.transport.element.hidden = !this.node && this.media.length < 2; // nothing there that could be pressed
    this.trouble.watch(this.node, one);
    this.set({});
  }

  #release() {
    if (!this.node) return;
    const { node } = this;
    this.#uncue();
    this.measuring = undefined;
    this.node = null;
    node.pause();
    node.removeAttribute('src');
    node.load(); // or the browser goes on loading it
    node.remove();
  }

  close() {
    this.#release();
    this.trouble.close();
    cancelAnimationFrame(this.ticking);
    clearTimeout(this.ending);
    this.watchers.clear();
  }

  #again() {
    this.open(this.index, this.now);
  }

  // --- where it is --------------------------------------------------------------------------------------------------
  get now() {
    if (!this.node) return 0;
    return this.cued ?? this.measuring ?? this.node.currentTime;
  }

  // Seconds; the end of the last turn while the file has not told its own.
  get length() {
    const told = this.node?.duration;
    return Number.isFinite(told) && told > 0 ? told : (this.times.latest.at(-1) ?? 0);
  }

  get playing() {
    return Boolean(this.node) && !this.node.paused && !this.node.ended;
  }

  // watcher(now) hears of every change of the time; the answer ends it.
  watch(watcher) {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  // --- moving -------------------------------------------------------------------------------------------------------
  // keep: whether what is being looped goes on being looped, although the time is elsewhere.
  seek(time, { keep = false } = {}) {
    if (!this.node) return false;
    this.#uncue();
    if (!keep && this.clip && (time < this.clip.start || time >= this.clip.end)) this.clip = null;
    if (this.measuring !== undefined) this.measuring = clamp(time);
    else this.node.currentTime = clamp(time, Number.isFinite(this.node.duration) ? this.node.duration : undefined);
    this.#moved();
    return true;
  }

  // Seeks once the walking through turns has come to rest; what asks for the time is told the new one already.
  #cue(time) {
    this.#uncue();
    this.cued = time;
    this.cueing = setTimeout(() => this.seek(time), CUE_MS);
    this.#moved();
  }

  #uncue() {
    clearTimeout(this.cueing);
    this.cued = undefined;
  }

  step(by) {
    if (!this.node) return false;
    this.pause();
    return this.seek(exact(this.now + by));
  }

  // One picture on or back: aimed at the middle of the picture, where rounding cannot show its neighbour.
  frame(direction) {
    if (!this.isVideo || !this.node?.requestVideoFrameCallback) return this.step(direction * 0.01);
    this.pause();
    const span = this.frameSpan ?? FRAME_S;
    const shown = this.cued ?? this.shown ?? this.now;
    return this.seek(Math.max(0, shown + (direction > 0 ? 1.5 : -0.5) * span));
  }

  #watchFrames() {
    const node = this.node;
    this.shown = this.frameSpan = undefined;
    if (!node.requestVideoFrameCallback) return;
    let last;
    const look = (_now, { mediaTime, presentedFrames }) => {
      if (node !== this.node) return;
      const span = mediaTime - (last?.mediaTime ?? Infinity);
      if (last && !node.paused && presentedFrames === last.presentedFrames + 1 && span > 0.004) {
        this.frameSpan = Math.min(this.frameSpan ?? FRAME_S * 3, span);
      }
      last = { mediaTime, presentedFrames };
      this.shown = mediaTime;
      node.requestVideoFrameCallback(look);
    };
    node.requestVideoFrameCallback(look);
  }

  // --- playing ------------------------------------------------------------------------------------------------------
  toggle() {
    if (!this.node) return false;
    if (this.playing) this.pause();
    else this.#play();
    return true;
  }

  pause() {
    this.node?.pause();
  }

  #play() {
    if (this.node.ended) this.seek(0);
    else if (this.cued !== undefined) this.seek(this.cued);
    this.node.play().catch(error => {
      if (error.name === 'NotAllowedError') this.trouble.tell('media_blocked');
    }); // what else goes wrong comes as an `error` event
  }

  // From its start to its end, again and again while the loop is on.
  playTurn(id = this.turn) {
    if (!this.node) return false;
    const bounds = this.times.bounds(id);
    if (!bounds || (Number.isFinite(this.node.duration) && bounds.start >= this.node.duration)) {
      this.trouble.pass(bounds ? 'media_beyond' : 'media_no_times');
      return false;
    }
    return this.playStretch(bounds.start, bounds.end, { turn: id });
  }

  playStretch(start, end, { turn = null } = {}) {
    if (!this.node) return false;
    this.clip = { start, end, turn };
    this.seek(start, { keep: true });
    this.#play();
    return true;
  }

  // On: what is being played, else the current turn, comes again and again. Off: it is played to its end.
  setLoop(on) {
    this.loop = on;
    this.transport.draw();
    if (on && this.node && !(this.playing && this.clip)) this.playTurn();
    return Boolean(this.node);
  }

  // The page's current turn is another one. Played turn by turn, that turn comes next; at rest, the recording waits there.
  setTurn(id) {
    if (id === this.turn) return;
    this.turn = id;
    const bounds = this.times.bounds(id);
    if (!bounds || !this.node) return;
    const inside = this.now >= bounds.start - CUE && this.now < bounds.end;
    if (this.playing && this.clip?.turn) this.playTurn(id);
    else if (!inside && !this.playing) this.#cue(bounds.start);
    else if (!inside && this.settings.follow) this.seek(bounds.start);
  }

  get subtitled() {
    return this.settings.subtitles ?? this.isVideo;
  }

  // --- settings -----------------------------------------------------------------------------------------------------
  set(change) {
    Object.assign(this.settings, change);
    const { speed, volume } = this.settings;
    if (this.node) {
      this.node.defaultPlaybackRate = this.node.playbackRate = speed;
      this.node.volume = volume;
    }
    this.captions.show(this.subtitled);
    this.transport.draw();
    this.#moved();
    if (Object.keys(change).length) this.given.kept?.({ ...this.settings });
    return true;
  }

  #faster(direction) {
    const at = SPEEDS.indexOf(this.settings.speed);
    const next = SPEEDS[(at < 0 ? SPEEDS.indexOf(1) : at) + direction];
    return next === undefined ? false : this.set({ speed: next });
  }

  // --- following the file -------------------------------------------------------------------------------------------
  #heard(name) {
    if (name === 'loadedmetadata' && this.node.duration === Infinity) this.#measure();
    if (name === 'play') this.#tick();
    if (name === 'ended') this.#ended();
    this.transport.draw();
    this.#moved();
  }

  // The recording may end before the turn does.
  #ended() {
    if (this.clip && this.loop) this.playStretch(this.clip.start, this.clip.end, this.clip);
    else this.clip = null;
  }

  // A file that a browser recorded does not say how long it is: its end has to be looked for once.
  #measure() {
    const node = this.node;
    this.measuring = node.currentTime;
    const found = () => {
      if (node.duration === Infinity && node.currentTime < FAR_S / 2 && node.seeking) return;
      node.removeEventListener('durationchange', found);
      node.removeEventListener('seeked', found);
      const back = this.measuring;
      this.measuring = undefined;
      if (node === this.node) this.seek(back, { keep: true });
    };
    node.addEventListener('durationchange', found);
    node.addEventListener('seeked', found);
    node.currentTime = FAR_S;
  }

  #tick = () => {
    cancelAnimationFrame(this.ticking);
    if (!this.playing) return;
    this.ticking = requestAnimationFrame(this.#tick);
    this.#moved();
  };

  #moved() {
    this.#keepInClip();
    const now = this.now;
    this.captions.draw(this.times.during(now));
    this.transport.time(now, this.length);
    if (this.playing && !this.clip && this.settings.follow) this.#follow(now);
    for (const watcher of this.watchers) watcher(now);
  }

  #follow(now) {
    const turn = this.times.at(now);
    if (!turn || turn.id === this.turn) return;
    this.turn = turn.id;
    this.given.followed?.(turn.id);
  }

  // Frames come too seldom (and not at all in a hidden tab) to stop in time: a timer waits for the end as well.
  #keepInClip() {
    clearTimeout(this.ending);
    if (!this.clip || !this.playing || this.node.seeking) return;
    const left = Math.min(this.clip.end, this.node.duration || Infinity) - this.node.currentTime;
    if (left > 0.005) {
      this.ending = setTimeout(() => this.#moved(), (left / this.settings.speed) * 1_000);
      return;
    }
    const { start, end } = this.clip;
    if (this.loop) {
      this.node.currentTime = start;
      return;
    }
    this.pause();
    this.clip = null;
    this.node.currentTime = Math.min(end, this.length);
  }
}

const HEARD = ['loadedmetadata', 'durationchange', 'play', 'pause', 'seeking', 'seeked', 'ended', 'timeupdate', 'ratechange', 'emptied'];
