import { describe, expect, it } from 'vitest';
import { parseParts } from '../../text/query/query.js';
import { queryParts } from '../../text/query/query-parts.js';
import { withOtherSpellings } from './other-spellings.js';

/** What stands for which part of a query. */
function spellings(query: string, language = 'en') {
  const { words } = parseParts(queryParts(query), language);
  return withOtherSpellings([], words).map(({ start, end, texts }) => [query.slice(start, end), ...texts]);
}

describe('other spellings', () => {
  it.each([
    ['iphone15', [['iphone15', 'iphone 15']]],
    ['a 10kg bag', [['10kg', '10 kg']]],
    ['case for iPhone 15', [['iPhone 15', 'iphone15']]],
    ['RTX 3080 Ti', [['RTX 3080', 'rtx3080'], ['3080 Ti', '3080ti']]], // biome-ignore format: a line a query
    ['E-12', [['E-12', 'e12']]],
    ['2.5 kg', [['2.5 kg', '2.5kg']]],
    ['2.5kg', [['2.5kg', '2.5 kg']]],
    ['2.5 in a row', []],
    ['Wi-Fi password', [['Wi-Fi', 'wifi']]],
    ['Node.js', [['Node.js', 'nodejs']]],
  ])('are found for "%s"', (query, expected) => {
    expect(spellings(query)).toEqual(expected);
  });

  it.each([
    'data base',
    'in 2024',
    'U.S. law',
    'h2o',
    '1,000 km',
    '1/2 inch',
    '24/7 support',
    'v1.2',
    'x86-64',
    '2024 2025',
    'iPhone, 15',
    'anna@example.com',
    '"iphone 15" case',
    'fast -iphone15',
    '東京2020年',
    `${'word '.repeat(40)}iphone15`,
  ])('are not made of "%s"', (query) => {
    expect(spellings(query, query.startsWith('東') ? 'ja' : 'en')).toEqual([]);
  });

  it('give way to what the caller replaces', () => {
    const query = 'iphone 15 10kg';
    const own = { start: 0, end: 9, texts: ['apple phone'] };
    const { words } = parseParts(queryParts(query), 'en');
    expect(withOtherSpellings([own], words)).toEqual([own, { start: 10, end: 14, texts: ['10 kg'], isSpelling: true }]);
  });
});
