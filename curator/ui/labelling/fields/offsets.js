// Places in a text. Browsers count UTF-16 units, the store counts code points, and people see graphemes: a place that is
// chosen here always lies between two graphemes, so that nobody can cut an emoji or a letter with its accents in two.

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

export const length = text => [...text].length;

// UTF-16 index -> code points before it.
export const toCodePoints = (text, index) => length(text.slice(0, index));

// Code points -> UTF-16 index.
export function toUtf16(text, count) {
  let index = 0;
  for (let left = count; left > 0 && index < text.length; left -= 1) index += text.codePointAt(index) > 0xffff ? 2 : 1;
  return index;
}

// What a stretch given in code points says.
export const slice = (text, start, end) => text.slice(toUtf16(text, start), toUtf16(text, end));

// One text with its places, all in UTF-16 units.
export class Places {
  constructor(text) {
    this.text = text;
    this.bounds = [...Array.from(graphemes.segment(text), piece => piece.index), text.length];
    this.words = Array.from(words.segment(text))
      .filter(piece => piece.isWordLike || isSign(piece.segment))
      .map(piece => this.around(piece.index, piece.index + piece.segment.length));
  }

  // The last place at or before an index, and the first at or after it.
  before(index) {
    return this.bounds.findLast(bound => bound <= index) ?? 0;
  }

  after(index) {
    return this.bounds.find(bound => bound >= index) ?? this.text.length;
  }

  // The smallest stretch of whole graphemes that holds both ends.
  around(start, end) {
    const [low, high] = start <= end ? [start, end] : [end, start];
    return { start: this.before(Math.max(0, low)), end: this.after(Math.min(high, this.text.length)) };
  }

  // One grapheme on or back.
  step(index, way) {
    if (way > 0) return this.bounds.find(bound => bound > index) ?? this.text.length;
    return this.bounds.findLast(bound => bound < index) ?? 0;
  }

  // The next word that begins at or after an index, or the last one that ends at or before it; null at the ends.
  word(index, way) {
    if (way > 0) return this.words.find(word => word.start >= index) ?? null;
    return this.words.findLast(word => word.end <= index) ?? null;
  }

  // Where an end of a selection goes by one word: out to the edge of the next word.
  edge(index, way) {
    if (way > 0) return this.words.find(word => word.end > index)?.end ?? this.text.length;
    return this.words.findLast(word => word.start < index)?.start ?? 0;
  }
}

// An emoji or another sign that is no word but can be meant; blanks and punctuation are not walked to.
const isSign = piece => /[^\s\p{P}\p{Z}\p{C}]/u.test(piece) || /\p{Emoji_Presentation}/u.test(piece);

// The stretch without blanks at its ends; null where nothing is left. A selection by mouse easily takes one too many.
export function trimmed(text, { start, end }) {
  const part = text.slice(start, end);
  const lead = part.length - part.trimStart().length;
  const trail = part.length - part.trimEnd().length;
  return lead === part.length ? null : { start: start + lead, end: end - trail };
}
