import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpenImport } from './harness/open-import.js';
import { type Service, startService } from './harness/service.js';
import { OPERATOR_KEY, runSextant } from './harness/sextant-process.js';

/** Each test leaves one that runs, with documents of a tenant of its own. */
let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.dispose());

async function restart(): Promise<void> {
  service = await startService({ folder: service.folder });
}

const numberOfDocuments = async (tenant: string) =>
  (await service.client.browse({ tenant_id: [tenant] })).body.total_number_of_results;

function reachable(): Promise<boolean> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}

describe('a service that is told to stop', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends with exit code 0 on %s, and has its data after a restart',
    async (signal) => {
      const [id, tenant_id] = [`kept-${signal}`, `tenant-${signal}`];
      await service.client.addDocument({ id, title: 'T', tenant_id, content: 'words' });
      const exit = once(service.process, 'exit');
      service.process.kill(signal);
      expect(await exit).toEqual([0, null]);
      await restart();
      expect((await service.client.getDocument(id)).body.content).toBe('words');
      expect(await numberOfDocuments(tenant_id)).toBe(1);
    },
  );

  it('finishes the requests that are under way, and refuses new ones', async () => {
    const sending = new OpenImport(service.url);
    await sending.write('{"id":"first","title":"T","tenant_id":"t"}\n');
    await once(await sending.response(), 'data');
    const exit = once(service.process, 'exit');
    service.process.kill('SIGTERM');
    while (await reachable()) await sleep(20);
    await sending.write('{"id":"second","title":"T","tenant_id":"t"}\n');
    sending.end();
    expect((await sending.lines()).at(-1)).toMatchObject({ object: 'import_result', created: 2 });
    expect(await exit).toEqual([0, null]);
    await restart();
    expect((await service.client.getDocument('second')).status).toBe(200);
  });

  it('answers every write that it has taken: acknowledged or refused, never cut off', async () => {
    const { client } = service;
    const acknowledged: string[] = [];
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let i = 0; ; i++) {
        const id = `w${writer}-${i}`;
        const answer = await client.addDocument({ id, title: 'T', tenant_id: 'writers' });
        if (answer.status === 503) return;
        expect(answer.status).toBe(200);
        acknowledged.push(id);
      }
    });
    await sleep(300);
    const stopped = service.stop();
    await Promise.allSettled(writers);
    expect(await stopped).toBe(0);
    await restart();
    expect(await numberOfDocuments('writers')).toBe(acknowledged.length);
  });

  it('leaves its folder to the next one, but shares it with nobody', async () => {
    const second = await runSextant(['serve'], {
      environment: { SEXTANT_DATA_DIR: service.folder, SEXTANT_PORT: '0', SEXTANT_API_KEY: OPERATOR_KEY },
    });
    expect(second.exitCode).toBe(1);
    expect(second.errors).toContain('in use');
    expect((await service.client.get('/readyz')).status).toBe(200);
  });

  it('stops although a client never finishes', async () => {
    const sending = new OpenImport(service.url);
    await sending.write('{"id":"whole","title":"T","tenant_id":"t"}\n{"id":"half');
    await once(await sending.response(), 'data');
    await service.stop();
    expect(service.process.exitCode).not.toBeNull();
  });
});
