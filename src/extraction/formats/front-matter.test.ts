import { expect, it } from 'vitest';
import { type FrontMatter, readFrontMatter, type Setting } from './front-matter.js';

function valuesOf(settings: FrontMatter): Record<string, unknown> {
  return Object.fromEntries([...settings].map(([key, { value }]) => [key, textsOf(value)]));
}

function textsOf(value: Setting['value']): unknown {
  if (!(value instanceof Map)) return Array.isArray(value) ? value.map(({ text }) => text) : value.text;
  return Object.fromEntries([...value].map(([name, inner]) => [name, textsOf(inner)]));
}

it('reads values, lists and quotes, and skips what it does not know', () => {
  const values = readFrontMatter(
    '---\ntitle: "Tides: a guide"\ntags: [sea, "moon"]\nauthors:\n  - Ada\n  - Bo\ndate: 2024-01-02 # a remark\nnested:\n  a: 1\n---\n# X',
  );
  expect(valuesOf(values)).toMatchObject({
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

it('takes no list inside an object for that of the object', () => {
  const block = '---\nnested:\n  first:\n    - a\n  second:\n    - b\ntags:\n  - c\n  # a remark: none\n  - d\n---\n';
  expect(valuesOf(readFrontMatter(block))).toEqual({ nested: { first: ['a'], second: ['b'] }, tags: ['c', 'd'] });
});

it('reads objects, and skips objects in them', () => {
  const block =
    '---\nnested:\n  k: v\n  many: [1, 2]\n  deeper:\n    x: y\n  text: |\n    a: b\n  last: 5\nnext: 1\n---\n';
  const nested = { k: 'v', many: ['1', '2'], deeper: [], last: '5' };
  expect(valuesOf(readFrontMatter(block))).toEqual({ nested, next: '1' });
});

it('skips objects and texts that go on in the next lines', () => {
  const block = '---\nlong: >-\n  more\nobject: {a: 1}\nopen: [a,\n  b]\nlist:\n  - name: x\n  - y\ntime: 10:30\n---\n';
  expect(valuesOf(readFrontMatter(block))).toEqual({ list: ['y'], time: '10:30' });
});

it('reads values with long white space in them', () => {
  const blanks = ' '.repeat(19_900);
  expect(valuesOf(readFrontMatter(`---\na: b${blanks}c\n---\n`))).toEqual({ a: `b${blanks}c` });
  expect(valuesOf(readFrontMatter(`---\na: b \t # c # d\n---\n`))).toEqual({ a: 'b' });
});
