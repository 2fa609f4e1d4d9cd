import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MatchedForms } from '../../domain/search/word-query.js';
import { analyze } from '../analysis/analyze.js';
import type { Token } from '../analysis/scan-tokens.js';
import { isStopWord } from '../analysis/stop-words.js';
import { MatchFinder } from './find-matches.js';

function found(texts: string[], language: string, wanted: Partial<MatchedForms>): string[][] {
  const matches = new MatchFinder({ words: [], phrases: [], typos: [], ...wanted }).find(texts, language);
  return matches.map((ranges, i) => ranges.map(({ start, end }) => texts[i].slice(start, end)));
}

const word = (term: string, stem = term) => ({ term, stem });

describe('MatchFinder', () => {
  it('finds words as they are and with the same stem', () => {
    const text = 'Running foxes ran; a Fox runs. The café.';
    expect(found([text], 'en', { words: [word('cafe')] })).toEqual([['café']]);
    expect(found([text], 'en', { words: [word('fox'), word('run')] })).toEqual([['Running', 'foxes', 'Fox', 'runs']]);
  });

  it('finds typos of words that a document does not have', () => {
    const wanted = { words: [word('fox')], typos: [{ word: 'fox', terms: ['fix'] }] };
    expect(found(['A fix', 'no more'], 'en', wanted)).toEqual([['fix'], []]);
    expect(found(['A fix', 'for foxes'], 'en', wanted)).toEqual([[], ['foxes']]);
  });

  it('finds stop words only as they are asked for', () => {
    expect(found(['They will be willing, he wills it.'], 'en', { words: [word('willing', 'will')] })).toEqual([
      ['willing', 'wills'],
    ]);
    expect(found(['To be, or being'], 'en', { words: [word('be'), word('to')] })).toEqual([['To', 'be']]);
    const typos = [{ word: 'thier', terms: ['their'] }];
    expect(found(['On their own'], 'en', { words: [word('thier')], typos })).toEqual([[]]);
  });

  it('finds phrases as a whole, and none of their words elsewhere', () => {
    const phrases = [{ terms: ['the', 'red', 'fox'], of: 'words' as const }];
    expect(found(['The red fox. A fox, the red one; red fox.', 'the  Red\nFox'], 'en', { phrases })).toEqual([
      ['The red fox'],
      ['the  Red\nFox'],
    ]);
    const boats = { words: [word('harbour')], phrases: [{ terms: ['boats'], of: 'words' as const }] };
    expect(found(['Boats in harbours: a boat, boats.'], 'en', boats)).toEqual([['Boats', 'harbours', 'boats']]);
    expect(found(['red red fox'], 'en', { phrases: [{ terms: ['red', 'fox'], of: 'words' }] })).toEqual([['red fox']]);
  });

  it('finds phrases inside of longer words where a script has no spaces', () => {
    const phrase = (...terms: string[]) => ({ phrases: [{ terms, of: 'pairs' as const }] });
    expect(found(['シロナガスクジラは最大です。ジラ'], 'ja', phrase('クジ', 'ジラ'))).toEqual([['クジラ']]);
    expect(found(['大学生在大学学习。'], 'zh', phrase('大学'))).toEqual([['大学', '大学']]);
    expect(found(['北京，京大'], 'zh', phrase('北京', '京大'))).toEqual([[]]);
  });

  it('finds codes whole and characters without a dictionary', () => {
    expect(found(['See AB-1234/x.'], 'en', { words: [word('ab-1234/x')] })).toEqual([['AB-1234/x']]);
    const addresses = 'See HTTPS://www.example.org/a, WWW.Example.org and e-mail.';
    expect(found([addresses], 'en', { words: [word('example.org/a'), word('example.org'), word('email')] })).toEqual([
      ['HTTPS://www.example.org/a', 'WWW.Example.org', 'e-mail'],
    ]);
    expect(found(['区块链技术'], 'zh', { words: [word('块链')] })).toEqual([['块链']]);
  });

  it('finds matches in the order of the text, whatever words lie between', () => {
    const wanted = { words: [word('c++'), word('漢字')] };
    // The second time, all letters have been met before.
    for (let time = 0; time < 2; time++) {
      expect(found(['We like C++ more 漢字 here'], 'en', wanted)).toEqual([['C++', '漢字']]);
    }
  });

  it('finds in texts of all kinds what comparing every one of their words finds', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('en', 'de', 'fr', 'tr', 'ru', 'ar', 'he', 'zh', 'ja', 'th'),
        anyCase,
        (language, sent) => {
          const tokens = sent.texts.map((text) => analyze(text, language));
          const all = [...tokens.flat(), ...analyze(sent.others, language)];
          const pick = (index: number) => all[index % Math.max(1, all.length)] ?? word('x');
          const words = sent.words.map(pick).map(({ term, stem }) => word(term, stem));
          const typos = sent.typos.map(([one, other]) => ({ word: pick(other).term, terms: [pick(one).term] }));
          const matches = new MatchFinder({ words, phrases: [], typos }).find(sent.texts, language);
          const ranges = matches.map((found) => found.map(({ start, end }) => ({ start, end })));
          expect(ranges).toEqual(compareAll(tokens, language, { words, typos }));
        },
      ),
      { numRuns: 500 },
    );
  });
});

const beginning = fc.constantFrom(
  ...'die dy l ly tie a ae app sk hop gener Über l’a ко كتاب הכ 東京 กา c c++ e-ma AB-1 İst'.split(' '),
);
const ending = fc.constantFrom(...' s es ied ying ed ing ly ation e m ик ات ים 大学 \u0301 \u00ad #'.split(' '));
const written = fc.oneof(
  fc.tuple(beginning, ending).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const anyText = fc.array(written, { maxLength: 30 }).map((words) => words.join(' '));
const place = fc.nat({ max: 1000 });
const anyCase = fc.record({
  texts: fc.array(anyText, { minLength: 1, maxLength: 2 }),
  others: anyText,
  words: fc.array(place, { maxLength: 4 }),
  typos: fc.array(fc.tuple(place, place), { maxLength: 3 }),
});

/** The same by the plain way: every word of the texts is compared with every form. */
function compareAll(
  texts: Token[][],
  language: string,
  { words, typos }: Pick<MatchedForms, 'words' | 'typos'>,
): { start: number; end: number }[][] {
  const isStressed = (token: Token) =>
    !isStopWord(token.term, language) || words.some(({ term }) => token.term === term);
  const isWanted = (token: Token) =>
    words.some(({ term, stem }) => token.term === term || (token.kind === 'word' && token.stem === stem));
  const found = texts.flat().filter((token) => isWanted(token) && isStressed(token));
  const isMissing = (wanted: string) =>
    !words.some(
      ({ term, stem }) => term === wanted && found.some((token) => token.term === term || token.stem === stem),
    );
  const active = typos.filter(({ word }) => isMissing(word)).flatMap(({ terms }) => terms);
  return texts.map((tokens) =>
    tokens
      .filter((token) => isStressed(token) && (isWanted(token) || active.includes(token.term)))
      .map(({ start, end }) => ({ start, end })),
  );
}
