import fc from 'fast-check';
import { expect, it } from 'vitest';
import { analyze } from './analyze.js';
import { profileOf } from './profiles.js';
import { scanWords } from './scan-words.js';
import { withUnits } from './text-units.js';
import { wordForms } from './word-forms.js';

const LANGUAGES = ['en', 'de', 'fr', 'tr', 'ru', 'ar', 'he'];

/** Some longer than what is remembered, and more different ones than there is room for where they meet. */
const word = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abA1é’и\u0301\u00adمא'), minLength: 1, maxLength: 3 }),
  fc.string({ unit: fc.constantFrom(...'abB'), minLength: 20, maxLength: 40 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
);

it('remembers for each word what is worked out for it', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), fc.constantFrom(...LANGUAGES), (words, language) => {
      const text = words.join(' ');
      const expected: { term: string; stem: string; start: number; end: number }[] = [];
      withUnits(text, (units) =>
        scanWords(units, {
          word(start, end) {
            const { term, stem, elided } = wordForms(text.slice(start, end), profileOf(language));
            if (term !== '') expected.push({ term, stem, start: start + elided, end });
          },
          unspacedRun() {},
          passesOver: () => false,
        }),
      );
      const unspaced = new Set<number>();
      withUnits(text, (units) =>
        scanWords(units, {
          word() {},
          passesOver: () => false,
          unspacedRun(start, end) {
            for (let i = start; i < end; i++) unspaced.add(i);
          },
        }),
      );
      const tokens = analyze(text, language).filter(({ kind, start }) => kind === 'word' && !unspaced.has(start));
      expect(tokens.map(({ term, stem, start, end }) => ({ term, stem, start, end }))).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});
