import fc from 'fast-check';
import { expect, it } from 'vitest';
import { analyze } from './analyze.js';
import { profileOf } from './language-profiles.js';
import { scanWords } from './scan-words.js';
import { wordForms } from './word-forms.js';

const LANGUAGES = ['en', 'de', 'fr', 'tr', 'ru', 'ar', 'he'];

/** Some are too long to be cached, and some compete for the same slots of the cache. */
const word = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abA1é’и\u0301\u00adمא'), minLength: 1, maxLength: 3 }),
  fc.string({ unit: fc.constantFrom(...'abB'), minLength: 20, maxLength: 40 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
);

function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
}

it('finds the same forms in its cache as are made for each word', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), fc.constantFrom(...LANGUAGES), (words, language) => {
      const text = words.join(' ');
      const expected: { term: string; stem: string; start: number; end: number }[] = [];
      scanWords(unitsOf(text), {
        word(start, end) {
          const { term, stem, elided } = wordForms(text.slice(start, end), profileOf(language));
          if (term !== '') expected.push({ term, stem, start: start + elided, end });
        },
        unspacedRun() {},
        skip: (start) => start,
      });
      const unspaced = new Set<number>();
      scanWords(unitsOf(text), {
        word() {},
        skip: (start) => start,
        unspacedRun(start, end) {
          for (let i = start; i < end; i++) unspaced.add(i);
        },
      });
      const tokens = analyze(text, language).filter(({ kind, start }) => kind === 'word' && !unspaced.has(start));
      expect(tokens.map(({ term, stem, start, end }) => ({ term, stem, start, end }))).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});
