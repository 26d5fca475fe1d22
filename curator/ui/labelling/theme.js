// Light or dark is read from the theme's own background. A theme's own accent is taken; Streamlit's stock reds are not:
// red means trouble to somebody who looks at it for hours; and what carries white words on the other pages' buttons in
// the dark (the last one) is too dark for words of its own.

const STOCK = new Set(['#ff4b4b', '#c53948', '#cf4250', '#2a7d81']);

export function dress(root) {
  const style = getComputedStyle(root);
  const paper = channels(style.backgroundColor);
  if (paper) root.dataset.scheme = brightness(paper) < 0.5 ? 'dark' : 'light';
  const accent = style.getPropertyValue('--st-primary-color').trim().toLowerCase();
  if (accent && !STOCK.has(accent)) root.style.setProperty('--own-accent', accent);
  else root.style.removeProperty('--own-accent');
}

const channels = colour => colour.match(/[\d.]+/g)?.slice(0, 3).map(Number);

const brightness = ([red, green, blue]) => (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
