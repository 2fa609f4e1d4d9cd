import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../../algorithms/edit-distance.js';
import { sortTexts } from '../../../domain/document/code-points.js';
import { codePoints } from '../../query/letters.js';
import { Dictionary } from '../segment/dictionary.js';
import { fuzzyPrefixes } from './fuzzy-prefixes.js';

/** é counts as e. */
const BARE = new Map([[0xe9, 0x65]]);

function found(terms: string[], word: string, limit: number): string[] {
  const dictionary = Dictionary.fromSorted(sortTexts([...terms]));
  return fuzzyPrefixes(dictionary, word, { limit, bare: BARE }).map((term) => dictionary.text(term));
}

describe('finding words that begin with a typo', () => {
  it('finds a beginning with a letter too many, too few, another one, or two swapped', () => {
    const terms = ['quantization', 'qantum', 'quaantum', 'qwantized', 'qunatum', 'quit', 'phantom'];
    expect(found(terms, 'quant', 1)).toEqual(['qantum', 'quaantum', 'quantization', 'qunatum', 'qwantized']);
  });

  it('counts letters with marks as those without, there and here', () => {
    const terms = ['elan', 'élan', 'éléphant', 'eleve', 'fléau'];
    expect(found(terms, 'éle', 0)).toEqual(['eleve', 'éléphant']);
    expect(found(terms, 'ela', 0)).toEqual(['elan', 'élan']);
    expect(found(terms, 'lelan', 1)).toEqual(['elan', 'élan']);
  });

  it('finds what comparing every beginning of every term finds', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'e', 'é', '中', '😀'), minLength: 3, maxLength: 8 });
    const limit = fc.constantFrom(0, 1, 2);
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 40 }), word, limit, (terms, wanted, most) => {
        expect(found(terms, wanted, most)).toEqual(
          sortTexts([...terms]).filter((term) => isNear(bareLettersOf(term), bareLettersOf(wanted), most)),
        );
      }),
      { numRuns: 1000 },
    );
  });
});

function isNear(term: number[], wanted: number[], limit: number): boolean {
  return term.some((_, i) => editDistance(wanted, term.slice(0, i + 1), limit) <= limit);
}

function bareLettersOf(word: string): number[] {
  return codePoints(word).map((letter) => BARE.get(letter) ?? letter);
}
