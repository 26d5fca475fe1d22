// What the scheme says: the option under the eye, the question, and the guidelines, beside the turn they explain.

import { fill, h } from './dom.js';
import { drawMarkdown } from './markdown.js';
import { askedOf } from './naming.js';
import { labelOf } from './words.js';

export class Panel {
  constructor({ say, language }) {
    Object.assign(this, { say, language });
    this.meaning = h('div', { class: 'meaning' });
    this.guide = h('div', { class: 'guide', hidden: true, role: 'region', 'aria-label': say('guidelines') });
    this.element = h('aside', { class: 'panel', tabindex: '0', 'aria-label': say('explained') }, this.meaning, this.guide);
  }

  // The option in focus if it has words of its own, else the question.
  explain(field, entry, guidelines) {
    if (!field) {
      fill(this.meaning);
      return;
    }
    const about = entry && (entry.definition || entry.examples?.length) ? entry : null;
    if (this.about === (about || field) && this.meaning.childNodes.length) return;
    this.about = about || field;
    const text = about ? about.definition : guidelines.fields?.[field.id] || field.definition || '';
    const examples = about?.examples || [];
    fill(
      this.meaning,
      (about || text) && h('div', { class: 'term' }, about ? labelOf(about, this.language) : askedOf(field, this.language)),
      text && drawMarkdown(text),
      examples.length ? h('div', { class: 'hint' }, this.say('examples')) : null,
      examples.length ? h('ul', {}, examples.map(example => h('li', { dir: 'auto' }, example))) : null,
    );
  }

  show(open, guidelines) {
    if (open && this.drawn !== guidelines.markdown) {
      this.drawn = guidelines.markdown;
      const blocks = guidelines.markdown ? drawMarkdown(guidelines.markdown) : [h('p', { class: 'hint' }, this.say('no_guidelines'))];
      fill(this.guide, h('div', { class: 'term' }, this.say('guidelines')), blocks);
    }
    this.guide.hidden = !open;
  }
}
