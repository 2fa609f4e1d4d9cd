import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnOf, gramWords, learnVocabulary, tfIdfRow, visitGrams } from './ngram-features.js';

const texts = ['the card was lost', 'a card was stolen', 'the loan was paid'].map(gramWords);
const vocabulary = learnVocabulary(texts, 1_000);

test('an n-gram is a feature if two texts contain it, and rarer ones have a higher idf', () => {
  // The word itself is visited before its character n-grams.
  const column = (word: string) => {
    const hashes: number[] = [];
    visitGrams([word], (hash) => hashes.push(hash));
    return columnOf(vocabulary, hashes[0]);
  };
  expect(column('loan')).toBe(-1);
  expect(column('card')).toBeGreaterThanOrEqual(0);
  expect(vocabulary.idf[column('card')]).toBeGreaterThan(vocabulary.idf[column('was')]);
});

test('of too many features the most frequent are kept', () => {
  const small = learnVocabulary(texts, 5);
  expect(small.hashes).toHaveLength(5);
  expect([...small.hashes].sort((a, b) => a - b)).toEqual([...small.hashes]);
});

test('every text becomes a row of length 1, or an empty row, with each column once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const { columns, values } = tfIdfRow(vocabulary, gramWords(`${text} card`));
      expect(Math.hypot(...values)).toBeCloseTo(1);
      expect(new Set(columns).size).toBe(columns.length);
    }),
  );
  expect(tfIdfRow(vocabulary, gramWords('!?'))).toEqual({ columns: [], values: [] });
});

test('a text of many long words is accepted', () => {
  const long = Array.from({ length: 3_000 }, (_, i) => `${i}${'x'.repeat(20)}${i * 7}`);
  const words = gramWords(long.join(' '));
  expect(tfIdfRow(learnVocabulary([words, words], 200_000), words).columns.length).toBeGreaterThan(10_000);
});
