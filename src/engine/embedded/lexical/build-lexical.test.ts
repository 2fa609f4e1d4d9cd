import { describe, expect, it } from 'vitest';
import { analyseText } from '../../document/analysed-text.js';
import { documentsOf, emptyBitset } from '../segment/bitset.js';
import { buildLexical } from './build-lexical.js';
import { addDocuments, lexicalColumn } from './lexical-column.js';
import { entryText, vocabularyOf } from './vocabulary.js';

const EMPTY = analyseText('', 'es');

/** The documents that have each term with the stem, in an index of some contents. */
function withStem(stem: string, ...contents: string[]): [term: string, documents: number[]][] {
  const documents = contents.map((content, document) => ({
    document,
    texts: { title: EMPTY, content: analyseText(content, 'es') },
  }));
  const columns = buildLexical('es', documents);
  const vocabulary = vocabularyOf(columns[0]);
  const content = lexicalColumn(columns.find(({ field }) => field === 'content/es')!, vocabulary);
  const { stems, stemStarts, stemEntries } = vocabulary;
  const key = stems.find(stem);
  const entries = key < 0 ? [] : Array.from(stemEntries.subarray(stemStarts[key], stemStarts[key + 1]));
  return entries.map((entry) => {
    const bits = emptyBitset(contents.length);
    addDocuments(content, entry, bits);
    return [entryText(vocabulary, entry), [...documentsOf(bits)]];
  });
}

describe('a vocabulary', () => {
  it.each([
    ['documents', ['hacia', 'hacía', 'mar'], [0], [1]],
    ['documents in another order', ['hacía', 'mar', 'hacia'], [2], [0]],
    ['one document', ['hacia hacía hacia', 'mar'], [0], [0]],
    ['one document and another', ['hacía', 'hacia hacía'], [1], [0, 1]],
  ])('has a term under the stem of each spelling, with its documents: %s', (_, contents, inPlain, inAccented) => {
    const [plain] = analyseText('hacia', 'es').stems.values();
    const [accented] = analyseText('hacía', 'es').stems.values();
    expect(plain).not.toBe(accented);
    expect(withStem(plain, ...contents)).toEqual([['hacia', inPlain]]);
    expect(withStem(accented, ...contents)).toEqual([['hacia', inAccented]]);
  });
});
