import { describe, expect, it } from 'vitest';
import type { Json } from './harness/client.js';
import { VERSION } from './harness/client.js';
import { ACCEPTED_FIELDS, REFUSED_FIELDS } from './harness/document-cases.js';
import { expectError, expectProblems, expectSuccess } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();

const WHOLE = {
  title: 'Tides',
  tenant_id: 'library',
  content: 'The Moon.',
  language: 'de',
  source_uri: 'https://example.org',
  metadata: { a: 1, b: { c: 'x', d: 'y' } },
  created_at: '2024-01-01T00:00:00.000Z',
  updated_at: '2024-01-02T00:00:00.000Z',
};

/** A new document, and what becomes of it after these changes. */
async function update(changes: Json, document: Json = WHOLE) {
  const { body } = await shared.client.addDocument(document);
  return shared.client.updateDocument(body.id, changes);
}

describe('updating a document', () => {
  it('answers the document with the envelope', async () => {
    const answer = await update({ title: 'New' });
    expectSuccess(answer, 'document');
    expect(answer.body.url).toBe(`${VERSION}/documents/${answer.body.id}`);
    expect(answer.body.token_usage.semantic_tokens).toBeGreaterThan(0);
  });

  it.each(ACCEPTED_FIELDS)('takes $what', async ({ sent, stored = {} }) => {
    const answer = await update(sent, { title: 'T', tenant_id: 't', content: 'old', source_uri: 'old' });
    expectSuccess(answer, 'document');
    expect(answer.body).toMatchObject({ ...sent, ...stored });
    expect((await shared.client.getDocument(answer.body.id)).body).toMatchObject({ ...sent, ...stored });
  });

  it.each(REFUSED_FIELDS)('refuses $what', async ({ sent, problems }) => {
    expectProblems(await update(sent), problems);
  });

  it('does not take another id', async () => {
    expectProblems(await update({ id: 'other' }), { id: 'parameter_unknown' });
  });

  it.each([
    ['title', 'New'],
    ['tenant_id', 'archive'],
    ['content', 'The Sun.'],
    ['language', 'fr'],
    ['source_uri', 'https://example.com'],
    ['created_at', '2020-01-01T00:00:00.000Z'],
  ])('changes %s and nothing else but updated_at', async (field, value) => {
    const before = Date.now();
    const { updated_at, ...kept } = WHOLE;
    const { body } = await update({ [field]: value });
    expect(body).toMatchObject({ ...kept, [field]: value });
    expect(Date.parse(body.updated_at)).toBeGreaterThanOrEqual(before);
    expect(updated_at).not.toBe(body.updated_at);
  });

  it('touches a document that is sent no changes', async () => {
    const { updated_at: _, ...kept } = WHOLE;
    const { body } = await update({});
    expect(body).toMatchObject(kept);
    expect(Date.now() - Date.parse(body.updated_at)).toBeLessThan(60_000);
  });

  it('keeps the updated_at that is sent', async () => {
    expect((await update({ updated_at: '2030-05-06' })).body.updated_at).toBe('2030-05-06T00:00:00.000Z');
  });

  it('clears content and source_uri with null', async () => {
    expect((await update({ content: null, source_uri: null })).body).toMatchObject({
      content: null,
      source_uri: null,
      title: 'Tides',
    });
  });

  it.each([
    ['adds keys', { z: true }, { ...WHOLE.metadata, z: true }],
    ['overwrites a value', { a: 'now text' }, { ...WHOLE.metadata, a: 'now text' }],
    ['replaces a nested object whole', { b: { e: 'z' } }, { a: 1, b: { e: 'z' } }],
    ['removes a key set to null', { a: null }, { b: WHOLE.metadata.b }],
    ['leaves it alone when an unknown key is removed', { nothing: null }, WHOLE.metadata],
    ['leaves it alone when nothing is sent for it', {}, WHOLE.metadata],
    ['is null once the last key is gone', { a: null, b: null }, null],
    ['is cleared with null', null, null],
  ])('merges metadata: %s', async (_, metadata, merged) => {
    expect((await update({ metadata })).body.metadata).toEqual(merged);
  });

  it('counts metadata keys after the merge', async () => {
    const many = Object.fromEntries(Array.from({ length: 98 }, (_, i) => [`k${i}`, i]));
    const full = { ...WHOLE, metadata: { ...many, b: { c: 1 } } };
    expectProblems(await update({ metadata: { one: 1, more: 2 } }, full), { metadata: 'too_many_items' });
    expect((await update({ metadata: { one: 1, more: 2, b: null } }, full)).status).toBe(200);
  });

  it('answers 404 where there is no document', async () => {
    expectError(await shared.client.updateDocument('missing', { title: 'x' }), 404, 'document_not_found');
    expectError(await shared.client.updateDocument('a%20b', { title: 'x' }), 404, 'document_not_found');
  });

  it('says what is wrong with the body before it says that there is no document', async () => {
    expectProblems(await shared.client.updateDocument('missing', { title: '' }), { title: 'parameter_too_short' });
  });

  it('is seen by filters at once, by the new values and not by the old', async () => {
    const { body } = await update({ metadata: { a: 'fresh value' }, tenant_id: 'moved' });
    const byNew = await shared.client.filter({
      filter: { must: [{ term: { 'metadata.a': 'fresh value' } }] },
      tenant_id: ['moved'],
    });
    expect(byNew.body.data.map(({ id }) => id)).toEqual([body.id]);
    const byOld = { must: [{ term: { 'metadata.a': 1 } }, { ids: { values: [body.id] } }] };
    expect((await shared.client.filter({ filter: byOld })).body.total_number_of_results).toBe(0);
  });
});
