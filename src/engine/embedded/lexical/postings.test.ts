import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentsOf, emptyBitset } from '../segment/bitset.js';
import { Dictionary } from '../segment/dictionary.js';
import { buildVocabulary } from './build-lexical.js';
import { addDocuments, type LexicalColumn } from './lexical-column.js';
import { PostingCursor, PostingWriter } from './postings.js';

type Posting = [document: number, positions: number[]];

const TERMS = ['a', 'b', 'c'];

/** From the postings of each term. */
function written(terms: readonly Posting[][]): LexicalColumn {
  const writer = new PostingWriter(terms.length);
  for (const postings of terms) {
    for (const [document, positions] of postings) writer.add(document, positions);
    writer.endEntry();
  }
  return {
    vocabulary: buildVocabulary(
      Dictionary.fromSorted(TERMS),
      TERMS.map((term) => [term]),
      'en',
    ),
    ...writer.finish(),
  };
}

function read(column: LexicalColumn, term: number): Posting[] {
  const postings: Posting[] = [];
  for (const cursor = new PostingCursor(column, term); !cursor.atEnd; cursor.next()) {
    postings.push([cursor.document, cursor.positions()]);
  }
  return postings;
}

/** Far apart and near, so that gaps of every size come up. */
const documents = fc
  .uniqueArray(fc.oneof(fc.nat(300), fc.nat(200_000), fc.constantFrom(0, 65_534, 65_535, 65_536, 131_070)), {
    maxLength: 12,
  })
  .map((numbers) => numbers.sort((a, b) => a - b));
const positions = fc.oneof(
  fc.uniqueArray(fc.nat(65_535), { minLength: 1, maxLength: 5 }).map((numbers) => numbers.sort((a, b) => a - b)),
  fc.constantFrom(254, 255, 256, 1000).map((count) => Array.from({ length: count }, (_, i) => i * 65)),
);
const postings = documents.chain((numbers) =>
  fc.tuple(...numbers.map((document) => positions.map((list): Posting => [document, list]))),
);

describe('postings', () => {
  it('are read as they were written, however far apart and however many', () => {
    fc.assert(
      fc.property(fc.tuple(postings, postings, postings), (terms) => {
        const column = written(terms);
        terms.forEach((expected, term) => {
          expect(read(column, term)).toEqual(expected);
          const found = emptyBitset(400_000);
          addDocuments(column, term, found);
          expect([...documentsOf(found)]).toEqual(expected.map(([document]) => document));
        });
      }),
      { numRuns: 200 },
    );
  });

  it('are the same after they were copied under other numbers', () => {
    fc.assert(
      fc.property(fc.tuple(postings, postings, postings), fc.nat(100_000), (terms, shift) => {
        const column = written(terms);
        const writer = new PostingWriter(terms.length);
        for (let term = 0; term < terms.length; term++) {
          for (const cursor = new PostingCursor(column, term); !cursor.atEnd; cursor.next()) {
            writer.copy(cursor.document + shift, cursor);
          }
          writer.endEntry();
        }
        const copied = { vocabulary: column.vocabulary, ...writer.finish() };
        terms.forEach((expected, term) => {
          expect(read(copied, term)).toEqual(expected.map(([document, list]) => [document + shift, list]));
        });
      }),
      { numRuns: 100 },
    );
  });
});
