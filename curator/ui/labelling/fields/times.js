// Times as people write them: 75.3, 1:15.3, 1:00:02, 1:15,3 -> seconds to the millisecond, or null.

export function secondsOf(written) {
  const parts = written.trim().replace(',', '.').split(':');
  if (parts.length > 3 || !parts.every((part, i) => (i === parts.length - 1 ? /^\d+(\.\d*)?$/ : /^\d+$/).test(part))) return null;
  if (parts.slice(1).some(part => Number(part) >= 60)) return null;
  return Math.round(parts.reduce((sum, part) => sum * 60 + Number(part), 0) * 1_000) / 1_000;
}
