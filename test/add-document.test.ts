import { describe, expect, it } from 'vitest';
import { VERSION } from './harness/client.js';
import { ACCEPTED_FIELDS, LANGUAGES, REFUSED_FIELDS } from './harness/document-cases.js';
import { expectError, expectProblems, expectSuccess, ISO_UTC } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const add = (fields: Record<string, unknown>) =>
  shared.client.addDocument({ title: 'A title', tenant_id: 'library', ...fields });

describe('adding a document', () => {
  it('answers the document, with every field and the envelope', async () => {
    const sent = {
      id: 'whole',
      title: 'How tides work',
      tenant_id: 'library',
      content: 'The Moon pulls the oceans.',
      language: 'de',
      metadata: { topic: 'oceans', author: { name: 'Ada' }, pages: [1, 2] },
      source_uri: 'https://example.org/tides',
      created_at: '2024-01-02T03:04:05.678Z',
      updated_at: '2024-02-03T04:05:06.789Z',
    };
    const answer = await shared.client.addDocument(sent);
    expectSuccess(answer, 'document');
    const { token_usage, ...rest } = answer.body;
    expect(rest).toEqual({ ...sent, object: 'document', url: `${VERSION}/documents`, livemode: true });
    expect(token_usage.semantic_tokens).toBeGreaterThan(0);
    expect(Object.keys(answer.body)).toHaveLength(13);
  });

  it('fills in what is left out', async () => {
    const before = Date.now();
    const { body } = await add({});
    expect(body).toMatchObject({ content: null, metadata: null, source_uri: null, language: 'en' });
    expect(body.id).toMatch(/^[A-Za-z0-9_-]{1,128}$/);
    expect(body.created_at).toMatch(ISO_UTC);
    expect(body.updated_at).toBe(body.created_at);
    expect(Date.parse(body.created_at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(body.created_at)).toBeLessThanOrEqual(Date.now());
  });

  it('gives each document an id of its own', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => add({})));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(20);
  });

  it('counts more tokens for more text', async () => {
    const small = await add({ content: 'few words' });
    const large = await add({ content: 'many words '.repeat(500) });
    expect(large.body.token_usage.semantic_tokens).toBeGreaterThan(small.body.token_usage.semantic_tokens);
  });

  it.each(ACCEPTED_FIELDS)('takes $what', async ({ sent, stored = {} }) => {
    const answer = await add(sent);
    expectSuccess(answer, 'document');
    expect(answer.body).toMatchObject({ ...sent, ...stored });
    expect((await shared.client.getDocument(answer.body.id)).body).toMatchObject({ ...sent, ...stored });
  });

  it.each(REFUSED_FIELDS)('refuses $what', async ({ sent, problems }) => {
    expectProblems(await add(sent), problems);
  });

  it.each([
    ['a', 'an id of 1 character'],
    ['x'.repeat(128), 'an id of 128 characters'],
    ['AZaz09_-', 'every character that ids may have'],
  ])('takes %j as %s', async (id) => {
    expect((await add({ id })).body.id).toBe(id);
  });

  it.each([
    ['', 'parameter_too_short'],
    ['x'.repeat(129), 'parameter_too_long'],
    ['a b', 'parameter_invalid'],
    ['a/b', 'parameter_invalid'],
    ['ä', 'parameter_invalid'],
    ['a\n', 'parameter_invalid'],
    ['browse', 'parameter_invalid'],
    ['import', 'parameter_invalid'],
    ['metadata-schema', 'parameter_invalid'],
    [7, 'parameter_type'],
    [null, 'parameter_type'],
  ])('refuses the id %j as %s', async (id, code) => {
    expectProblems(await add({ id }), { id: code });
  });

  it('names both parameters that are required', async () => {
    expectProblems(await shared.client.addDocument({}), {
      title: 'parameter_missing',
      tenant_id: 'parameter_missing',
    });
  });

  it('suggests what a misspelt parameter was meant to be', async () => {
    const { body } = await add({ contnet: 'x' });
    expect(body.error.message).toContain('"content"');
  });

  it.each([
    [' an empty object', {}],
    ['null', null],
  ])('keeps %s of metadata as null', async (_, metadata) => {
    expect((await add({ metadata })).body.metadata).toBeNull();
  });

  it('refuses null as a metadata value', async () => {
    expectProblems(await add({ metadata: { a: null } }), { 'metadata.a': 'parameter_type' });
  });

  it.each(LANGUAGES)('takes the language %s', async (language) => {
    expect((await add({ language })).body.language).toBe(language);
  });

  it('refuses an id that is taken, and leaves its document alone', async () => {
    await add({ id: 'taken', title: 'first' });
    const answer = await add({ id: 'taken', title: 'second' });
    expectError(answer, 409, 'document_exists');
    expect(answer.body.error.param).toBe('id');
    expect((await shared.client.getDocument('taken')).body.title).toBe('first');
  });

  it('takes an id again once its document is deleted', async () => {
    await add({ id: 'again', title: 'first' });
    await shared.client.deleteDocument('again');
    expect((await add({ id: 'again', title: 'second' })).body.title).toBe('second');
  });
});
