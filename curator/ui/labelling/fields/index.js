// One module a kind. Whoever wants to know what a field can do asks its kind; nobody compares names.

import { choice } from './choice.js';
import { choices } from './choices.js';
import { participants } from './participants.js';
import { scale } from './scale.js';
import { text } from './text.js';

const KINDS = new Map([choice, choices, scale, text, participants].map(kind => [kind.name, kind]));
const TARGETS = new Set(['turn', 'dialogue']);

export const kindOf = field => KINDS.get(field.kind);

export const canDraw = field =>
  KINDS.has(field.kind) && TARGETS.has(field.target) && !field.settings?.intensity && !field.settings?.for_each;
