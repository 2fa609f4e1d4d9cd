import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortTexts } from '../../../domain/text-order.js';
import { Dictionary } from '../dictionary.js';
import { fuzzyTerms } from './fuzzy-terms.js';

/** The textbook form, without any short cut: optimal string alignment. */
function distance(a: string[], b: string[]): number {
  const table = a.map(() => [] as number[]).concat([[]]);
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      if (i === 0 || j === 0) table[i][j] = i + j;
      else {
        const cost = a[i - 1] === b[j - 1] ? 0 : 1;
        table[i][j] = Math.min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + cost);
        const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
        if (swapped) table[i][j] = Math.min(table[i][j], table[i - 2][j - 2] + 1);
      }
    }
  }
  return table[a.length][b.length];
}

const found = (terms: string[], word: string, limit: number) => {
  const dictionary = Dictionary.fromSorted(sortTexts([...terms]));
  return fuzzyTerms(dictionary, word, limit).map(({ ordinal, distance }) => [dictionary.text(ordinal), distance]);
};

describe('finding terms with typos', () => {
  it('counts a letter too many, too few, another one, and two swapped as one each', () => {
    const terms = ['quantum', 'quantm', 'quantumm', 'quamtum', 'qauntum', 'phantom', 'quanta'];
    expect(found(terms, 'quantum', 1).map(([term]) => term)).toEqual([
      'qauntum',
      'quamtum',
      'quantm',
      'quantum',
      'quantumm',
    ]);
    expect(found(terms, 'quantum', 2).map(([term]) => term)).toContain('quanta');
  });

  it('finds what comparing every term finds', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '😀'), maxLength: 7 });
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 40 }), word, fc.constantFrom(1, 2), (terms, wanted, limit) => {
        const expected = sortTexts([...terms])
          .map((term) => [term, distance(Array.from(term), Array.from(wanted))] as const)
          .filter(([, d]) => d <= limit);
        expect(found(terms, wanted, limit)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
