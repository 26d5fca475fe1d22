// A language that nobody speaks, made from the English one: what stands on the page in plain English under it was not taken
// from the words.

import { words as english } from './en.js';

const OTHER = Object.fromEntries([...'aàcçeèiìnñoòuùyýAÀCÇEÈIÌNÑOÒUÙYÝ'.matchAll(/../gu)].map(([pair]) => [...pair]));

const strange = text => `⟦${text.replace(/\{\w+\}|./gsu, piece => OTHER[piece] ?? piece)}⟧`;

export const words = Object.fromEntries(Object.entries(english).map(([name, text]) => [name, Array.isArray(text) ? text.map(strange) : strange(text)]));
