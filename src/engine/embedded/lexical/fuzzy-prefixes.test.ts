import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortTexts } from '../../../domain/text-order.js';
import { Dictionary } from '../dictionary.js';
import { editDistance } from './edit-distance.js';
import { fuzzyPrefixes } from './fuzzy-prefixes.js';
import { codePoints } from './typo-index.js';

function found(terms: string[], word: string, limit: number): string[] {
  const dictionary = Dictionary.fromSorted(sortTexts([...terms]));
  return fuzzyPrefixes(dictionary, word, limit).map((term) => dictionary.text(term));
}

describe('finding words that begin with a typo', () => {
  it('finds a beginning with a letter too many, too few, another one, or two swapped', () => {
    const terms = ['quantization', 'qantum', 'quaantum', 'qwantized', 'qunatum', 'quit', 'phantom'];
    expect(found(terms, 'quant', 1)).toEqual(['qantum', 'quaantum', 'quantization', 'qunatum', 'qwantized']);
  });

  it('finds what comparing every beginning of every term finds', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '中', '😀'), minLength: 3, maxLength: 8 });
    const limit = fc.constantFrom(1, 2);
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 40 }), word, limit, (terms, wanted, most) => {
        expect(found(terms, wanted, most)).toEqual(
          sortTexts([...terms]).filter((term) => isNear(codePoints(term), codePoints(wanted), most)),
        );
      }),
      { numRuns: 1000 },
    );
  });
});

function isNear(term: number[], wanted: number[], limit: number): boolean {
  return term.some((_, i) => editDistance(wanted, term.slice(0, i + 1), limit) <= limit);
}
