import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../test/harness/free-port.js';
import { useService } from '../../../test/harness/service-under-test.js';
import { OPERATOR_KEY } from '../../../test/harness/sextant-process.js';
import { ConnectionError, NotFoundError, Sextant, TimeoutError, UnavailableError } from '../src/index.js';
import { FlakyProxy } from './flaky-proxy.js';

const shared = useService({ environment: { SEXTANT_LLM_PROVIDER: 'none' } });
let proxy: FlakyProxy;
let url: string;
let client: Sextant;

beforeAll(async () => {
  proxy = new FlakyProxy(shared.service.url);
  url = await proxy.start();
  client = new Sextant({ url, key: OPERATOR_KEY });
});
beforeEach(() => proxy.next());
afterAll(() => proxy.close());

const BUSY = { status: 503, headers: { 'Retry-After': '0' } };

async function total(tenant: string): Promise<number> {
  return (await client.documents.browse({ tenant_id: [tenant], limit: 1 })).total_number_of_results;
}

describe('a call', () => {
  it('is repeated until it is answered', async () => {
    proxy.next('lose-request', 'cut-answer', BUSY);
    expect((await client.versions()).versions).toHaveLength(1);
    expect(proxy.seen).toHaveLength(4);
  });

  it.each([408, 429, 502, 504])('is repeated after a %s', async (status) => {
    proxy.next({ status, headers: { 'Retry-After': '0' } });
    await client.health();
    expect(proxy.seen).toHaveLength(2);
  });

  it.each([400, 401, 404, 500])('is not repeated after a %s', async (status) => {
    proxy.next({ status });
    await expect(client.health()).rejects.toMatchObject({ status, code: 'unexpected_response', attempts: 1 });
    expect(proxy.seen).toHaveLength(1);
  });

  it('is repeated as often as asked for, and then fails as the last attempt did', async () => {
    proxy.next('lose-request', BUSY, BUSY);
    await expect(client.health({ retries: 1 })).rejects.toMatchObject({ status: 503, attempts: 2 });
    expect(proxy.seen).toHaveLength(2);
    proxy.next(BUSY);
    await expect(client.health({ retries: 0 })).rejects.toBeInstanceOf(UnavailableError);
  });

  it('waits as long as it is told', async () => {
    proxy.next({ status: 503, headers: { 'Retry-After': '1' } });
    const before = Date.now();
    await client.health();
    expect(Date.now() - before).toBeGreaterThanOrEqual(1000);
    proxy.next({ status: 503, headers: { 'Retry-After': '3600' } });
    await expect(client.health()).rejects.toMatchObject({ retryAfterSeconds: 3600, attempts: 1 });
  });

  it('ends when its signal says so: at once, while it waits for an answer and while it waits to retry', async () => {
    await expect(client.health({ signal: AbortSignal.abort(new Error('never')) })).rejects.toThrow('never');
    expect(proxy.seen).toHaveLength(0);
    for (const fate of ['hang', { status: 503, headers: { 'Retry-After': '60' } }] as const) {
      proxy.next(fate);
      const stop = new AbortController();
      const call = client.health({ signal: stop.signal });
      while (proxy.seen.length === 0) await new Promise(setImmediate);
      setTimeout(() => stop.abort(new Error('enough')), 50);
      await expect(call).rejects.toThrow('enough');
      expect(proxy.seen).toHaveLength(1);
    }
  });

  it('has a time limit for each attempt', async () => {
    proxy.next('hang');
    await client.health({ timeout: 1000 });
    proxy.next('hang');
    await expect(client.health({ timeout: 50, retries: 0 })).rejects.toBeInstanceOf(TimeoutError);
  });
});

describe('a write', () => {
  it('is carried out once, however often it is sent', async () => {
    proxy.next('lose-answer', 'cut-answer');
    const { id } = await client.documents.add({ title: 'Once', tenant_id: 'once' });
    expect(proxy.seen).toHaveLength(3);
    expect(new Set(proxy.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(await total('once')).toBe(1);
    proxy.next('lose-answer');
    const changed = await client.documents.update(id, { title: 'Twice', updated_at: '2024-01-01' });
    expect(changed.title).toBe('Twice');
  });

  it('uses another idempotency key for another call', async () => {
    await client.documents.add({ title: 'A', tenant_id: 'keys' });
    await client.documents.add({ title: 'A', tenant_id: 'keys' });
    expect(await total('keys')).toBe(2);
  });

  it('that deletes succeeds although only its first attempt finds something, as if its answer had come', async () => {
    for (const id of ['gone', 'lost']) await client.documents.add({ id, title: 'A', tenant_id: 'keys' });
    const answered = await client.documents.delete('gone');
    proxy.next('lose-answer');
    expect(await client.documents.delete('lost')).toEqual({
      ...answered,
      id: 'lost',
      url: '/v20241104/documents/lost',
    });
    await client.synonyms.add({ id: 'lost', equivalent: ['a', 'b'] });
    proxy.next('cut-answer');
    expect(await client.synonyms.delete('lost')).toMatchObject({ id: 'lost', object: 'synonym', deleted: true });
  });

  it('that deletes what nobody has fails, however often it is sent', async () => {
    await expect(client.documents.delete('lost')).rejects.toBeInstanceOf(NotFoundError);
    const refusals = [
      { status: 429, headers: { 'Retry-After': '0' } },
      { status: 408, headers: { 'Retry-After': '0' } },
      { ...BUSY, body: JSON.stringify({ object: 'error', error: { code: 'starting', errors: [] } }) },
    ];
    for (const refusal of refusals) {
      proxy.next(refusal);
      await expect(client.documents.delete('lost')).rejects.toMatchObject({ attempts: 2, mayBeDone: false });
    }
  });

  it('that deletes what nobody has fails, if the attempt before found no service', async () => {
    const addresses = [`http://127.0.0.1:${await freePort()}`, url];
    const late = new Sextant({
      url: 'http://service',
      key: OPERATOR_KEY,
      fetch: (address, init) => fetch(String(address).replace('http://service', addresses.shift()!), init),
    });
    await expect(late.documents.delete('lost')).rejects.toMatchObject({ status: 404, attempts: 2, mayBeDone: false });
  });
});

describe('an import', () => {
  const lines = 2200;
  /** Every other one has an id. */
  const sea = (tenant: string) =>
    Array.from({ length: lines }, (_, n) => ({
      ...(n % 2 === 0 && { id: `${tenant}-${n}` }),
      tenant_id: tenant,
      title: 'Wave',
    }));

  it('over a connection that keeps breaking imports every document once', async () => {
    proxy.next('cut-request', 'lose-answer', 'pass', 'cut-answer', 'lose-request', BUSY);
    const progress: number[] = [];
    const numbers: number[] = [];
    const importing = client.documents.importStream(sea('broken'), {
      mode: 'insert',
      onProgress: ({ created }) => progress.push(created),
    });
    for await (const { line, status } of importing) {
      expect(status).toBe('created');
      numbers.push(line);
    }
    expect(numbers).toEqual(Array.from({ length: lines }, (_, n) => n + 1));
    expect(progress).toEqual([1000, 2000, 2200]);
    expect(proxy.seen).toHaveLength(8);
    expect(await total('broken')).toBe(lines);
  });

  it('reads no further than it sends', async () => {
    let read = 0;
    function* endless() {
      for (;;) yield { id: `endless-${read++}`, tenant_id: 'endless', title: 'T' };
    }
    for await (const { line } of client.documents.importStream(endless())) if (line === 1500) break;
    expect(read).toBeLessThanOrEqual(2001);
  });

  it('stops with its signal', async () => {
    const stop = new AbortController();
    const importing = client.documents.import(sea('stopped'), {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('enough')),
    });
    await expect(importing).rejects.toThrow('enough');
    expect(await total('stopped')).toBeLessThan(lines);
  });
});

describe('a streamed answer', () => {
  it('is asked for again before it begins, and breaks off after that', async () => {
    proxy.next(BUSY, 'cut-answer');
    const events = client.answerStream({ query: 'What are waves?' });
    const read = async () => {
      for await (const event of events) expect(event.event).not.toBe('done');
    };
    await expect(read()).rejects.toBeInstanceOf(ConnectionError);
    expect(proxy.seen).toHaveLength(2);
  });

  it('can end in an error', async () => {
    const error = {
      type: 'model_error',
      code: 'model_failed',
      message: 'No.',
      param: null,
      errors: [],
      request_id: 'r',
    };
    const body = `: hello\n\nevent: delta\ndata: {"text":"A"}\n\nevent: error\ndata: ${JSON.stringify({ error })}\n\n`;
    proxy.next({ status: 200, headers: { 'Content-Type': 'text/event-stream' }, body });
    const events = client.answerStream({ query: 'What are waves?' });
    expect((await events.next()).value).toEqual({ event: 'delta', data: { text: 'A' } });
    await expect(events.next()).rejects.toMatchObject({
      name: 'UnavailableError',
      code: 'model_failed',
      requestId: 'r',
    });
  });
});
