import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDocx, makeEncryptedPdf, makeMbox, makeMessage, makePdf, makeZip } from '../testing/sample-files.js';
import { type Answer, answerLines, type Client, VERSION } from './harness/client.js';
import { expectError, expectProblems } from './harness/expectations.js';
import { issueKey } from './harness/keys.js';
import { useService } from './harness/service-under-test.js';
import { OPERATOR_KEY } from './harness/sextant-process.js';

const folder = mkdtempSync(join(tmpdir(), 'sextant-test-'));
const uploads = join(folder, 'uploads');
mkdirSync(uploads);
writeFileSync(join(uploads, 'left-by-a-service-that-was-killed'), 'x');
const shared = useService({ folder, environment: { SEXTANT_UPLOAD_LIMIT: '1' } });

interface Sending {
  client?: Client;
  tenant?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
}

function sendFile(
  name: string,
  content: string | Uint8Array,
  { client = shared.client, tenant = 'files', query = {}, headers = {} }: Sending = {},
): Promise<Answer> {
  const parameters = new URLSearchParams({ name, tenant_id: tenant, ...query });
  return client.send(`${VERSION}/documents/import/file?${parameters}`, {
    method: 'POST',
    body: typeof content === 'string' ? content : Uint8Array.from(content),
    headers: { 'Content-Type': 'application/octet-stream', ...headers },
  });
}

/** Sends the first bytes of a file, and no more. */
function beginSending(name: string): ClientRequest {
  const sending = request(`${shared.service.url}${VERSION}/documents/import/file?name=${name}&tenant_id=slow`, {
    method: 'POST',
    headers: {
      'X-API-Key': OPERATOR_KEY,
      'Content-Type': 'application/octet-stream',
      'Content-Length': 1000,
    },
  });
  sending.on('error', () => undefined);
  sending.write('slow');
  return sending;
}

async function totals(answer: Promise<Answer>) {
  const { status, text } = await answer;
  expect([status, text]).toEqual([200, expect.any(String)]);
  const [{ created, updated, unchanged, removed, failed }] = answerLines(await answer).slice(-1);
  return { created, updated, unchanged, removed, failed };
}

async function titlesOf(tenant: string): Promise<string[]> {
  const { body } = await shared.client.browse({ tenant_id: [tenant], limit: 100, sort: [{ title: 'asc' }] });
  return body.data.map(({ title }) => title);
}

const NOTHING = { created: 0, updated: 0, unchanged: 0, removed: 0, failed: 0 };

describe('a file that is sent', () => {
  it('has numbers where a column of a table holds numbers, and metadata of its own front matter', async () => {
    await totals(sendFile('prices.csv', 'name,price,code\nKettle,499.0,007\nLamp,39.95,12\n', { tenant: 'typed' }));
    await totals(
      sendFile('v2.md', '---\nproduct: Planner\nversion: "2.10"\nweight: 5\n---\nText.', { tenant: 'typed' }),
    );
    const scope = { tenant_id: ['typed'], sort: [{ 'metadata.price': 'desc' }] };
    const dear = await shared.client.filter({
      filter: { must: [{ range: { 'metadata.price': { gt: 30 } } }] },
      ...scope,
    });
    expect(dear.body.data.map(({ title, metadata }) => [title, metadata?.price, metadata?.code])).toEqual([
      ['Kettle', 499, '007'],
      ['Lamp', 39.95, '12'],
    ]);
    const released = await shared.client.filter({
      filter: { must: [{ term: { 'metadata.version': '2.10' } }] },
      ...scope,
    });
    expect(released.body.data[0].metadata).toMatchObject({ product: 'Planner', weight: 5 });
  });

  it.each([
    ['commas', 'title,masts\nAurora,2\nBrise,1\n'],
    ['semicolons', 'title;masts\nAurora;2\nBrise;1\n'],
    ['tabs', 'title\tmasts\nAurora\t2\nBrise\t1\n'],
    ['bars', 'title|masts\nAurora|2\nBrise|1\n'],
    ['a separator that its first line names', 'sep=:\r\ntitle:masts\r\nAurora:2\r\nBrise:1\r\n'],
    ['carriage returns', 'title,masts\rAurora,2\rBrise,1\r'],
  ])('may be a table with %s', async (separator, table) => {
    const tenant = `table with ${separator}`;
    expect(await totals(sendFile('ships.csv', table, { tenant }))).toEqual({ ...NOTHING, created: 2 });
    const { body } = await shared.client.browse({ tenant_id: [tenant], sort: [{ title: 'asc' }] });
    expect(body.data).toMatchObject([
      { title: 'Aurora', metadata: { masts: 2 } },
      { title: 'Brise', metadata: { masts: 1 } },
    ]);
  });

  it('has the dates of its rows, in UTC and with the day first where there are dots', async () => {
    const rows = 'title,updated_at\nA,01.02.2024\nB,1 Feb 2024\nC,2024-02-30\n';
    await sendFile('dates.csv', rows, { tenant: 'dates', query: { updated_at: '2021-02-03' } });
    const { body } = await shared.client.browse({ tenant_id: ['dates'], sort: [{ title: 'asc' }] });
    const dates = body.data.map(({ updated_at }) => updated_at.slice(0, 10));
    expect(dates).toEqual(['2024-02-01', '2024-02-01', '2021-02-03']);
  });

  it('becomes documents that can be found', async () => {
    const markdown = '---\nauthor: Ada\n---\n# Tide tables\n\nThe springtide follows the new moon.\n';
    const answer = await sendFile('notes/tide.md', markdown, { query: { updated_at: '2021-02-03' } });
    const [line, result] = answerLines(answer);
    expect(line).toMatchObject({ line: 1, title: 'Tide tables', status: 'created', error: null });
    expect(result).toMatchObject({
      object: 'file_import_result',
      name: 'notes/tide.md',
      tenant_id: 'files',
      created: 1,
    });
    const { body } = await shared.client.getDocument(String(line.id));
    expect(body).toMatchObject({
      updated_at: '2021-02-03T00:00:00.000Z',
      metadata: { author: 'Ada', path: 'notes/tide.md', folder: 'notes', file_type: 'markdown' },
    });
    await sendFile('chart.pdf', makePdf([['The shoal lies north of the pier.']], { title: 'A chart' }));
    await sendFile('log.docx', makeDocx(['The barometer fell all night.']));
    for (const [word, title] of [
      ['springtide', 'Tide tables'],
      ['shoal', 'A chart'],
      ['barometer', 'log'],
    ]) {
      const found = await shared.client.search({ query: word, search_type: 'lexical', highlights: false });
      expect(found.body.data.map((hit) => hit.title)).toEqual([title]);
    }
  });

  it('replaces itself, and is left alone if it has not changed', async () => {
    const table = (...rows: string[]) => ['name,masts', ...rows].join('\n');
    const send = (text: string, tenant = 'ships') => totals(sendFile('ships.csv', text, { tenant }));
    expect(await send(table('Aurora,2', 'Brise,1'))).toEqual({ ...NOTHING, created: 2 });
    expect(await send(table('Aurora,2', 'Brise,1'))).toEqual({ ...NOTHING, unchanged: 2 });
    expect(await send(table('Aurora,3'))).toEqual({ ...NOTHING, updated: 1, removed: 1 });
    expect(await send(table('Brise,1'), 'other ships')).toEqual({ ...NOTHING, created: 1 });
    expect(await titlesOf('ships')).toEqual(['Aurora']);
  });

  it('leaves alone what someone has copied from its documents', async () => {
    await totals(sendFile('guide.md', '# Guide\n\nFirst.', { tenant: 'copied' }));
    const [{ id, title, metadata }] = (await shared.client.browse({ tenant_id: ['copied'] })).body.data;
    await shared.client.addDocument({ id: 'my-copy', title, metadata, tenant_id: 'copied' });
    expect(await totals(sendFile('guide.md', '# Guide\n\nFirst.', { tenant: 'copied' }))).toMatchObject({
      unchanged: 1,
    });
    expect(await totals(sendFile('guide.md', '# Guide\n\nSecond.', { tenant: 'copied' }))).toEqual({
      ...NOTHING,
      updated: 1,
    });
    const left = (await shared.client.browse({ tenant_id: ['copied'] })).body.data.map((document) => document.id);
    expect(left.sort()).toEqual([id, 'my-copy'].sort());
  });

  it('is carried out once under an idempotency key', async () => {
    const sending = { tenant: 'once', headers: { 'Idempotency-Key': 'file' } };
    const [first, second] = [await sendFile('a.txt', 'Once.', sending), await sendFile('a.txt', 'Once.', sending)];
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expectError(await sendFile('a.txt', 'Twice.', sending), 409, 'idempotency_mismatch');
  });

  it('tells which of its documents can not be stored, and stores the others', async () => {
    const rows = 'id,title,tenant_id\nfine,Fine,rows\nbrowse,Wrong,rows\nlast,Last,rows\n';
    const lines = answerLines(await sendFile('rows.csv', rows, { tenant: 'rows' }));
    expect(lines.map(({ status, error }) => error?.param ?? status)).toEqual(['created', 'id', 'created', undefined]);
    expect(await titlesOf('rows')).toEqual(['Fine', 'Last']);
    const mail = makeMbox([makeMessage({ subject: 'One', id: 'one@x' }), makeMessage({ subject: 'Two', id: 'two@x' })]);
    expect(await totals(sendFile('box.mbox', mail, { tenant: 'mail' }))).toEqual({ ...NOTHING, created: 2 });
  });

  it.each<[string, string, string | Uint8Array]>([
    ['is damaged', 'cut.pdf', makePdf([['Some text.']]).subarray(0, 200)],
    ['is encrypted', 'secret.pdf', makeEncryptedPdf()],
    ['holds pictures of pages', 'scan.pdf', makePdf([[]])],
    [
      'unpacks to far more than it is',
      'bomb.docx',
      makeZip([{ name: 'word/document.xml', bytes: 'x', declaredSize: 2 ** 31 }]),
    ],
    ['has no text', 'empty.md', ''],
    ['is binary', 'program.txt', Uint8Array.from({ length: 4000 }, (_, i) => (i * 7919) & 255)],
  ])('is refused with a reason if it %s', async (_, name, content) => {
    const answer = await sendFile(name, content, { tenant: 'refused' });
    expectError(answer, 400, 'file_unreadable');
    expect(answer.body.error.message).toMatch(/^[A-Z].{10,}\.$/);
    expect(answer.text).not.toContain(folder);
    expect(await titlesOf('refused')).toEqual([]);
  });

  it('must be of a known type, not too large, and described', async () => {
    const unknown = await sendFile('program.exe', 'x', { query: { tenant: 'files', language: 'xx' } });
    expectProblems(unknown, { name: 'parameter_invalid', language: 'parameter_invalid', tenant: 'parameter_unknown' });
    for (const name of ['/', '///', ' ', 'folder/ ']) {
      expectProblems(await sendFile(name, 'x'), { name: 'parameter_invalid' });
    }
    for (const text of ['hello', 'Dear all: come!\nIt is late.']) {
      expectError(await sendFile('no-message.eml', text), 400, 'file_unreadable');
    }
    expectError(await sendFile('large.txt', 'x'.repeat(2 ** 20 + 1)), 413, 'body_too_large');
    expectError(
      await sendFile('a.txt', 'x', { headers: { 'Content-Type': 'text/plain' } }),
      415,
      'unsupported_media_type',
    );
  });

  it('stays within the tenants of the key', async () => {
    const client = await shared.clientWith({ tenants: 'mine' });
    expectError(await sendFile('a.txt', 'A text.', { client, tenant: 'files' }), 403, 'tenant_not_allowed');
    const rows = 'title,tenant_id\nMine,mine\nTheirs,theirs\n';
    const lines = answerLines(await sendFile('rows.csv', rows, { client, tenant: 'mine' }));
    expect(lines.map(({ error }) => error?.code)).toEqual([undefined, 'tenant_not_allowed', undefined]);
    expect(await titlesOf('theirs')).toEqual([]);
  });

  it('has no halves of surrogate pairs, which would be stored as one text and found as another', async () => {
    const record = '{"title":"T\\ud800","tenant_id":"half\\ud800","source_uri":"u:\\udc00","metadata":{"k":"\\ud800"}}';
    const [{ id }] = answerLines(await sendFile('halves.json', record));
    const { body } = await shared.client.getDocument(String(id));
    const stored = { title: 'T\ufffd', tenant_id: 'half\ufffd', source_uri: 'u:\ufffd', metadata: { k: '\ufffd' } };
    expect(body).toMatchObject(stored);
    const owner = await shared.clientWith({ tenants: 'half\ufffd' });
    expect((await owner.browse({})).body).toMatchObject({ data: [{ id }], total_number_of_results: 1 });
  });

  it('keeps its own keys named import, but that in the place of the mark', async () => {
    const record = '{"title":"T","text":"x","metadata":{"import":"mine","customs":{"import":5,"n":null}}}';
    const [{ id }] = answerLines(await sendFile('customs.json', record, { tenant: 'customs' }));
    const { body } = await shared.client.getDocument(String(id));
    expect(body.metadata).toMatchObject({ customs: { import: 5 }, import: { file: expect.any(String) } });
  });

  it('does not wait for the slow files of another key', async () => {
    const slow = Array.from({ length: 24 }, (_, i) => beginSending(`slow-${i}.txt`));
    const refused = new Set<number>();
    await new Promise<void>((resolve) => {
      for (const [i, sending] of slow.entries()) {
        sending.on('response', ({ statusCode }) => {
          expect(statusCode).toBe(503);
          if (refused.add(i).size === 8) resolve();
        });
      }
    });
    const other = shared.client.withKey((await issueKey(shared.client)).key);
    expect((await sendFile('quick.txt', 'Quick.', { client: other, tenant: 'quick' })).status).toBe(200);
    for (const sending of slow) sending.destroy();
  });

  it('leaves nothing behind', async () => {
    // A file is removed after its answer.
    await expect.poll(async () => (existsSync(uploads) ? readdir(uploads) : [])).toEqual([]);
  });
});

describe('the passages of a document', () => {
  it('are the parts of its content, in order', async () => {
    const content = Array.from(
      { length: 60 },
      (_, i) => `Sentence ${i} tells 😀 about the harbour and its boats.`,
    ).join(' ');
    await shared.client.addDocument({ id: 'long', title: 'Long', tenant_id: 'files', content });
    const { body } = await shared.client.get(`${VERSION}/documents/long/passages`);
    const passages = body.data as unknown as { start: number; end: number; text: string }[];
    expect(body).toMatchObject({
      object: 'document_passages',
      document_id: 'long',
      total_number_of_results: passages.length,
    });
    expect(passages.length).toBeGreaterThan(1);
    for (const { start, end, text } of passages) expect(text).toBe(content.slice(start, end));
    expect(passages.map(({ start }) => start)).toEqual(passages.map(({ start }) => start).sort((a, b) => a - b));
  });

  it('are none without content, and those of others are not found', async () => {
    await shared.client.addDocument({ id: 'bare', title: 'Bare', tenant_id: 'files' });
    expect((await shared.client.get(`${VERSION}/documents/bare/passages`)).body.data).toEqual([]);
    const stranger = await shared.clientWith({ tenants: 'elsewhere' });
    for (const id of ['bare', 'missing', '..%2f..']) {
      expectError(await stranger.get(`${VERSION}/documents/${id}/passages`), 404, 'document_not_found');
    }
  });
});
