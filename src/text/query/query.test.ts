import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ParsedQuery, parseQuery, type QueryWord, queryTerms } from './query.js';

function terms(words: QueryWord[]): string {
  return words
    .filter((word) => word.kind === 'word')
    .map((word) => word.term)
    .join(' ');
}

function allWords({ words, phrases, excluded, excludedPhrases }: ParsedQuery): QueryWord[] {
  return [...words, ...[...phrases, ...excluded, ...excludedPhrases].flatMap((phrase) => phrase.words)];
}

function read(query: string, language = 'en') {
  const { words, phrases, excluded, excludedPhrases } = parseQuery(query, language);
  return {
    words: terms(words),
    phrases: phrases.map((phrase) => terms(phrase.words)),
    excluded: [...excluded, ...excludedPhrases].map((phrase) => terms(phrase.words)),
  };
}

describe('parseQuery', () => {
  it.each([
    ['plain words', 'plain words', [], []],
    ['"exact phrase" and more', 'and more', ['exact phrase'], []],
    ['jaguar -car -"land rover"', 'jaguar', [], ['car', 'land rover']],
    ['“curly quotes” „deutsch“ «guillemets» 「日本」', '', ['curly quotes', 'deutsch', 'guillemets', '日本'], []],
    ['state-of-the-art e-mail', 'state of the art e mail', [], []],
    ['a - b -- c -', 'a b c', [], []],
    ['an "unbalanced quote', 'an unbalanced quote', [], []],
    ['5" pipe and 6" pipe', '5 pipe and 6 pipe', [], []],
    ['"" nothing " "', 'nothing', [], []],
    ['-only -"these two"', '', [], ['only', 'these two']],
    ['-AB-1234/x', '', [], ['ab 1234 x']],
    ['temperature −5', 'temperature 5', [], []],
    ['("in brackets")', '', ['in brackets'], []],
    ['', '', [], []],
    ['-', '', [], []],
  ])('reads %j', (query, words, phrases, excluded) => {
    expect(read(query)).toEqual({ words, phrases, excluded });
  });

  it('gives places in the query', () => {
    const query = 'find "Red Foxes" -Dogs';
    const words = allWords(parseQuery(query, 'en'));
    expect(words.map(({ start, end }) => query.slice(start, end))).toEqual(['find', 'Red', 'Foxes', 'Dogs']);
    expect(words.map((word) => word.position)).toEqual([0, 1, 2, 3]);
  });

  it('keeps whole codes and bigrams beside the words, but not in phrases', () => {
    expect(parseQuery('AB-1234/x', 'en').words.find((word) => word.kind === 'compound')?.term).toBe('ab-1234/x');
    expect(parseQuery('北京大学生', 'zh').words.some((word) => word.kind === 'bigram')).toBe(true);
    expect(parseQuery('"AB-1234/x"', 'en').phrases[0].words.every((word) => word.kind === 'word')).toBe(true);
  });

  it('has the pairs of characters of a phrase without spaces, and of no other', () => {
    const pairs = (query: string, language: string) =>
      parseQuery(query, language).phrases[0].pairs.map(({ term }) => term);
    expect(pairs('"クジラ"', 'ja')).toEqual(['クジ', 'ジラ']);
    expect(pairs('"京大"', 'zh')).toEqual(['京大']);
    expect(pairs('"北京大学"', 'zh')).toEqual(['北京', '京大', '大学']);
    for (const query of ['"鲸"', '"iPhone手机"', '"北京，大学"']) expect(pairs(query, 'zh')).toEqual([]);
    expect(pairs('"red foxes"', 'en')).toEqual([]);
  });

  it('knows stop words and codes', () => {
    const { words } = parseQuery('the model X500', 'en');
    expect(words.map((word) => word.isStopWord)).toEqual([true, false, false]);
    expect(words.map((word) => word.isCode)).toEqual([false, false, true]);
  });

  it('stays fast on rows of marks', () => {
    for (const mark of ['"', '„', '“', '-', '-"', ' -a', '«', '" ']) {
      const { phrases, excluded, excludedPhrases } = parseQuery(mark.repeat(10_000), 'en');
      expect(phrases.length + excluded.length + excludedPhrases.length).toBeLessThanOrEqual(10_000);
    }
  });

  it('puts every word somewhere, once', () => {
    const piece = fc.constantFrom('word ', '"', '-', ' ', 'AB-12', '„', '“', 'x', '5"');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const query = pieces.join('');
        const all = allWords(parseQuery(query, 'en')).filter((word) => word.kind === 'word');
        expect(new Set(all.map((word) => word.start)).size).toBe(all.length);
        const written = all.sort((a, b) => a.start - b.start).map(({ start, end }) => query.slice(start, end));
        expect(written.join('')).toBe(query.replace(/[^\p{L}\p{N}]/gu, ''));
      }),
    );
  });
});

describe('queryTerms', () => {
  it('drops stop words only if something is left', () => {
    expect(terms(queryTerms(parseQuery('what is the capital', 'en').words))).toBe('capital');
    expect(terms(queryTerms(parseQuery('to be or not to be', 'en').words))).toBe('to be or not to be');
    expect(queryTerms([])).toEqual([]);
  });
});
