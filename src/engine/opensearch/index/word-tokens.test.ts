import { expect, it } from 'vitest';
import { analyseText } from '../../document/analysed-text.js';
import { distinctTokens, pairTokens, stemTokens, stemTokensIn, termTokens } from './word-tokens.js';

const tokensOf = (tokens: string) => tokens.split(' ');

it('puts words at positions of their own, and compounds at those of the words that they overlap', () => {
  expect(tokensOf(termTokens(analyseText('Send e-mail', 'en'), 'en'))).toEqual([
    'en:send',
    'en:e\u001fen:email',
    'en:mail',
  ]);
});

it('has a stem as often as its words, also the one that a word without accents would have', () => {
  expect(tokensOf(stemTokens(analyseText('tide tides', 'en'), stemTokensIn('en')))).toEqual(['en~tide', 'en~tide']);
  const [marked] = tokensOf(stemTokens(analyseText('blåbär', 'sv'), stemTokensIn('sv')));
  expect(distinctTokens([analyseText('blåbär', 'sv')], 'sv', stemTokensIn('sv'))).toContain(marked);
  const bare = tokensOf(stemTokens(analyseText('blabar', 'sv'), stemTokensIn('sv')));
  expect(tokensOf(stemTokens(analyseText('blåbär', 'sv'), stemTokensIn('sv')))).toEqual(expect.arrayContaining(bare));
});

it('has the stem of each spelling of a term', () => {
  const stemsIn = (text: string) => tokensOf(stemTokens(analyseText(text, 'es'), stemTokensIn('es')));
  const twice = [...stemsIn('hacia'), ...stemsIn('hacía')];
  expect(stemsIn('hacia hacía').sort()).toEqual(twice.sort());
  expect(stemsIn('hacía hacia').sort()).toEqual(twice);
});

it('has the characters of words of two, so that one of them finds the word', () => {
  expect(tokensOf(stemTokens(analyseText('大学', 'zh'), stemTokensIn('zh')))).toEqual(['zh~大学', 'zh.大', 'zh.学']);
});

it('lets pairs of characters follow one another wherever words begin', () => {
  expect(tokensOf(pairTokens('東京大学', 'ja'))).toEqual(['ja:東京', 'ja:京大', 'ja:大学']);
  expect(tokensOf(pairTokens('東京。大学', 'ja'))).toEqual(['ja:東京', '\u001e', 'ja:大学']);
  expect(pairTokens('harbour', 'en')).toBe('');
});
