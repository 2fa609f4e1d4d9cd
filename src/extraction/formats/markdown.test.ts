import { expect, it } from 'vitest';
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
    },
  });
  expect((await read('---\nsidebar: null\nempty:\n---\nText.')).metadata).toEqual({});
});
