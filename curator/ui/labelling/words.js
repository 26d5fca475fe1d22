// What the page says. A language is one file in words/, and one line here.

import { words as en } from './words/en.js';
import { words as xx } from './words/pseudo.js';

const LANGUAGES = { en, xx };

export function speak(language) {
  const lists = [LANGUAGES[language] || LANGUAGES[(language || '').split('-')[0]] || en, en];
  return (name, values = {}) => {
    let text = lists[0][name] ?? lists[1][name] ?? name;
    if (Array.isArray(text)) text = text[values.n === 1 ? 0 : 1];
    return text.replace(/\{(\w+)\}/g, (whole, key) => (key in values ? String(values[key]) : whole));
  };
}

// A label is {language: text}; without the wanted language the first one, without any the id.
export function labelOf(thing, language) {
  const label = thing.label || {};
  return label[language] || label[(language || '').split('-')[0]] || label.en || Object.values(label)[0] || thing.id;
}
