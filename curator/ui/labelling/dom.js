// The only place where elements are made. Data reaches the page as text, never as markup.

export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === 'class') node.className = value;
    else if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'style') for (const [key, part] of Object.entries(value)) node.style.setProperty(key, part);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return node;
}

export const fill = (node, ...children) => {
  node.replaceChildren(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return node;
};

// A press on a button of the board must not take the focus away from the question: keys go on working.
export const keepFocus = event => event.preventDefault();

// crypto.randomUUID exists only in secure contexts; a lab's plain-http server is not one.
export function uuid() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

// An id for a new entry. Ids sort in the order in which entries were made, which is the order of entries in exports.
let lately = 0;
export function nextItem() {
  lately = Math.max(Date.now(), lately + 1);
  return lately.toString(36).padStart(9, '0') + uuid().replaceAll('-', '').slice(0, 5);
}
