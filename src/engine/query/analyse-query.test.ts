import { describe, expect, it } from 'vitest';
import { queryParts } from '../../text/query/query-parts.js';
import { analyseWords } from './analyse-query.js';

const termsOf = (words: readonly { term: string }[] | undefined) => words?.map(({ term }) => term);
const read = (query: string, language = 'en', typos: 'forgiven' | 'refused' = 'forgiven') =>
  analyseWords({ language, parts: queryParts(query), typos }).lexical;

describe('a query as the engine looks for it', () => {
  it('has each telling word once', () => {
    expect(termsOf(read('the tides and the Tides of the sea')?.words)).toEqual(['tides', 'sea']);
  });

  it('asks for phrases as they are written, and forgives no typo in them', () => {
    const lexical = read('moon "spring tides"');
    expect(lexical?.phrases).toEqual([{ terms: ['spring', 'tides'], of: 'words' }]);
    expect(lexical?.words.map(({ term, typos }) => [term, typos])).toEqual([
      ['moon', true],
      ['spring', false],
      ['tides', false],
    ]);
  });

  it('tells excluded words from excluded phrases', () => {
    const lexical = read('moon -sun -"neap tides"');
    expect(termsOf(lexical?.excludedWords)).toEqual(['sun']);
    expect(lexical?.excludedPhrases).toEqual([{ terms: ['neap', 'tides'], of: 'words' }]);
  });

  it('forgives no typo in numbers and codes, and none at all where that is not wanted', () => {
    expect(read('pump 1234')?.words.map(({ typos }) => typos)).toEqual([true, false]);
    expect(read('pump', 'en', 'refused')?.words[0].typos).toBe(false);
  });

  it('forgives no typo in a query of words that every text has: most are a letter away from another', () => {
    expect(read('what are these')?.words.map(({ typos }) => typos)).toEqual([false, false, false]);
  });

  it('forgives no typo in the letters of codes and addresses', () => {
    expect(read('pump widf-999')?.words.map(({ term, typos }) => [term, typos])).toEqual([
      ['pump', true],
      ['widf', false],
      ['999', false],
      ['widf-999', false],
    ]);
    expect(read('marie.lopez@corp.com')?.words.some(({ typos }) => typos)).toBe(false);
    expect(read('long-term')?.words.every(({ typos }) => typos)).toBe(true);
  });

  it('is looked for word for word too, where its words could be a phrase', () => {
    expect(read('Spring Tides')?.verbatim).toEqual({ terms: ['spring', 'tides'], of: 'words', lift: 0.9 });
    const long = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen';
    for (const query of ['tides', 'the tides', long, '"spring" tides', 'spring -sun tides']) {
      expect(read(query)?.verbatim).toBeNull();
    }
  });

  it('is looked for with its stop words passed over, unless it has no others', () => {
    const verbatim = { of: 'words', lift: 0.9 };
    expect(read('the Bank of England')?.verbatim).toEqual({ ...verbatim, terms: ['bank', 'england'], steps: [2] });
    expect(read('not to be')?.verbatim).toEqual({ ...verbatim, terms: ['not', 'to', 'be'] });
  });

  it('excludes all forms of a word, and only the one in quotation marks', () => {
    expect(read('pump -orders')).toMatchObject({ excludedWords: [{ stem: 'order' }], excludedPhrases: [] });
    expect(read('pump -"orders"')).toMatchObject({ excludedWords: [], excludedPhrases: [{ terms: ['orders'] }] });
  });

  it('is looked for inside of longer words where a script has no spaces', () => {
    expect(read('テレビ', 'ja')?.verbatim).toEqual({ terms: ['テレ', 'レビ'], of: 'pairs', lift: 0.35 });
    expect(read('京大', 'zh')?.verbatim).toMatchObject({ terms: ['京大'], of: 'pairs' });
    expect(read('东京', 'zh')?.verbatim).toBeNull();
  });

  it('weighs what is only a safety net less', () => {
    const weights = read('月球引起海洋的潮汐', 'zh')?.words.map(({ weight }) => weight) ?? [];
    expect(Math.max(...weights)).toBe(1);
    expect(Math.min(...weights)).toBeLessThan(1);
  });

  it('takes characters that no dictionary joins for one word, and each of them for a safety net', () => {
    const weights = read('京大', 'zh')?.words.map(({ term, weight }) => [term, weight]);
    expect(weights).toEqual([
      ['京', 0.4],
      ['大', 0.4],
      ['京大', 1],
    ]);
  });

  it('weighs a single hiragana next to nothing beside the rest of its word', () => {
    const weights = read('たまご', 'ja')?.words.map(({ term, weight }) => [term, weight]);
    expect(weights).toEqual([
      ['たま', 1],
      ['ご', 0.1],
    ]);
  });

  it('gives the pieces of a word in katakana the weight of one safety net', () => {
    const weights = read('カラス', 'ja')?.words.map(({ term, weight }) => [term, weight]);
    expect(weights).toEqual([
      ['カラス', 1],
      ['カラ', 0.2],
      ['ラス', 0.2],
    ]);
  });

  it('weighs letters and short numbers next to nothing beside a compound of nothing else', () => {
    const weights = (query: string) =>
      Object.fromEntries(read(query)?.words.map(({ term, weight }) => [term, weight]) ?? []);
    expect(weights('C++')).toEqual({ c: 0.1, 'c++': 1 });
    expect(weights('version 2.4')).toEqual({ version: 1, '2': 0.1, '4': 0.1, '2.4': 1 });
    expect(weights('e-mail')).toEqual({ e: 1, mail: 1, email: 0.5 });
    expect(weights('ZX-9981')).toEqual({ zx: 1, '9981': 1, 'zx-9981': 0.5 });
    expect(weights('long-term')).toEqual({ long: 1, term: 1, longterm: 0.5 });
    expect(weights('24 hours')).toEqual({ '24': 1, hours: 1 });
  });

  it('weighs a number as a word where it is one besides', () => {
    for (const query of ['10.7.2.5 within 5 minutes', '5 minutes after 10.7.2.5']) {
      expect(read(query)?.words.find(({ term }) => term === '5')?.weight).toBeCloseTo(Math.SQRT2);
    }
  });

  it.each(['', '  ', '-', '!?'])('is nothing where nothing is asked for: "%s"', (query) => {
    expect(read(query)).toBeNull();
  });
});
