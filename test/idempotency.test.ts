import { beforeAll, describe, expect, it } from 'vitest';
import { answerLines, type Client } from './harness/client.js';
import { expectError, expectProblems, expectSuccess } from './harness/expectations.js';
import { OpenImport } from './harness/open-import.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const NOTE = { title: 'T', tenant_id: 't' };
let other: Client;
let used = 0;

const freshKey = () => ({ 'Idempotency-Key': `key ${used++}` });
const total = async () => (await shared.client.browse()).body.total_number_of_results;

beforeAll(async () => {
  other = await shared.clientWith({});
});

describe('a write with an idempotency key', () => {
  it('that is sent again is answered, but not done, again', async () => {
    const key = freshKey();
    const first = await shared.client.addDocument(NOTE, key);
    const before = await total();
    const second = await shared.client.addDocument(NOTE, key);
    expectSuccess(second, 'document');
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(await total()).toBe(before);
  });

  it('is answered as before even when the document has changed since, or is gone', async () => {
    const key = freshKey();
    const { body } = await shared.client.addDocument(NOTE, key);
    await shared.client.deleteDocument(body.id);
    expect((await shared.client.addDocument(NOTE, key)).body).toEqual(body);
    expectError(await shared.client.getDocument(body.id), 404, 'document_not_found');
  });

  it('and another body is a mismatch', async () => {
    const key = freshKey();
    await shared.client.addDocument(NOTE, key);
    const answer = await shared.client.addDocument({ ...NOTE, title: 'U' }, key);
    expectError(answer, 409, 'idempotency_mismatch');
    expect(answer.body.error.param).toBe('Idempotency-Key');
  });

  it('and another path is a mismatch', async () => {
    const key = freshKey();
    const { body } = await shared.client.addDocument(NOTE, key);
    expectError(await shared.client.updateDocument(body.id, NOTE, key), 409, 'idempotency_mismatch');
  });

  it('that comes many times at once is done once', async () => {
    const key = freshKey();
    const before = await total();
    const answers = await Promise.all(Array.from({ length: 12 }, () => shared.client.addDocument(NOTE, key)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await total()).toBe(before + 1);
  });

  it('that was refused can be mended and sent again', async () => {
    const key = freshKey();
    expectProblems(await shared.client.addDocument({ title: 'T' }, key), { tenant_id: 'parameter_missing' });
    expectSuccess(await shared.client.addDocument(NOTE, key), 'document');
  });

  it('is not mixed up with one of another caller', async () => {
    const key = freshKey();
    const [mine, theirs] = [await shared.client.addDocument(NOTE, key), await other.addDocument(NOTE, key)];
    expect(mine.body.id).not.toBe(theirs.body.id);
    expect(theirs.headers.get('idempotency-replayed')).toBeNull();
  });

  it('may be an update, which then touches the document once', async () => {
    const { body } = await shared.client.addDocument(NOTE);
    const key = freshKey();
    const first = await shared.client.updateDocument(body.id, { title: 'U' }, key);
    await shared.client.updateDocument(body.id, { title: 'V' });
    const second = await shared.client.updateDocument(body.id, { title: 'U' }, key);
    expect(second.body).toEqual(first.body);
    expect((await shared.client.getDocument(body.id)).body.title).toBe('V');
  });

  it('may be an import, whose lines are then answered again', async () => {
    const headers = freshKey();
    const text = `${JSON.stringify(NOTE)}\n{broken\n${JSON.stringify(NOTE)}`;
    const first = await shared.client.importText(text, { headers });
    const before = await total();
    const second = await shared.client.importText(text, { headers });
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await total()).toBe(before);
    expectError(await shared.client.importText(`${text}\n`, { headers }), 409, 'idempotency_mismatch');
    expectError(await shared.client.importText(text, { headers, query: '?mode=insert' }), 409, 'idempotency_mismatch');
  });

  it.each([
    ['says how long it is', (length: number) => ({ 'Content-Length': String(length) })],
    ['does not', () => ({ 'Transfer-Encoding': 'chunked' })],
  ])('may be an import that %s, of which nothing is done until all of it has arrived', async (name, lengthHeader) => {
    const headers = freshKey();
    const [first, second] = [1, 2].map((i) => `${JSON.stringify({ ...NOTE, id: `cut-${name.length}-${i}` })}\n`);
    const framing = lengthHeader(first.length + second.length);
    const sending = new OpenImport(shared.service.url, '', { ...headers, ...framing });
    await sending.write(first);
    sending.abort();
    const whole = answerLines(await shared.client.importText(first + second, { headers }));
    expect(whole.slice(0, 2).map(({ status }) => status)).toEqual(['created', 'created']);
  });

  it('may have a key of 255 characters, not of 256', async () => {
    expectSuccess(await shared.client.addDocument(NOTE, { 'Idempotency-Key': 'k'.repeat(255) }), 'document');
    expectProblems(await shared.client.addDocument(NOTE, { 'Idempotency-Key': 'k'.repeat(256) }), {
      'Idempotency-Key': 'parameter_too_long',
    });
  });

  it('has its key refused together with its body', async () => {
    expectProblems(await shared.client.addDocument({ title: 'T' }, { 'Idempotency-Key': '' }), {
      tenant_id: 'parameter_missing',
      'Idempotency-Key': 'parameter_too_short',
    });
  });
});
