// One module a kind. Whoever wants to know what a field can do asks its kind; nobody compares names.

import { choice } from './choice.js';
import { choices } from './choices.js';
import { links } from './links.js';
import { participants } from './participants.js';
import { ranking } from './ranking.js';
import { records } from './records.js';
import { scale } from './scale.js';
import { segments } from './segments.js';
import { spans } from './spans.js';
import { text } from './text.js';
import { turns } from './turns.js';

const KINDS = new Map([choice, choices, scale, text, participants, turns, ranking, spans, links, segments, records].map(kind => [kind.name, kind]));

export const kindOf = field => KINDS.get(field.kind);

export const canDraw = field => KINDS.has(field.kind);
