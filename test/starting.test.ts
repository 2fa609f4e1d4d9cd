import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { Client, VERSION } from './harness/client.js';
import { freePort } from './harness/free-port.js';
import { type Service, startService } from './harness/service.js';
import { OPERATOR_KEY } from './harness/sextant-process.js';

let service: Service | undefined;
afterAll(() => service?.dispose());

describe('a service that loads its models', () => {
  it('says that it is starting, and lives', async () => {
    const port = await freePort();
    const client = new Client(`http://127.0.0.1:${port}`, OPERATOR_KEY);
    let isReady = false;
    const started = startService({ environment: { SEXTANT_PORT: String(port) } }).finally(() => {
      isReady = true;
    });
    const seen = new Set<string>();
    const note = async (path: string) => {
      const answer = await (path === '/readyz' ? client.get(path) : client.post(path, {})).catch(() => null);
      if (answer === null) return;
      seen.add(answer.status === 200 ? 'served' : `${answer.status} ${answer.body.error.code}`);
      if (answer.status !== 200) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    };
    while (!isReady) {
      await note('/readyz');
      await note(`${VERSION}/documents/browse`);
      await sleep(5);
    }
    service = await started;
    seen.delete('served');
    expect([...seen]).toEqual(['503 starting']);
  });
});
