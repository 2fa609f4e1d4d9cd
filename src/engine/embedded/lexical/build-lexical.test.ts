import { describe, expect, it } from 'vitest';
import { analyseText } from '../../document/analysed-text.js';
import { buildLexical } from './build-lexical.js';
import { vocabularyOf } from './vocabulary.js';

const EMPTY = analyseText('', 'es');

/** The terms that have the stem, in an index of some contents. */
function termsWithStem(stem: string, ...contents: string[]): string[] {
  const documents = contents.map((content, document) => ({
    document,
    texts: { title: EMPTY, content: analyseText(content, 'es') },
  }));
  const [vocabulary] = buildLexical('es', documents);
  const { terms, stems, stemStarts, stemTerms } = vocabularyOf(vocabulary);
  const key = stems.find(stem);
  return key < 0
    ? []
    : Array.from(stemTerms.subarray(stemStarts[key], stemStarts[key + 1]), (term) => terms.text(term));
}

describe('a vocabulary', () => {
  it.each([
    ['documents', ['cambio', 'cambió']],
    ['documents in another order', ['cambió', 'cambio']],
    ['one document', ['cambio cambió cambio']],
  ])('has a term under the stems of all its spellings in %s', (_, contents) => {
    const [plain] = analyseText('cambio', 'es').stems.values();
    const [accented] = analyseText('cambió', 'es').stems.values();
    expect(plain).not.toBe(accented);
    for (const stem of [plain, accented]) expect(termsWithStem(stem, ...contents)).toEqual(['cambio']);
  });
});
