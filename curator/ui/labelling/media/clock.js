// Times as people read them: 1:02.345, 1:00:02.3.

export function clockOf(seconds, places = 1) {
  if (!Number.isFinite(seconds)) return '–:––';
  const unit = 10 ** places;
  const whole = Math.max(0, Math.round(seconds * unit)) / unit;
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60];
  const rest = (whole % 60).toFixed(places).padStart(places ? places + 3 : 2, '0');
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
