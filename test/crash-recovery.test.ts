import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Client, Json } from './harness/client.js';
import { type Service, startService } from './harness/service.js';
import { Workload } from './harness/workload.js';

const CRASHES = 10;
let service: Service;

afterEach(() => service.dispose());

/** The document as it is stored, in the form in which it was sent; null if there is none. */
async function stored(client: Client, id: string): Promise<Json | null> {
  const { status, body } = await client.getDocument(id);
  if (status === 404) return null;
  expect(status).toBe(200);
  return { title: body.title, tenant_id: body.tenant_id, content: body.content, metadata: body.metadata };
}

/** A write that was not answered was done whole or not at all. */
async function settleUncertain(client: Client, workload: Workload): Promise<void> {
  for (const [id, states] of workload.uncertain) {
    const state = await stored(client, id);
    expect(states, id).toContainEqual(state);
    workload.settle(id, state);
  }
}

async function expectEverything(client: Client, workload: Workload): Promise<void> {
  const { present, absent } = workload.expected;
  for (const [id, state] of present) expect(await stored(client, id), id).toEqual(state);
  for (const id of absent) expect(await stored(client, id), id).toBeNull();
  expect(await allByFilter(client)).toEqual(new Map(present.map(([id, state]) => [id, state.title])));
}

/** What the index has, by paging through all of it. */
async function allByFilter(client: Client): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let page: number | null = 1;
  let total = 0;
  while (page !== null) {
    const filter = { must: [{ exists: { field: 'metadata.mark' } }] };
    const { body }: Awaited<ReturnType<Client['filter']>> = await client.filter({ filter, limit: 100, page });
    for (const { id, title, metadata } of body.data) {
      expect(metadata).toEqual({ mark: title });
      found.set(id, title);
    }
    total = body.total_number_of_results;
    page = body.next_page;
  }
  expect(found.size).toBe(total);
  return found;
}

describe('a service that is killed while it writes', () => {
  it(`has every acknowledged change and no half-done one, ${CRASHES} times in a row`, async () => {
    const workload = new Workload(16);
    service = await startService();
    const { folder } = service;
    for (let crash = 0; crash < CRASHES; crash++) {
      const before = workload.acknowledgements;
      const writing = workload.run(service.client);
      while (workload.acknowledgements === before) await sleep(5);
      await sleep(Math.random() * 400);
      await service.kill();
      await writing;
      service = await startService({ folder });
      await settleUncertain(service.client, workload);
    }
    await expectEverything(service.client, workload);
  });

  it('has every line of an import that was answered', async () => {
    service = await startService();
    const { folder, client } = service;
    const batch = (n: number) =>
      Array.from({ length: 50 }, (_, i) => ({ id: `b${n}-${i}`, title: 'T', tenant_id: 't' }));
    let acknowledged = 0;
    const writing = (async () => {
      for (;;) {
        const { text } = await client.importDocuments(batch(acknowledged));
        expect(text).toContain('"created":50');
        acknowledged++;
      }
    })().catch(() => undefined);
    while (acknowledged < 5) await sleep(5);
    await sleep(Math.random() * 200);
    await service.kill();
    await writing;
    service = await startService({ folder });
    const { body } = await service.client.browse({ tenant_id: ['t'] });
    expect(body.total_number_of_results).toBeGreaterThanOrEqual(acknowledged * 50);
    for (let n = 0; n < acknowledged; n++) expect((await service.client.getDocument(`b${n}-49`)).status).toBe(200);
  });
});
