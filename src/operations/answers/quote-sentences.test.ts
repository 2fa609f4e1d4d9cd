import { describe, expect, it } from 'vitest';
import type { Document } from '../../domain/document/document.js';
import { isTableLine } from '../../text/sentences/sentences.js';
import { quoteSentences } from './quote-sentences.js';
import type { ReadSentence } from './read-evidence.js';

const AMPLE = 1_000;

/** The sentences of a document, which is one passage; the reader points at the beginning of each. */
function sentencesIn(id: string, texts: readonly string[], title = ''): ReadSentence[] {
  const text = texts.join('\n');
  const document: Document = {
    ...{ id, title, content: text, language: 'en', tenantId: 'north', sourceUri: null, metadata: null },
    ...{ createdAt: 0, updatedAt: 0 },
  };
  const evidence = { document, text, start: 0, tableHeader: null, score: 90, documentScore: 90 };
  const sentences: ReadSentence[] = [];
  for (const sentence of texts) {
    const start = text.indexOf(sentence);
    sentences.push({
      ...{
        passage: 0,
        text: sentence,
        start,
        end: start + sentence.length,
        nearby: 1,
        insteadOf: [],
        isUnnamedRow: false,
        isAskedEntry: false,
        lacksCode: false,
      },
      ...{ evidence, before: isTableLine(sentences.at(-1)?.text ?? '') ? null : (sentences.at(-1) ?? null) },
      span: { start, end: start + 3, share: 1 },
    });
  }
  return sentences;
}
const textsOf = (bestFirst: ReadSentence[], budget = AMPLE) =>
  quoteSentences(bestFirst, budget).quotes.map(({ text }) => text);

describe('sentences that an answer quotes', () => {
  it('are in reading order, the document of the best one first', () => {
    const [first, second] = sentencesIn('a', ['The tower is white.', 'The tower is high.']);
    const [other] = sentencesIn('b', ['The tower is old.']);
    expect(textsOf([second, other, first])).toEqual(['The tower is white.', 'The tower is high.', 'The tower is old.']);
  });

  it('are quoted with the one before where they do not name what they speak of, and that one not twice', () => {
    const [named, leaning] = sentencesIn('a', ['The tower stands in Arkholm.', 'It was built in 1871.']);
    const { quotes, span } = quoteSentences([named, leaning], AMPLE);
    expect(quotes.map(({ text }) => text)).toEqual(['The tower stands in Arkholm.\nIt was built in 1871.']);
    expect(span).toEqual({ documentId: 'a', start: 0, end: 3 });
  });

  it('are quoted with the title rather than with a table before them', () => {
    const [, , leaning] = sentencesIn('a', ['Name | Height', 'Tower | 42', 'It was built in 1871.'], 'The tower');
    expect(textsOf([leaning])).toEqual(['The tower: It was built in 1871.']);
  });

  it('are no headings, unless nothing is likelier', () => {
    const [heading, told] = sentencesIn('a', ['Shipping', 'We ship to all EU countries.']);
    expect(textsOf([told, heading])).toEqual(['We ship to all EU countries.']);
    expect(textsOf([heading, told])).toEqual(['Shipping', 'We ship to all EU countries.']);
  });

  it.each([
    ['2. Term', 'The lease begins in May.'],
    ['Ingredients', '- 200 g of rye flour'],
    ['Shifts', 'Day || Early || Late'],
  ])('are no headings such as "%s" above "%s"', (heading, below) => {
    const [first, second] = sentencesIn('a', [heading, below]);
    expect(textsOf([second, first])).toEqual([below]);
  });

  it('are quoted with the question before them, but not with a heading', () => {
    const [, question, leaning] = sentencesIn(
      'a',
      ['Questions', 'When is the pool open?', 'It opens at nine.'],
      'Pool',
    );
    expect(textsOf([leaning])).toEqual(['When is the pool open?\nIt opens at nine.']);
    expect(question.before?.text).toBe('Questions');
    const [, below] = sentencesIn('b', ['Questions', 'It opens at nine.'], 'The pool');
    expect(textsOf([below])).toEqual(['The pool: It opens at nine.']);
  });

  it.each(['Phone: 030 1234', '- Rye flour', 'Porto | Reis', 'The tower is white.'])(
    'are also lines that say something: %s',
    (line) => {
      const [first, second] = sentencesIn('a', [line, 'We are glad to help.']);
      expect(textsOf([second, first])).toHaveLength(2);
    },
  );

  it('are each quoted where documents say the same', () => {
    const [short] = sentencesIn('h1', ['The museum opens at ten']);
    const [long] = sentencesIn('h2', ['The museum opens at ten on weekdays, while on Sundays it stays closed.']);
    const { quotes, span } = quoteSentences([short, long], AMPLE);
    expect(quotes.map(({ sentence }) => sentence.evidence.document.id)).toEqual(['h1', 'h2']);
    expect(span?.documentId).toBe('h1');
  });

  it('end where the budget ends, and the span is in one that is left', () => {
    const [first, second] = sentencesIn('a', ['The tower is white.', 'The tower is 42 metres high.']);
    const { quotes, span, stopReason } = quoteSentences([second, first], 1);
    expect(quotes.map(({ text }) => text)).toEqual(['The tower is white.']);
    expect(span).toEqual({ documentId: 'a', start: first.start, end: first.start + 3 });
    expect(stopReason).toBe('max_tokens');
  });
});
