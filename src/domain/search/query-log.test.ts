import { expect, it } from 'vitest';
import { normalizeQuery } from './query-log.js';

it.each([
  ['  Tide \n tables ', 'tide tables'],
  ['İstanbul', 'istanbul'],
  ['ÜBUNG', 'übung'],
])('keeps %j as %j', (query, kept) => {
  expect(normalizeQuery(query)).toBe(kept);
});
