import { beforeAll, describe, expect, it } from 'vitest';
import { type Json, VERSION } from './harness/client.js';
import { expectError, expectSuccess } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const ALWAYS = { filterable: true, sortable: true, facetable: true };

async function field(name: string) {
  return (await shared.client.metadataSchema()).body.data.find((entry) => entry.field === name);
}

beforeAll(async () => {
  const empty = await shared.client.metadataSchema();
  expect(empty.body).toMatchObject({ data: [], total_number_of_documents: 0 });
  await shared.client.importDocuments([
    { id: 'a', title: 'A', tenant_id: 'one', metadata: { pages: 12, author: { name: 'Ada' }, tags: ['x', 'y'] } },
    { id: 'b', title: 'B', tenant_id: 'two', metadata: { pages: 40, tags: ['y'], open: true, day: '2024-01-31' } },
    { id: 'c', title: 'C', tenant_id: 'two', metadata: { pages: 'many', author: { name: 'Bo' }, day: '2020-01-01' } },
    { id: 'd', title: 'D', tenant_id: 'two' },
  ]);
});

describe('the metadata schema', () => {
  it('has an entry for every path, and the envelope', async () => {
    const answer = await shared.client.metadataSchema();
    expectSuccess(answer, 'metadata_schema');
    expect(answer.body.url).toBe(`${VERSION}/documents/metadata-schema`);
    expect(answer.body.total_number_of_documents).toBe(4);
    expect(answer.body.data.map((entry) => entry.field)).toEqual(
      ['author.name', 'day', 'open', 'pages', 'tags'].map((path) => `metadata.${path}`),
    );
  });

  it('describes numbers, also beside strings', async () => {
    const pages = await field('metadata.pages');
    expect(pages).toEqual({
      field: 'metadata.pages',
      types: ['number', 'string'],
      array: false,
      document_count: 3,
      distinct_count: 3,
      examples: expect.arrayContaining([12, 40, 'many']),
      min: 12,
      max: 40,
      ...ALWAYS,
    });
  });

  it('describes dates with their bounds', async () => {
    expect(await field('metadata.day')).toMatchObject({ document_count: 2, distinct_count: 2, ...ALWAYS });
    const { types, min, max } = (await field('metadata.day')) ?? {};
    expect(types).toEqual(['date']);
    expect([Date.parse(String(min)), Date.parse(String(max))]).toEqual([Date.UTC(2020, 0, 1), Date.UTC(2024, 0, 31)]);
  });

  it('describes arrays, booleans and nested paths', async () => {
    expect(await field('metadata.tags')).toMatchObject({
      array: true,
      document_count: 2,
      distinct_count: 2,
      min: null,
    });
    expect(await field('metadata.open')).toMatchObject({
      types: ['boolean'],
      examples: [true],
      array: false,
      max: null,
    });
    expect(await field('metadata.author.name')).toMatchObject({ document_count: 2, examples: ['Ada', 'Bo'] });
  });

  it('shows at most five examples', async () => {
    const many = Array.from({ length: 20 }, (_, i) => ({
      id: `m${i}`,
      title: 'M',
      tenant_id: 'm',
      metadata: { n: i },
    }));
    await shared.client.importDocuments(many);
    expect(await field('metadata.n')).toMatchObject({ distinct_count: 20, min: 0, max: 19 });
    expect((await field('metadata.n'))?.examples).toHaveLength(5);
    for (const { id } of many) await shared.client.deleteDocument(id);
    expect(await field('metadata.n')).toBeUndefined();
  });

  it('follows updates', async () => {
    await shared.client.updateDocument('d', { metadata: { fresh: 'x' } });
    expect(await field('metadata.fresh')).toMatchObject({ document_count: 1 });
    await shared.client.updateDocument('d', { metadata: null });
    expect(await field('metadata.fresh')).toBeUndefined();
  });

  it('leaves out what imports of files note for themselves, and nothing that is a caller’s own', async () => {
    const mark = { file: 'upload:a.md', hash: 'a1', tenant: 'm', id: 'marked', documents: 1 };
    const add = (id: string, metadata: Json) => shared.client.addDocument({ id, title: 'M', tenant_id: 'm', metadata });
    await add('marked', { import: mark });
    expect(await field('metadata.import.file')).toBeUndefined();
    expect(await field('metadata.import.documents')).toBeUndefined();
    await add('own', { import: { file: 'mine', other: 3 } });
    expect(await field('metadata.import.file')).toMatchObject({ document_count: 2 });
    expect(await field('metadata.import.other')).toBeDefined();
    for (const id of ['marked', 'own']) await shared.client.deleteDocument(id);
  });

  it('stays inside the tenants of the key', async () => {
    const bound = await shared.clientWith({ tenants: 'one' });
    const { body } = await bound.metadataSchema();
    expect(body.total_number_of_documents).toBe(1);
    expect(body.data.map((entry) => entry.field)).toEqual(
      ['author.name', 'pages', 'tags'].map((path) => `metadata.${path}`),
    );
    expect(body.data.find((entry) => entry.field === 'metadata.author.name')?.examples).toEqual(['Ada']);
  });

  it('takes no parameters', async () => {
    const answer = await shared.client.get(`${VERSION}/documents/metadata-schema?tenant_id=one`);
    expectError(answer, 400, 'parameter_unknown');
  });
});
