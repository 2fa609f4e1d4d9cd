import { expect, it } from 'vitest';
import { bareLetters } from '../../../text/analysis/word-forms.js';
import { fuzzyPrefix } from './fuzzy-prefix.js';

/** The cluster's expressions match whole tokens. */
const matches = (language: string, typed: string, typos: 0 | 1, token: string) =>
  new RegExp(`^${fuzzyPrefix(`${language}:`, typed, { typos, bare: bareLetters(language) })}$`, 'u').test(token);

it('forgives one letter but the first that is missing, added, wrong or swapped with its neighbour', () => {
  for (const word of ['harbour', 'habour', 'haarbour', 'hirbour', 'hrabour', 'harbours', 'harbou']) {
    expect(matches('en', 'harbour', 1, `en:${word}`)).toBe(true);
  }
  for (const word of ['hbour', 'arbuor', 'rope', 'arbour', 'barbour', 'ahrbour', 'sharbour']) {
    expect(matches('en', 'harbour', 1, `en:${word}`)).toBe(false);
  }
});

it('takes letters with and without marks for the same, and signs literally', () => {
  expect(matches('de', 'gro', 0, 'de:größe')).toBe(true);
  expect(matches('de', 'grö', 0, 'de:grosse')).toBe(true);
  expect(matches('de', 'gro', 0, 'de:gras')).toBe(false);
  expect(matches('en', 'c+', 0, 'en:c++')).toBe(true);
  expect(matches('en', 'c.', 0, 'en:cx')).toBe(false);
});

it('leaves out what would be too long', () => {
  expect(fuzzyPrefix('en:', 'x'.repeat(60), { typos: 1, bare: new Map() })).toBeNull();
});
