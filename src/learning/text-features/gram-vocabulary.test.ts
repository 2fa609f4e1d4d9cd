import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnOf, gramRow, learnVocabulary } from './gram-vocabulary.js';
import { gramWords, visitGrams } from './text-grams.js';

const texts = ['the card was lost', 'a card was stolen', 'the loan was paid'].map(gramWords);
const vocabulary = learnVocabulary(texts, 1_000);

test('a feature counts if two texts have it, and rare ones weigh more', () => {
  // The word itself is visited before its pieces.
  const place = (word: string) => {
    const hashes: number[] = [];
    visitGrams([word], (hash) => hashes.push(hash));
    return columnOf(vocabulary, hashes[0]);
  };
  expect(place('loan')).toBe(-1);
  expect(place('card')).toBeGreaterThanOrEqual(0);
  expect(vocabulary.rarity[place('card')]).toBeGreaterThan(vocabulary.rarity[place('was')]);
});

test('of too many features those of the most texts stay', () => {
  const small = learnVocabulary(texts, 5);
  expect(small.hashes).toHaveLength(5);
  expect([...small.hashes].sort((a, b) => a - b)).toEqual([...small.hashes]);
});

test('every text becomes a row of length 1 or none, with each column once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const { columns, values } = gramRow(vocabulary, gramWords(`${text} card`));
      expect(Math.hypot(...values)).toBeCloseTo(1);
      expect(new Set(columns).size).toBe(columns.length);
    }),
  );
  expect(gramRow(vocabulary, gramWords('!?'))).toEqual({ columns: [], values: [] });
});

test('a text of many long words is taken', () => {
  const long = Array.from({ length: 3_000 }, (_, i) => `${i}${'x'.repeat(20)}${i * 7}`);
  const words = gramWords(long.join(' '));
  expect(gramRow(learnVocabulary([words, words], 200_000), words).columns.length).toBeGreaterThan(10_000);
});
