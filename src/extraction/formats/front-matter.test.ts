import { expect, it } from 'vitest';
import { readFrontMatter } from './front-matter.js';

it('reads values, lists and quotes, and skips what it does not know', () => {
  const values = readFrontMatter(
    '---\ntitle: "Tides: a guide"\ntags: [sea, "moon"]\nauthors:\n  - Ada\n  - Bo\ndate: 2024-01-02 # a remark\nnested:\n  a: 1\n---\n# X',
  );
  expect(Object.fromEntries(values)).toMatchObject({
    title: 'Tides: a guide',
    tags: ['sea', 'moon'],
    authors: ['Ada', 'Bo'],
    date: '2024-01-02',
  });
});

it('is empty without a block at the top', () => {
  expect(readFrontMatter('# X\n---\na: b\n---').size).toBe(0);
  expect(readFrontMatter('---\nnever: closed').size).toBe(0);
});
