import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ENGINE } from './harness/engine.js';
import { OpenImport } from './harness/open-import.js';
import { useService } from './harness/service-under-test.js';

/** Answers to so many don't fit into the buffers between the two. A cluster, which takes minutes for them, changes nothing in that. */
const MANY = ENGINE === 'embedded' ? 100_000 : 20_000;

const shared = useService();
const line = (id: string, tenant: string) => `{"id":"${id}","title":"T","tenant_id":"${tenant}"}\n`;
const total = async (tenant: string) =>
  (await shared.client.browse({ tenant_id: [tenant] })).body.total_number_of_results;

describe('a streamed import', () => {
  it(`takes ${MANY} lines from a client that reads nothing before it has sent everything`, async () => {
    const sending = new OpenImport(shared.service.url);
    for (let i = 0; i < MANY; i += 1000) {
      await sending.write(Array.from({ length: 1000 }, (_, n) => line(`big-${i + n}`, 'big')).join(''));
    }
    sending.end();
    const lines = await sending.lines();
    expect(lines).toHaveLength(MANY + 1);
    expect(lines[MANY]).toMatchObject({ object: 'import_result', created: MANY, updated: 0, failed: 0 });
    expect(lines.every((result, index) => index === MANY || result.line === index + 1)).toBe(true);
    expect(await total('big')).toBe(MANY);
    expect((await shared.client.getDocument(`big-${MANY - 1}`)).status).toBe(200);
  });

  it('answers lines while it is still being sent', async () => {
    const sending = new OpenImport(shared.service.url);
    await sending.write(line('early', 'live'));
    const [first] = await once(await sending.response(), 'data');
    expect(JSON.parse(String(first))).toMatchObject({ line: 1, id: 'early', status: 'created' });
    expect((await shared.client.getDocument('early')).status).toBe(200);
    sending.end();
    (await sending.response()).resume();
  });

  it('reads lines that arrive in pieces, cut inside of characters', async () => {
    const sending = new OpenImport(shared.service.url);
    const bytes = Buffer.from('{"id":"pieces","title":"🧭 Приливы","tenant_id":"pieces"}');
    for (const byte of bytes) sending.request.write(Buffer.of(byte));
    sending.end();
    expect((await sending.lines())[0].status).toBe('created');
    expect((await shared.client.getDocument('pieces')).body.title).toBe('🧭 Приливы');
  });

  it('goes on after a bad line in the middle', async () => {
    const sending = new OpenImport(shared.service.url);
    for (let i = 0; i < 1000; i++) sending.request.write(i === 500 ? '{"id":"bad-500",\n' : line(`bad-${i}`, 'bad'));
    sending.end();
    const lines = await sending.lines();
    expect(lines[500]).toMatchObject({ line: 501, id: null, status: 'failed', error: { code: 'json_malformed' } });
    expect(lines.at(-1)).toMatchObject({ created: 999, failed: 1 });
  });

  it('lets a line of more than 1 MiB fail, however long, and goes on', async () => {
    const sending = new OpenImport(shared.service.url);
    sending.request.write('{"title":"');
    for (let i = 0; i < 40; i++) await sending.write('x'.repeat(1_000_000));
    await sending.write(`"}\n${line('after', 'long')}`);
    sending.end();
    const lines = await sending.lines();
    expect(lines.map(({ status, error }) => [status, error?.code])).toEqual([
      ['failed', 'body_too_large'],
      ['created', undefined],
      [undefined, undefined],
    ]);
  });

  it('lets a line that is not UTF-8, or too deep, fail', async () => {
    const sending = new OpenImport(shared.service.url);
    sending.request.write(Buffer.concat([Buffer.from('{"title":"'), Buffer.of(0xff, 0xfe), Buffer.from('"}\n')]));
    sending.request.write(`${'['.repeat(400_000)}\n`);
    sending.end();
    const lines = await sending.lines();
    expect(lines.slice(0, 2).map(({ error }) => error?.code)).toEqual(['json_malformed', 'json_malformed']);
  });

  it('keeps what was answered when the client goes away half-way', async () => {
    const sending = new OpenImport(shared.service.url);
    for (let i = 0; i < 500; i++) sending.request.write(line(`left-${i}`, 'left'));
    await once(await sending.response(), 'data');
    sending.request.write('{"id":"left-half","title":"T","tenant');
    sending.abort();
    for (let before = -1, now = 0; before !== now; now = await total('left')) {
      before = now;
      await sleep(200);
    }
    expect(await total('left')).toBeGreaterThan(0);
    expect((await shared.client.getDocument('left-half')).status).toBe(404);
    expect((await shared.client.getDocument('left-0')).status).toBe(200);
    expect((await shared.client.get('/readyz')).status).toBe(200);
  });

  it('holds up nobody else', async () => {
    const sending = new OpenImport(shared.service.url);
    const others: Promise<number>[] = [];
    for (let i = 0; i < 20; i++) {
      await sending.write(Array.from({ length: 500 }, (_, n) => line(`busy-${i}-${n}`, 'busy')).join(''));
      others.push(shared.client.get('/versions').then(({ status }) => status));
    }
    expect(await Promise.all(others)).toEqual(Array(20).fill(200));
    sending.end();
    expect((await sending.lines()).at(-1)).toMatchObject({ created: 10_000 });
  });
});
