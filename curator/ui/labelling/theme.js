// Light or dark is read from the theme's own background; a theme's own accent is taken, Streamlit's stock red is not: red
// means trouble to somebody who looks at it for hours.

const STOCK = '#ff4b4b';

export function dress(root) {
  const style = getComputedStyle(root);
  const paper = channels(style.backgroundColor);
  if (paper) root.dataset.scheme = brightness(paper) < 0.5 ? 'dark' : 'light';
  const accent = style.getPropertyValue('--st-primary-color').trim().toLowerCase();
  if (accent && accent !== STOCK && accent !== 'rgb(255, 75, 75)') root.style.setProperty('--own-accent', accent);
  else root.style.removeProperty('--own-accent');
}

const channels = colour => colour.match(/[\d.]+/g)?.slice(0, 3).map(Number);

const brightness = ([red, green, blue]) => (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
