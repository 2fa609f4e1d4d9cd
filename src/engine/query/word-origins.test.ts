import { expect, it } from 'vitest';
import { queryParts } from '../../text/query/query-parts.js';
import { wordOrigins } from './word-origins.js';

const origins = (query: string, language = 'en') =>
  Object.fromEntries(
    Array.from(wordOrigins({ parts: queryParts(query), language }), ([term, { text, isCompound }]) => [
      term,
      isCompound ? `${text} (compound)` : text,
    ]),
  );

it('knows how the words of a query are written, in quotes too', () => {
  expect(origins('Spring  TIDES "The Moon" -Sun')).toEqual({
    spring: 'Spring',
    tides: 'TIDES',
    the: 'The',
    moon: 'Moon',
  });
});

it('tells words that signs join from single words', () => {
  expect(origins('pump ZX-9981')).toEqual({ pump: 'pump', zx: 'ZX', '9981': '9981', 'zx-9981': 'ZX-9981 (compound)' });
});

it('takes a term that is also a word by itself for a word', () => {
  expect(origins('e-mail email').email).toBe('email');
});
