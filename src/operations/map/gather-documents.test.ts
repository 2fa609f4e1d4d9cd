import { expect, it } from 'vitest';
import { beginningOf } from './gather-documents.js';

it('takes no part of a word for a word', () => {
  expect(beginningOf('x'.repeat(40))).toBe('x'.repeat(40));
  expect(beginningOf(`${'ab '.repeat(198)}cd heavily`)).toBe(`${'ab '.repeat(198)}cd`);
  expect(beginningOf('x'.repeat(1000))).toHaveLength(600);
});
