// What the page's key table may give each act, where no option claims the letter. Punctuation goes by place (`code`).
export const MEDIA_KEYS = {
  p: 'media_play',
  t: 'media_turn',
  l: 'media_loop',
  BracketLeft: 'media_back',
  BracketRight: 'media_on',
  'Shift+BracketLeft': 'media_frame_back',
  'Shift+BracketRight': 'media_frame_on',
  'Shift+Comma': 'media_slower',
  'Shift+Period': 'media_faster',
  m: 'line_mark',
};

const PRINTED = { BracketLeft: '[', BracketRight: ']', 'Shift+BracketLeft': '{', 'Shift+BracketRight': '}', 'Shift+Comma': '<', 'Shift+Period': '>' };

// {act: key as it is shown}. isTaken(letter): an option has it, so that it comes after a comma.
export function shownKeys(isTaken = () => false) {
  return Object.fromEntries(Object.entries(MEDIA_KEYS).map(([key, act]) => [act, PRINTED[key] ?? `${isTaken(key) ? ', ' : ''}${key.toUpperCase()}`]));
}
