import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, answerLines, VERSION } from './harness/client.js';
import { expectError, expectErrorShape, expectProblems, expectSuccess } from './harness/expectations.js';
import { hostileObject, hostileValue } from './harness/hostile-json.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const EXPECTED = [200, 400, 404, 409, 413];

beforeAll(async () => {
  await shared.client.importDocuments([
    { id: 'a', title: 'A', tenant_id: 't', metadata: { a: 1, b: ['x'], c: { d: true } } },
    { id: 'b', title: 'B', tenant_id: 't', metadata: { a: '2024-01-01' } },
  ]);
});

function expectCalm(answer: Answer): void {
  expect(EXPECTED, answer.text.slice(0, 500)).toContain(answer.status);
  if (answer.status !== 200) expectErrorShape(answer);
}

const ENDPOINTS: [string, string, object][] = [
  ['add', `${VERSION}/documents`, { title: 'T', tenant_id: 't' }],
  ['update', `${VERSION}/documents/a`, {}],
  ['browse', `${VERSION}/documents/browse`, {}],
  ['filter', `${VERSION}/filter`, { filter: {} }],
  ['multi-search', `${VERSION}/multi-search`, { searches: [{ query: 'A', search_type: 'lexical' }] }],
  ['query-log', `${VERSION}/query-log/browse`, {}],
  ['statistics', `${VERSION}/statistics/browse`, {}],
];

describe.each(ENDPOINTS)('%s', (_, path, sound) => {
  it('answers whatever JSON it is sent, and never with a defect', async () => {
    await fc.assert(
      fc.asyncProperty(hostileValue, async (body) => expectCalm(await shared.client.post(path, body))),
      { numRuns: 100 },
    );
  });

  it('answers a sound request with anything mixed in', async () => {
    await fc.assert(
      fc.asyncProperty(hostileObject, async (more) =>
        expectCalm(await shared.client.post(path, { ...sound, ...more })),
      ),
      { numRuns: 150 },
    );
  });

  it.each([
    ['deep lists', '['.repeat(500_000)],
    ['deep lists that end', `${'['.repeat(500)}${']'.repeat(500)}`],
    ['deep objects', '{"a":'.repeat(150_000)],
    ['a deep filter', `{"filter":${'{"must":[{"bool":'.repeat(5000)}{}${'}]}'.repeat(5000)}}`],
    ['deep metadata', `{"metadata":${'{"a":'.repeat(400)}1${'}'.repeat(400)}}`],
    ['a list of a million', `[${'0,'.repeat(500_000)}0]`],
    ['a hundred thousand names', `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":0`).join()}}`],
    ['a long name', `{"${'k'.repeat(1_000_000)}":1}`],
    ['a long number', `{"limit":${'9'.repeat(1_000_000)}}`],
    ['only spaces', ' '.repeat(1_000_000)],
    ['only a quote', '"'],
    ['a megabyte of escapes', `"${'\\u0041'.repeat(170_000)}"`],
  ])('refuses %s', async (_, body) => {
    const answer = await shared.client.postText(path, body);
    expect(answer.status).toBe(400);
    expectErrorShape(answer);
    expect(answer.text.length).toBeLessThan(100_000);
  });

  it('knows no parameter __proto__, constructor or toString', async () => {
    const body = `{${JSON.stringify(sound).slice(1, -1) || '"limit":1'},"__proto__":{"limit":5},"constructor":1,"toString":2}`;
    const { errors } = (await shared.client.postText(path, body)).body.error;
    const names = errors.filter(({ code }) => code === 'parameter_unknown').map(({ param }) => param);
    expect(names).toEqual(expect.arrayContaining(['__proto__', 'constructor', 'toString']));
  });

  it('refuses what is not UTF-8', async () => {
    const body = Uint8Array.of(0x7b, 0x22, 0xff, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d);
    const answer = await shared.client.send(path, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json' },
    });
    expectError(answer, 400, 'json_malformed');
  });
});

describe('an import', () => {
  it('answers a line for whatever JSON it is sent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(hostileValue, hostileObject), { maxLength: 20 }), async (values) => {
        const answer = await shared.client.importDocuments(values);
        const lines = answerLines(answer);
        expect(lines).toHaveLength(values.length + 1);
        expect(lines.every(({ error }) => error?.type !== 'api_error')).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('answers a line for whatever bytes it is sent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
        const answer = await shared.client.importText(text);
        expect(answerLines(answer).at(-1)).toMatchObject({ object: 'import_result', created: 0 });
      }),
      { numRuns: 100 },
    );
  });
});

describe('odd values', () => {
  it('numbers beyond all bounds are no numbers', async () => {
    const browse = (body: string) => shared.client.postText(`${VERSION}/documents/browse`, body);
    expectProblems(await browse('{"limit":1e999}'), { limit: 'parameter_type' });
    expectProblems(await browse('{"page":-1e999}'), { page: 'parameter_type' });
    const metadata = '{"title":"T","tenant_id":"t","metadata":{"a":1e999}}';
    expectProblems(await shared.client.postText(`${VERSION}/documents`, metadata), { 'metadata.a': 'parameter_type' });
    const filter = '{"filter":{"must":[{"range":{"metadata.a":{"gt":1e999}}}]}}';
    expectProblems(await shared.client.postText(`${VERSION}/filter`, filter), {
      'filter.must[0].range.metadata.a': 'filter_invalid',
    });
  });

  it('halves of surrogate pairs come back as text that can be sent', async () => {
    const body = '{"title":"a\\ud800b","tenant_id":"t","content":"\\udc00","metadata":{"k":"\\ud83e\\udded"}}';
    const answer = await shared.client.postText(`${VERSION}/documents`, body);
    expectSuccess(answer, 'document');
    const stored = await shared.client.getDocument(answer.body.id);
    expect(stored.body).toMatchObject({ title: 'a\ufffdb', content: '\ufffd', metadata: { k: '🧭' } });
    expect(stored.body.title).toBe(answer.body.title);
  });

  it('NULs and control characters are kept', async () => {
    const title = 'a\u0000b\u0007\u001f\u007f';
    const { body } = await shared.client.addDocument({
      title,
      tenant_id: 't\u0000',
      metadata: { 'k\u0000': '\u0000' },
    });
    expect((await shared.client.getDocument(body.id)).body).toMatchObject({ title, metadata: { 'k\u0000': '\u0000' } });
    const found = await shared.client.filter({ filter: { must: [{ term: { title } }] }, tenant_id: ['t\u0000'] });
    expect(found.body.total_number_of_results).toBe(1);
  });

  it.each(['?'.repeat(1000), '*?'.repeat(500), `${'*a'.repeat(499)}b`, '\\'.repeat(999)])(
    'a wildcard of many stars costs nothing',
    async (pattern) => {
      await shared.client.addDocument({ title: 'a'.repeat(250), tenant_id: 'stars' });
      expectSuccess(
        await shared.client.filter({ filter: { must: [{ wildcard: { title: pattern } }] } }),
        'filter_result',
      );
    },
  );

  it('a metadata key __proto__ is refused', async () => {
    const body = '{"title":"T","tenant_id":"t","metadata":{"__proto__":"x","a":{"__proto__":1}}}';
    expectProblems(await shared.client.postText(`${VERSION}/documents`, body), {
      'metadata.__proto__': 'parameter_invalid',
      'metadata.a.__proto__': 'parameter_invalid',
    });
  });

  it('a list of a hundred thousand metadata values is answered', async () => {
    const sent = { title: 'T', tenant_id: 't', metadata: { a: Array(90_000).fill(1) } };
    expectCalm(await shared.client.addDocument(sent));
  });
});
