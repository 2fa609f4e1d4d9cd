import { describe, expect, it } from 'vitest';
import { MatchFinder, type WantedForms } from './find-matches.js';

function found(texts: string[], language: string, wanted: Partial<WantedForms>): string[][] {
  const matches = new MatchFinder({ words: [], typos: [], ...wanted }).find(texts, language);
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
    const wanted = { words: [word('fox')], typos: [{ term: 'fix', word: 'fox' }] };
    expect(found(['A fix', 'no more'], 'en', wanted)).toEqual([['fix'], []]);
    expect(found(['A fix', 'for foxes'], 'en', wanted)).toEqual([[], ['foxes']]);
  });

  it('finds codes whole and characters without a dictionary', () => {
    expect(found(['See AB-1234/x.'], 'en', { words: [word('ab-1234/x')] })).toEqual([['AB-1234/x']]);
    expect(found(['区块链技术'], 'zh', { words: [word('块链')] })).toEqual([['块链']]);
  });
});
