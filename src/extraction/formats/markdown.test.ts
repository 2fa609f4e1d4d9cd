import { describe, expect, it } from 'vitest';
import type { ExtractedDocument } from '../extracted.js';
import { readMarkdown } from './markdown.js';

const OPTIONS = { encoding: null, titleColumn: null, contentColumn: null };

async function read(markdown: string): Promise<ExtractedDocument> {
  for await (const found of readMarkdown({ name: 'a.md', bytes: Buffer.from(markdown) }, OPTIONS)) {
    if ('document' in found) return found.document;
  }
  throw new Error('Nothing was read.');
}

it('takes the fields of a document from front matter, and everything else as metadata', async () => {
  const lines = [
    'title: Release 2.10',
    'date: 2024-04-30',
    'by: Ada',
    'keywords: sea, moon',
    'Product: Planner',
    'version: "2.10"',
    'build: 2.10',
    'weight: 12',
    'draft: false',
    'reviewers: [Bo, Cy]',
    'sizes: [1, 2.5, "3"]',
    'ship:',
    '  name: Vega',
    '  masts: 2',
    '  owner: null',
    'sidebar: null',
    'empty:',
  ];
  expect(await read(`---\n${lines.join('\n')}\n---\nText.`)).toMatchObject({
    title: 'Release 2.10',
    content: 'Text.',
    createdAt: '2024-04-30T00:00:00.000Z',
    metadata: {
      author: 'Ada',
      tags: ['sea', 'moon'],
      Product: 'Planner',
      version: '2.10',
      build: '2.10',
      weight: 12,
      draft: false,
      reviewers: ['Bo', 'Cy'],
      sizes: [1, 2.5, '3'],
      ship: { name: 'Vega', masts: 2 },
    },
  });
  expect((await read('---\nsidebar: null\nempty:\n---\nText.')).metadata).toEqual({});
});

describe('the title', () => {
  it.each([
    ['# Tides', 'Tides'],
    ['Text.\n\n##  Tides *and* moons  ##  \n# More', 'Tides and moons'],
    ['Tides\n===  \nText.', 'Tides'],
    ['# C#', 'C#'],
    ['# #\n## Tides', ''],
    ['#\n### Deep\n## Tides', 'Tides'],
    ['```sh\n# install\n```\n\n# Tides', 'Tides'],
    ['~~~~\n# a\n~~~\n# b\n```\n~~~~\n# Tides', 'Tides'],
    ['```code``` is short\n# Tides', 'Tides'],
    ['```\n# never closed', ''],
    ['Text.', ''],
  ])('of %j is the first heading outside of code', async (markdown, title) => {
    expect((await read(markdown)).title).toBe(title);
  });

  it('may have blanks of any length in it', async () => {
    expect((await read(`# a${' '.repeat(1_990)}x`)).title).toBe('a x');
    expect((await read(`#${' \t'.repeat(900)}x ${'# '.repeat(50)}`)).title).toMatch(/^x #/);
  });
});

it.each(['[unclosed', '[a, b]', '{a: b}'])('takes the heading where the title is %s', async (title) => {
  expect((await read(`---\ntitle: ${title}\n---\n# Heading\nText.`)).title).toBe('Heading');
});
