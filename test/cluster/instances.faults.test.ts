import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerLines } from '../harness/client.js';
import { FaultyCluster, HAS_FAULTY_CLUSTER } from '../harness/faulty-cluster.js';
import { OpenImport } from '../harness/open-import.js';
import { ServicesOnCluster } from '../harness/services-on-cluster.js';
import { expectFound } from './expect-kept.js';

const LINES = 2000;
const WORD = 'estafette';
const IDS = Array.from({ length: LINES }, (_, i) => `import-${i}`);
const HEADERS = { 'Idempotency-Key': 'an-import' };
/** No node fails here, so a busy one is given the time that it has by default. */
const PATIENT = { SEXTANT_OPENSEARCH_TIMEOUT: '30' };

describe.skipIf(!HAS_FAULTY_CLUSTER)('two services in front of one cluster', () => {
  const cluster = new FaultyCluster();
  const services = new ServicesOnCluster(cluster);

  beforeAll(() => cluster.repair());
  afterAll(() => services.dispose());

  it('complete an import that one was killed in, when it is sent to the other under the same key', async () => {
    const [first, second] = await Promise.all([services.start(PATIENT), services.start(PATIENT)]);
    const body = IDS.map(lineOf).join('');

    const acknowledged = await importUntilKilled(first.url, body, () => first.kill());
    expect(acknowledged.size).toBeLessThan(LINES);
    for (const id of acknowledged) expect((await second.client.getDocument(id)).status, id).toBe(200);

    const repeated = await second.client.importText(body, { headers: HEADERS });
    expect(repeated.headers.get('idempotency-replayed')).toBeNull();
    const lines = answerLines(repeated);
    expect(lines.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(lines.at(-1)).toMatchObject({ object: 'import_result', failed: 0 });
    // What was written before is replaced by the same, not added a second time.
    const updated = lines.filter(({ status }) => status === 'updated').map(({ id }) => id);
    expect(updated).toEqual(expect.arrayContaining([...acknowledged]));
    await expectFound(second.client, WORD, new Set(IDS));

    const third = await second.client.importText(body, { headers: HEADERS });
    expect(third.headers.get('idempotency-replayed')).toBe('true');
    expect(third.text).toBe(repeated.text);
  });

  it('give one answer to a request that both get under the same key', async () => {
    const [first, second] = await Promise.all([services.start(PATIENT), services.start(PATIENT)]);
    const note = { title: 'One of two', tenant_id: 'both' };
    for (let round = 0; round < 10; round++) {
      const headers = { 'Idempotency-Key': `both-${round}` };
      const [one, other] = await Promise.all([first, second].map(({ client }) => client.addDocument(note, headers)));
      expect([one.status, other.status], one.text + other.text).toEqual([200, 200]);
      expect(one.body.id).toBe(other.body.id);
    }
    expect((await second.client.browse({ tenant_id: ['both'] })).body.total_number_of_results).toBe(10);
  });
});

function lineOf(id: string): string {
  return `${JSON.stringify({ id, title: `${WORD} ${id}`, tenant_id: 'import', content: 'A line.' })}\n`;
}

/** Sends half of the lines, and returns what was acknowledged by the time the service died. */
async function importUntilKilled(url: string, body: string, kill: () => Promise<void>): Promise<Set<string>> {
  const open = new OpenImport(url, '', HEADERS);
  await open.write(body.slice(0, body.length / 2));
  let answer = '';
  let killing: Promise<void> | null = null;
  try {
    for await (const chunk of (await open.response()).setEncoding('utf8')) {
      answer += chunk;
      if (answer.includes('"status":"created"')) killing ??= kill();
    }
  } catch {
    // The connection ends with the service.
  }
  await killing;
  return new Set(Array.from(answer.matchAll(/"id":"([^"]+)","status":"created"/g), ([, id]) => id));
}
