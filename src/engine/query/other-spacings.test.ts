import { describe, expect, it } from 'vitest';
import { analyze } from '../../text/analysis/analyze.js';
import { otherSpacings } from './other-spacings.js';

/** What stands for which part of a query. */
function spacings(query: string, language = 'en') {
  return otherSpacings(analyze(query, language), language).map(({ start, end, alternatives }) => [
    query.slice(start, end),
    ...alternatives.map((one) => (one.kind === 'word' ? one.term : one.phrase.terms.join(' '))),
  ]);
}

describe('other spacings', () => {
  it.each([
    ['data set', 'en', ['data set', 'dataset']],
    ['log in', 'en', ['log in', 'login']],
    ['Haus Tür', 'de', ['Haus Tür', 'haustür']],
    ['고객 센터', 'ko', ['고객 센터', '고객센터']],
  ])('are found for two words: "%s"', (query, language, expected) => {
    expect(spacings(query, language)[0]).toEqual(expected);
  });

  it.each([
    ['login', 'en', ['login', 'log in']],
    ['filename', 'en', ['filename', 'fil ename', 'file name', 'filen ame', 'filena me']],
    ['고객센터', 'ko', ['고객센터', '고객 센터']],
  ])('are found for one word: "%s"', (query, language, expected) => {
    expect(spacings(query, language)).toEqual([expected]);
  });

  it.each([
    ['the rapist', ['the rapist']],
    ['one, two', ['one, two']],
    ['wi-fi', ['wi', 'fi', 'wi-fi']],
  ])('are not made of what is no slip: "%s"', (query, parts) => {
    for (const part of parts) expect(spacings(query).map(([of]) => of)).not.toContain(part);
  });

  it.each([
    ['iPhone 15', 'en'],
    ['東京 大学', 'ja'],
    [`${'sea '.repeat(9)}file name`, 'en'],
    ['a b', 'en'],
  ])('are not looked for in "%s"', (query, language) => {
    expect(spacings(query, language).filter(([of]) => of !== 'iPhone')).toEqual([]);
  });

  it('leave letters whole', () => {
    for (const [, ...cuts] of spacings('𐐨𐐨𐐨𐐨𐐨𐐨 प्रधानमंत्री'))
      for (const cut of cuts) expect(cut).not.toMatch(/ \p{M}|[\ud800-\udbff] |^\p{M}/u);
  });
});
