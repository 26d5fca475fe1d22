// The few marks that guidelines use (headings, lists, paragraphs, emphasis, code), drawn as elements. Never as markup:
// what is not one of these marks stays text.

import { h } from './dom.js';

const INLINE = /(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|_[^_\s][^_]*_|`[^`]+`)/;

export function drawMarkdown(source) {
  const blocks = source.replace(/\r\n?/g, '\n').split(/\n{2,}|\n(?=#{1,6} )/);
  return blocks.flatMap(block => drawBlock(block.replace(/^\n+|\s+$/g, ''))).filter(Boolean);
}

function drawBlock(block) {
  if (!block.trim()) return [];
  const [first, ...rest] = block.split('\n');
  const heading = /^(#{1,6}) +(.*)$/.exec(first);
  if (heading) return [h(heading[1].length < 3 ? 'h4' : 'h5', {}, drawInline(heading[2])), ...drawBlock(rest.join('\n'))];
  const start = block.split('\n').findIndex(isItem);
  if (start > 0) return [...drawBlock(block.split('\n').slice(0, start).join('\n')), ...drawBlock(block.split('\n').slice(start).join('\n'))];
  if (start === 0) return [drawList(block.split('\n'))];
  if (block.split('\n').every(line => line.startsWith('>'))) return [h('blockquote', {}, drawInline(block.replace(/^> ?/gm, '')))];
  return [h('p', { dir: 'auto' }, drawInline(block.replace(/\n/g, ' ')))];
}

const isItem = line => /^\s*([-*+]|\d+[.)]) +/.test(line);

function drawList(lines) {
  const items = [];
  for (const line of lines) {
    if (isItem(line)) items.push(line.replace(/^\s*([-*+]|\d+[.)]) +/, ''));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return h(/^\s*\d/.test(lines[0]) ? 'ol' : 'ul', {}, items.map(item => h('li', { dir: 'auto' }, drawInline(item))));
}

function drawInline(text) {
  return text.split(INLINE).filter(Boolean).map(piece => {
    if (/^\*\*.+\*\*$/.test(piece)) return h('strong', {}, piece.slice(2, -2));
    if (/^`.+`$/.test(piece)) return h('code', {}, piece.slice(1, -1));
    if (/^\*[^*]+\*$/.test(piece) || /^_[^_]+_$/.test(piece)) return h('em', {}, piece.slice(1, -1));
    return piece;
  });
}
