import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../../algorithms/edit-distance.js';
import { sortTexts } from '../../../domain/document/code-points.js';
import { bareLetters } from '../../../text/analysis/word-forms.js';
import { codePoints } from '../../query/letters.js';
import { allowedTypos } from '../../ranking/ranking.js';
import { Dictionary } from '../segment/dictionary.js';
import { buildTypoIndex, mistypedWord, TypoFinder } from './typo-index.js';

const finder = new TypoFinder();

const found = (terms: string[], word: string) => {
  const dictionary = Dictionary.fromSorted(sortTexts([...terms]));
  const mistyped = mistypedWord(word, bareLetters('de'));
  if (mistyped === null) return [];
  return finder
    .find(mistyped, dictionary, buildTypoIndex(dictionary, bareLetters('de')))
    .map(({ term, distance }) => [dictionary.text(term), distance]);
};

describe('finding words with typos', () => {
  it('counts a letter too many, too few, another one, and two swapped as one each', () => {
    const terms = ['quantum', 'quantm', 'quantumm', 'quamtum', 'qauntum', 'phantom', 'quanta', 'wuantum'];
    expect(found(terms, 'quantum').map(([term]) => term)).toEqual([
      ...['qauntum', 'quamtum', 'quantm', 'quantum', 'quantumm', 'wuantum'],
    ]);
  });

  it('counts marks that were left out as nothing', () => {
    expect(found(['zürich', 'zurück'], 'zurch')).toEqual([['zürich', 1]]);
    expect(found(['frühstück'], 'fruhstuk')).toEqual([['frühstück', 1]]);
    expect(found(['muller', 'müller'], 'müller')).toEqual([
      ['muller', 0],
      ['müller', 0],
    ]);
  });

  it('forgives two typos from eight letters on, and none below four', () => {
    expect(found(['recieving', 'receives', 'perceive'], 'receiving').map(([term]) => term)).toEqual(['recieving']);
    expect(found(['cat', 'cut'], 'cot')).toEqual([]);
  });

  it('takes no number for another', () => {
    expect(found(['2024', '2025', 'ab1234'], '2024')).toEqual([]);
  });

  it('finds what comparing every term finds', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '😀'), minLength: 3, maxLength: 11 });
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 40 }), word, (terms, wanted) => {
        const letters = codePoints(wanted);
        const limit = allowedTypos(letters.length);
        const expected = sortTexts([...terms])
          .map((term) => [term, editDistance(letters, codePoints(term), limit)] as const)
          .filter(([, distance]) => limit > 0 && distance <= limit);
        expect(found(terms, wanted)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('finds every term that a word was mistyped for, however many terms share no form with it', () => {
    const others = Array.from(
      { length: 3000 },
      (_, i) => `z${i.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)])}zzzz`,
    );
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
    const edit = fc.record({ at: fc.nat(11), letter, kind: fc.constantFrom('insert', 'delete', 'replace') });
    const term = fc.string({ unit: letter, minLength: 4, maxLength: 12 });
    fc.assert(
      fc.property(term, fc.array(edit, { minLength: 1, maxLength: 2 }), (original, edits) => {
        const wanted = edits.reduce((text, { at, letter: other, kind }) => {
          const place = at % text.length;
          return (
            text.slice(0, place) + (kind === 'delete' ? '' : other) + text.slice(kind === 'insert' ? place : place + 1)
          );
        }, original);
        const distance = editDistance(codePoints(original), codePoints(wanted), 2);
        fc.pre(distance <= allowedTypos(wanted.length) && wanted.length >= 4);
        expect(found([original, ...others], wanted)).toContainEqual([original, distance]);
      }),
      { numRuns: 200 },
    );
  });

  it('measures as the textbook does', () => {
    const word = fc.array(fc.constantFrom(1, 2, 3), { maxLength: 7 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, b, 2)).toBe(Math.min(3, textbookDistance(a, b)));
      }),
      { numRuns: 1000 },
    );
  });
});

/** Without any short cut: optimal string alignment. */
function textbookDistance(a: number[], b: number[]): number {
  const table = Array.from({ length: a.length + 1 }, () => [] as number[]);
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
