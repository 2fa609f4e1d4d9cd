import { describe, expect, it } from 'vitest';
import { answerLines, VERSION } from './harness/client.js';
import { ACCEPTED_FIELDS, REFUSED_FIELDS } from './harness/document-cases.js';
import { expectError, expectProblems } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const NOTE = { title: 'T', tenant_id: 't' };

async function importLines(text: string, query = '') {
  const answer = await shared.client.importText(text, { query });
  expect(answer.status, answer.text).toBe(200);
  const lines = answerLines(answer);
  return { answer, results: lines.slice(0, -1), summary: lines[lines.length - 1] };
}

describe('an import', () => {
  it('answers a line for each line and a result at the end', async () => {
    const { answer, results, summary } = await importLines('{"id":"one","title":"T","tenant_id":"t"}\n');
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    expect(answer.headers.get('x-request-id')).not.toBeNull();
    expect(results).toEqual([{ line: 1, id: 'one', status: 'created', error: null }]);
    expect(summary).toEqual({
      ...{ object: 'import_result', url: `${VERSION}/documents/import`, created: 1, updated: 0, failed: 0 },
      token_usage: {
        semantic_tokens: expect.any(Number),
        llm_tokens: { llm_output_tokens: 0, llm_input_tokens: 0, model: null },
      },
      livemode: true,
    });
  });

  it('of nothing is an import of no lines', async () => {
    for (const text of ['', '\n', '\r\n \t\n']) {
      const { results, summary } = await importLines(text);
      expect({ results, summary }).toMatchObject({ results: [], summary: { created: 0, updated: 0, failed: 0 } });
    }
  });

  it('leaves blank lines out, but counts them', async () => {
    const line = JSON.stringify(NOTE);
    const { results } = await importLines(`\n${line}\r\n\n${line}`);
    expect(results.map((result) => [result.line, result.status])).toEqual([
      [2, 'created'],
      [4, 'created'],
    ]);
    expect(results[0].id).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  it('goes on after lines that fail, and says why', async () => {
    const lines = [
      '{broken',
      '{}',
      '[]',
      '{"id":"bad id","title":"T","tenant_id":"t"}',
      '{"id":"ok","title":"T","tenant_id":"t"}',
    ];
    const { answer, results, summary } = await importLines(lines.join('\n'));
    expect(results.map(({ status, id }) => [status, id])).toEqual([
      ['failed', null],
      ['failed', null],
      ['failed', null],
      ['failed', null],
      ['created', 'ok'],
    ]);
    expect(results.map(({ error }) => error?.code)).toEqual([
      ...['json_malformed', 'parameter_missing', 'parameter_type', 'parameter_invalid', undefined],
    ]);
    expect(results[1].error?.errors.map(({ param }) => param)).toEqual(['title', 'tenant_id']);
    expect(results[1].error).toMatchObject({ type: 'invalid_request_error', param: 'title' });
    expect(results[1].error?.request_id).toBe(answer.headers.get('x-request-id'));
    expect(summary).toMatchObject({ created: 1, failed: 4 });
  });

  it.each(ACCEPTED_FIELDS)('takes a line with $what', async ({ sent, stored = {} }) => {
    const { results } = await importLines(JSON.stringify({ ...NOTE, ...sent }));
    expect(results[0].error).toBeNull();
    expect((await shared.client.getDocument(String(results[0].id))).body).toMatchObject({ ...sent, ...stored });
  });

  it('refuses in a line what is refused in a document that is sent alone', async () => {
    const { results } = await importLines(
      REFUSED_FIELDS.map(({ sent }) => JSON.stringify({ ...NOTE, ...sent })).join('\n'),
    );
    const found = results.map(({ error }) => Object.fromEntries(error?.errors.map((e) => [e.param, e.code]) ?? []));
    expect(found).toEqual(REFUSED_FIELDS.map(({ problems }) => problems));
  });
});

describe('the mode of an import', () => {
  const again = async (mode: string, id: string) => {
    await shared.client.addDocument({ ...NOTE, id, content: 'old', metadata: { a: 1 }, created_at: '2020-01-01' });
    return importLines(JSON.stringify({ id, title: 'new', tenant_id: 't' }), mode);
  };

  it.each(['', '?mode=upsert'])('%j replaces a document that exists, whole', async (query) => {
    const id = `replaced${query.length}`;
    const { results, summary } = await again(query, id);
    expect(results).toEqual([{ line: 1, id, status: 'updated', error: null }]);
    expect(summary).toMatchObject({ created: 0, updated: 1, failed: 0 });
    const { body } = await shared.client.getDocument(id);
    expect(body).toMatchObject({ title: 'new', content: null, metadata: null });
  });

  it('insert lets a line with an id that is taken fail', async () => {
    const { results, summary } = await again('?mode=insert', 'kept');
    expect(results).toMatchObject([{ line: 1, id: 'kept', status: 'failed', error: { code: 'document_exists' } }]);
    expect(summary).toMatchObject({ created: 0, failed: 1 });
    expect((await shared.client.getDocument('kept')).body).toMatchObject({ title: 'T', content: 'old' });
  });

  it('decides what becomes of an id that comes twice', async () => {
    const twice = (id: string) => [1, 2].map((n) => JSON.stringify({ id, title: `${n}`, tenant_id: 't' })).join('\n');
    const upserted = await importLines(twice('up'));
    expect(upserted.results.map(({ status }) => status)).toEqual(['created', 'updated']);
    expect((await shared.client.getDocument('up')).body.title).toBe('2');
    const inserted = await importLines(twice('in'), '?mode=insert');
    expect(inserted.results.map(({ status }) => status)).toEqual(['created', 'failed']);
    expect((await shared.client.getDocument('in')).body.title).toBe('1');
  });

  it.each([
    ['?mode=replace', { mode: 'parameter_invalid' }],
    ['?mode=', { mode: 'parameter_invalid' }],
    ['?mode=insert&mode=upsert', { mode: 'parameter_type' }],
    ['?moed=insert', { moed: 'parameter_unknown' }],
  ])('is refused in %s', async (query, problems) => {
    expectProblems(await shared.client.importText('', { query }), problems);
  });
});

describe('the type of an import', () => {
  it.each(['application/json', 'text/plain', 'multipart/form-data'])('is not %s', async (type) => {
    const answer = await shared.client.importText('{}', { headers: { 'Content-Type': type } });
    expectError(answer, 415, 'unsupported_media_type');
  });

  it('may name its charset', async () => {
    const headers = { 'Content-Type': 'application/x-ndjson; charset=utf-8' };
    expect((await shared.client.importText('', { headers })).status).toBe(200);
  });
});
