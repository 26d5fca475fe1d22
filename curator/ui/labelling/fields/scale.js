// A point on a scale: from, to and step, with words at some of the points.

const DIGITS = 12; // 0.1 + 0.2 is shown, and sent, as 0.3

export const points = ({ from, to, step }) => {
  const size = Number(step) || 1;
  const count = Math.floor((to - from) / size + 1e-9) + 1;
  return Array.from({ length: count }, (_, i) => Number((Number(from) + i * size).toPrecision(DIGITS)));
};

const anchorOf = (field, point) => field.settings.anchors?.[String(point)];

const entriesOf = new WeakMap();

export const scale = {
  name: 'scale',
  multiple: false,
  row: true,

  entries: field => {
    if (!entriesOf.has(field)) {
      const all = points(field.settings).map(point => ({
        id: String(point),
        point,
        label: {},
        anchor: anchorOf(field, point),
      }));
      entriesOf.set(field, all);
    }
    return entriesOf.get(field);
  },

  // On a scale within 0–9 a digit means its own point, else the position.
  digit: (entry, position, field) => {
    const all = scale.entries(field);
    const plain = all.every(({ point }) => Number.isInteger(point) && point >= 0 && point <= 9);
    if (plain) return String(entry.point);
    return all.length <= 9 ? String(position + 1) : null;
  },

  // A longer scale is typed: the point that alone begins with what was typed, or is it.
  typed: (text, field) => scale.entries(field).filter(entry => entry.id.startsWith(text)),

  chosen: (label, entry) => label?.state === 'value' && label.value === entry.point,

  take: (label, entry) => ({ state: 'value', value: entry.point }),

  unfinished: () => null,

  summary: (label, field, nameOf) => {
    const anchor = anchorOf(field, label.value);
    return { text: anchor ? `${label.value} · ${nameOf({ id: '', label: asLabel(anchor) })}` : String(label.value) };
  },
};

// An anchor is a word, or a word a language.
export const asLabel = anchor => (typeof anchor === 'string' ? { en: anchor } : anchor);
