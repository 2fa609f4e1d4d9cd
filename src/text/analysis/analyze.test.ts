import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze } from './analyze.js';
import type { TokenKind } from './scan-tokens.js';

function terms(text: string, kind: TokenKind = 'word', language = 'en'): string[] {
  return analyze(text, language)
    .filter((token) => token.kind === kind)
    .map((token) => token.term);
}

describe('analyze', () => {
  it('says where each word is, as it was written', () => {
    const text = 'The QUICK café’s “naïve” soft\u00adhyphen, O’Neill';
    const tokens = analyze(text, 'en');
    expect(tokens.map(({ start, end }) => text.slice(start, end))).toEqual([
      'The',
      'QUICK',
      'café’s',
      'naïve',
      'soft\u00adhyphen',
      'O’Neill',
    ]);
    expect(tokens.map((token) => token.term)).toEqual(['the', 'quick', 'cafe', 'naive', 'softhyphen', 'oneill']);
    expect(tokens.map((token) => token.position)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it.each([
    ['Order AB-1234/x now', ['ab', '1234', 'x'], ['ab-1234/x']],
    ['Write to Jane.Doe@Example.com.', ['jane', 'doe', 'example', 'com'], ['jane.doe@example.com']],
    [
      'See https://www.example.com/a/b?q=1.',
      ['https', 'www', 'example', 'com', 'a', 'b', 'q', '1'],
      ['example.com/a/b?q=1'],
    ],
    ['on 2024-01-15 at 10:30', ['2024', '01', '15', '10', '30'], ['2024-01-15', '10:30']],
    ['costs 1,000,000.50 or 3.14', ['1', '000', '000', '50', '3', '14'], ['1000000.50', '3.14']],
    ['in the U.S.A. today', ['u', 's', 'a'], ['usa']],
    ['an e-mail about COVID-19', ['e', 'mail', 'covid', '19'], ['email', 'covid-19']],
    ['C++, C# and node.js', ['c', 'node', 'js'], ['c++', 'c#', 'node.js']],
    ['AT&T and snake_case', ['at', 't', 'snake', 'case'], ['at&t', 'snake_case']],
    ['state-of-the-art and/or 1, 2', ['state', 'of', 'the', 'art', 'or', '1', '2'], []],
  ])('finds %j whole and by parts', (text, parts, wholes) => {
    expect(terms(text)).toEqual(expect.arrayContaining(parts));
    expect(terms(text, 'compound')).toEqual(wholes);
  });

  it.each([
    ['ZX-9981', 'zx9981'],
    ['AB-1234/x', 'ab1234x'],
    ['COVID_19', 'covid19'],
    ['978-3-16-148410-0', '9783161484100'],
    ['2024-01-15', '20240115'],
    ['12-34', '12-34'],
    ['A-1/2', 'a-1/2'],
    ['v1.2', 'v1.2'],
    ['x1@example.org', 'x1@example.org'],
  ])('gives the code %s the stem %s, whichever way it is written', (code, stem) => {
    expect(analyze(code, 'en').find(({ kind }) => kind === 'compound')?.stem).toBe(stem);
  });

  it.each([
    ['de', 'Hafen', 'Häfen'],
    ['de', 'schon', 'schön'],
    ['sv', 'far', 'får'],
    ['da', 'for', 'før'],
    ['nb', 'hare', 'håre'],
    ['fi', 'halli', 'hälli'],
    ['et', 'kool', 'kõõl'],
    ['es', 'ano', 'año'],
    ['uk', 'іх', 'їх'],
    ['vi', 'ma', 'mạ'],
  ])('tells %s %s and %s apart, and finds one by the other', (language, one, other) => {
    const [[first], [second]] = [analyze(one, language), analyze(other, language)];
    expect(first.term).not.toBe(second.term);
    expect(first.stem).toBe(second.stem);
  });

  it.each([
    ['de', 'Müller', 'Mueller'],
    ['de', 'Größe', 'GROESSE'],
    ['de', 'Café', 'Cafe'],
    ['sv', 'Malmö', 'Malmø'],
    ['da', 'Århus', 'Aarhus'],
    ['nb', 'Ærø', 'Aeroe'],
    ['fi', 'Šakki', 'sakki'],
    ['es', 'canción', 'cancion'],
    ['es', 'n\u0303\u0301a', 'ña'],
    ['fr', 'élève', 'eleve'],
    ['cs', 'žluťoučký', 'zlutoucky'],
    ['ru', 'ёлка', 'елка'],
    ['vi', 'Đẹp', 'ĐẸP'],
  ])('takes %s %s and %s for one word', (language, one, other) => {
    expect(analyze(one, language)[0].term).toBe(analyze(other, language)[0].term);
  });

  it('gives compounds the position of their first part', () => {
    const compound = analyze('one AB-12 two', 'en').find((token) => token.kind === 'compound');
    expect(compound).toMatchObject({ start: 4, end: 9, position: 1 });
  });

  it('adds bigrams for Chinese and Japanese, beside the words', () => {
    expect(terms('我爱北京天安门', 'word', 'zh').join('')).toBe('我爱北京天安门');
    expect(terms('我爱北京天安门', 'bigram', 'zh')).toEqual(expect.arrayContaining(['爱北', '京天', '天安', '安门']));
    expect(terms('コーヒーを飲みました', 'bigram', 'ja')).toContain('コー');
    expect(terms('飲みました', 'bigram', 'ja')).not.toContain('した');
    expect(terms('我爱北京', 'bigram', 'en')).toEqual([]);
  });

  it('gives bigrams the position of the word they begin in', () => {
    const tokens = analyze('我爱北京天安门', 'zh');
    for (const bigram of tokens.filter((token) => token.kind === 'bigram')) {
      const word = tokens.find((token) => token.kind === 'word' && token.position === bigram.position);
      expect(word?.start).toBeLessThanOrEqual(bigram.start);
      expect(word?.end).toBeGreaterThan(bigram.start);
    }
  });

  it('keeps every range exact, in order and whole, whatever the text and language', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'aB1é\'’-./@ \u00ad\u0301東京かﾊﾟกא"م\u200c한👩‍👧ßİ') }),
    );
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('en', 'de', 'fr', 'tr', 'zh', 'ja', 'ar', 'he', 'fa', 'th'),
        (input, language) => {
          const tokens = analyze(input, language);
          const words = tokens.filter((token) => token.kind === 'word');
          expect(words.map((word) => word.position)).toEqual(words.map((_, i) => i));
          for (let i = 1; i < words.length; i++) expect(words[i].start).toBeGreaterThanOrEqual(words[i - 1].end);
          for (const { term, stem, start, end } of tokens) {
            expect(term.length * stem.length).toBeGreaterThan(0);
            expect(term).not.toMatch(/\s/);
            expect(start).toBeLessThan(end);
            expect(input.slice(start, end)).not.toMatch(/\p{Surrogate}/u);
          }
        },
      ),
    );
  });

  it.each(['a', 'a-', 'a.', "a'", '龘', 'a\u0301\u0323', '\u00ad', 'a\u00ad', '1,', '://', 'a"', 'ก'])(
    'goes through 100 KB of %j in linear time',
    (piece) => {
      expect(analyze(piece.repeat(100_000 / piece.length), 'zh').length).toBeLessThanOrEqual(200_000);
    },
  );
});
