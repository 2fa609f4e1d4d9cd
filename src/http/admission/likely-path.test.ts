import { expect, it } from 'vitest';
import { likelyPath } from './likely-path.js';

const KNOWN = ['/search', '/map', '/auto-suggest', '/documents', '/documents/browse', '/keys/browse', '/find-similar'];

it.each([
  ['/serach', '/search'],
  ['/search/', '/search'],
  ['/document', '/documents'],
  ['/suggest', '/auto-suggest'],
  ['/find_similar', '/find-similar'],
  ['/search/suggest', '/auto-suggest'],
  ['/browse', null],
  ['/foo', null],
  ['/', null],
  [`/${'x'.repeat(10_000)}`, null],
])('for %s guesses %s', (written, meant) => {
  expect(likelyPath(written, KNOWN)).toBe(meant);
});
