import { expect, it } from 'vitest';
import { recordDocument } from './records.js';

const OPTIONS = { encoding: null, titleColumn: null, contentColumn: null };

it('takes fields of documents as such, and the rest as metadata', () => {
  const record = {
    id: 'a',
    title: 'T',
    content: '<b>x</b>',
    content_type: 'html',
    language: 'de',
    created_at: '2024-01-02',
    tags: ['x'],
    metadata: { n: 1 },
  };
  expect(recordDocument(record, 1, OPTIONS)).toMatchObject({
    id: 'a',
    title: 'T',
    content: 'x',
    language: 'de',
    createdAt: '2024-01-02T00:00:00.000Z',
    metadata: { tags: ['x'], n: 1 },
  });
});

it('guesses title and content, or is told', () => {
  expect(recordDocument({ Name: 'N', Description: 'D' }, 1, OPTIONS)).toMatchObject({
    title: 'N',
    content: 'D',
    metadata: {},
  });
  const told = recordDocument({ name: 'N', code: 'C', note: 'D' }, 1, {
    encoding: null,
    titleColumn: 'code',
    contentColumn: 'note',
  });
  expect(told).toMatchObject({ title: 'C', content: 'D', metadata: { name: 'N' } });
});

it.each([
  { Bezeichnung: 'N', Beschreibung: 'D' },
  { question: 'N', ['réponse'.normalize('NFD')]: 'D' },
  { 名前: 'N', 説明: 'D' },
])('guesses the columns of tables in other languages: %j', (record) => {
  expect(recordDocument(record, 1, OPTIONS)).toMatchObject({ title: 'N', content: 'D', metadata: {} });
});

it('keeps values that are too long for metadata, or have no content beside them, in the content', () => {
  const long = 'x'.repeat(501);
  expect(recordDocument({ title: 'T', content: 'C', remark: long }, 1, OPTIONS)).toMatchObject({
    content: `C\nremark: ${long}`,
    metadata: {},
  });
  expect(recordDocument({ title: 'T', depth: 14 }, 1, OPTIONS)).toMatchObject({
    content: 'depth: 14',
    metadata: { depth: 14 },
  });
});

it('does not take an id that documents can not have', () => {
  const { id, key } = recordDocument({ id: 'a b/c', title: 'T' }, 7, OPTIONS);
  expect(id).toBeUndefined();
  expect(key).toMatch(/^[0-9a-f]{24}$/);
  expect(recordDocument(JSON.parse('{"title": "T", "__proto__": {"x": 1}}'), 1, OPTIONS).metadata).toEqual({});
});

it('takes blanks and null for nothing', () => {
  const blank = { id: ' ', title: 'T', content: ' ', tenant_id: '\t', source_uri: ' ', metadata: { n: null, k: 1 } };
  expect(recordDocument(blank, 7, OPTIONS)).toMatchObject({
    key: '7',
    title: 'T',
    content: 'k: 1',
    metadata: { k: 1 },
  });
  const { id, tenantId, sourceUri, metadata } = recordDocument(blank, 7, OPTIONS);
  expect([id, tenantId, sourceUri, metadata]).toEqual([undefined, undefined, undefined, { k: 1 }]);
});
