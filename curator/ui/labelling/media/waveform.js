// The shape of a recording's sound: the loudest and the deepest point of every fiftieth of a second. The browser decodes
// the file beside the page's own work; long and large files are left alone, for they are held in memory meanwhile.

export const PEAKS_A_SECOND = 50;
const MOST_BYTES = 100e6;
const MOST_SECONDS = 30 * 60;
const RATE = 8_000; // decoded no finer than needed: half an hour is 60 MB a channel, at 48,000 it would be 345
const SLICE_S = 20; // seconds of sound between two pauses
const KEPT = 4;
const kept = new Map(); // url -> promise of peaks

// Int8Array of pairs (deepest, loudest, −127…127), or null where the file is too large or holds nothing to be heard.
export function peaksOf(url, seconds) {
  if (!Number.isFinite(seconds) || seconds > MOST_SECONDS) return Promise.resolve(null);
  if (!kept.has(url)) {
    kept.set(url, read(url).catch(() => null));
    while (kept.size > KEPT) kept.delete(kept.keys().next().value);
  }
  return kept.get(url);
}

async function read(url) {
  await idle();
  const answer = await fetch(url, { credentials: 'same-origin' });
  if (!answer.ok || Number(answer.headers.get('content-length') ?? Infinity) > MOST_BYTES) {
    answer.body?.cancel();
    return null;
  }
  const context = new OfflineAudioContext(1, 1, RATE);
  return fold(await context.decodeAudioData(await answer.arrayBuffer()));
}

async function fold(sound) {
  const channels = Array.from({ length: sound.numberOfChannels }, (_, index) => sound.getChannelData(index));
  const step = RATE / PEAKS_A_SECOND;
  const peaks = new Int8Array(Math.ceil(sound.length / step) * 2);
  for (let index = 0; index < peaks.length / 2; index += 1) {
    let [low, high] = [0, 0];
    for (const channel of channels) {
      for (let at = index * step; at < Math.min((index + 1) * step, sound.length); at += 1) {
        if (channel[at] < low) low = channel[at];
        else if (channel[at] > high) high = channel[at];
      }
    }
    peaks[index * 2] = Math.max(-127, Math.round(low * 127));
    peaks[index * 2 + 1] = Math.min(127, Math.round(high * 127));
    if (index % (SLICE_S * PEAKS_A_SECOND) === 0) await pause();
  }
  return peaks;
}

const pause = () => new Promise(done => setTimeout(done));
const idle = () => new Promise(done => (window.requestIdleCallback ? requestIdleCallback(done, { timeout: 2_000 }) : setTimeout(done, 200)));

// (deepest, loudest) between two times, as shares of the full range.
export function rangeOf(peaks, from, to) {
  let [low, high] = [0, 0];
  const last = Math.min(Math.max(Math.floor(from * PEAKS_A_SECOND) + 1, Math.ceil(to * PEAKS_A_SECOND)), peaks.length / 2);
  for (let index = Math.max(0, Math.floor(from * PEAKS_A_SECOND)); index < last; index += 1) {
    if (peaks[index * 2] < low) low = peaks[index * 2];
    if (peaks[index * 2 + 1] > high) high = peaks[index * 2 + 1];
  }
  return [low / 127, high / 127];
}
