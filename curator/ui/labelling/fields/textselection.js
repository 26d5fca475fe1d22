// The browser's own selection (mouse, touch, its handles) as places in a text, in UTF-16 units.

// {start, end} of what is selected in an element that holds nothing but text, or null. start = end: a caret.
export function selectionIn(element) {
  const range = currentRange(element);
  if (!range) return null;
  const [from, to] = [element.contains(range.startContainer), element.contains(range.endContainer)];
  if (!from && !to) return null;
  const size = element.textContent.length;
  const start = from ? offsetIn(element, range.startContainer, range.startOffset) : 0;
  const end = to ? offsetIn(element, range.endContainer, range.endOffset) : size;
  return start <= end ? { start, end } : { start: end, end: start };
}

function currentRange(element) {
  const root = element.getRootNode();
  const selection = root.getSelection?.() ?? document.getSelection();
  if (root !== document && !root.getSelection && selection?.getComposedRanges) return selection.getComposedRanges({ shadowRoots: [root] })[0] ?? null;
  return selection?.rangeCount ? selection.getRangeAt(0) : null;
}

function offsetIn(element, container, offset) {
  const before = document.createRange();
  before.setStart(element, 0);
  before.setEnd(container, offset);
  return before.toString().length;
}

export function dropSelection(element) {
  const root = element.getRootNode();
  (root.getSelection?.() ?? document.getSelection())?.removeAllRanges();
}

// The place in the text under a click or a tap, or null.
export function placeAt(element, { clientX, clientY }) {
  const root = element.getRootNode();
  const inside = root === document ? {} : { shadowRoots: [root] };
  const found = document.caretPositionFromPoint?.(clientX, clientY, inside);
  if (found && element.contains(found.offsetNode)) return offsetIn(element, found.offsetNode, found.offset);
  return selectionIn(element)?.start ?? null;
}
