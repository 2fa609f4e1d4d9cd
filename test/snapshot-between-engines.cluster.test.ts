import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnCluster } from './harness/cluster.js';
import { issueKeyByCommand } from './harness/keys.js';
import { type Service, startService, temporaryFolder } from './harness/service.js';
import { runSextant } from './harness/sextant-process.js';

describeOnCluster('a snapshot', (places) => {
  let files: string;
  let folder: string;
  let testKey: string;

  beforeAll(async () => {
    files = await temporaryFolder();
    folder = join(files, 'data');
    const service = await startService({ folder });
    const documents = Array.from({ length: 300 }, (_, i) => ({
      ...{ id: `d${i}`, title: `T${i}`, tenant_id: 't', content: `Text ${i} about tides.`, metadata: { i } },
    }));
    await service.client.importDocuments(documents);
    testKey = (await issueKeyByCommand(folder, { mode: 'test' })).key;
    await service.client.withKey(testKey).addDocument({ id: 'tested', title: 'T', tenant_id: 't' });
    expect(await service.stop()).toBe(0);
  });
  afterAll(() => rm(files, { recursive: true, force: true }));

  const sextant = (words: string[], environment: Record<string, string>) => runSextant(words, { environment });
  const inFiles = (name: string) => join(files, name);

  async function expectContents(environment: Record<string, string>, at?: string): Promise<void> {
    const service: Service = await startService({ environment, folder: at });
    try {
      const { client } = service;
      expect((await client.browse({ limit: 1 })).body.total_number_of_results).toBe(300);
      expect((await client.getDocument('d299')).body).toMatchObject({
        content: 'Text 299 about tides.',
        metadata: { i: 299 },
      });
      expect((await client.withKey(testKey).browse()).body.data.map(({ id }) => id)).toEqual(['tested']);
      const found = await client.search({
        query: 'ebb and flow',
        search_type: 'ai_semantic',
        ai_search_cutoff_score: 0,
      });
      expect(found.body.total_number_of_results).toBe(300);
    } finally {
      await service.dispose();
    }
  }

  it('of a folder is restored into a cluster, and one of the cluster into a folder', async () => {
    const settings = places.settings();
    const [first, second] = [inFiles('folder.snapshot'), inFiles('cluster.snapshot')];
    expect((await sextant(['snapshot', first], { SEXTANT_DATA_DIR: folder })).exitCode).toBe(0);
    const restored = await sextant(['restore', first], settings);
    expect(restored).toMatchObject({ exitCode: 0 });
    expect(restored.output).toContain('300 live and 1 test document, ');
    await expectContents(settings);
    expect(await sextant(['snapshot', second], settings)).toMatchObject({ exitCode: 0 });
    const back = inFiles('back');
    expect((await sextant(['restore', second], { SEXTANT_DATA_DIR: back })).exitCode).toBe(0);
    await expectContents({}, back);
  });

  it('is not restored into a cluster that has something, not even if it is forced', async () => {
    const settings = places.settings();
    const file = inFiles('other.snapshot');
    expect((await sextant(['snapshot', file], { SEXTANT_DATA_DIR: folder })).exitCode).toBe(0);
    expect((await sextant(['keys', 'create', '--name', 'x'], settings)).exitCode).toBe(0);
    for (const words of [
      ['restore', file],
      ['restore', file, '--force'],
    ]) {
      const { exitCode, errors } = await sextant(words, settings);
      expect(exitCode).toBe(1);
      expect(errors).toContain('SEXTANT_OPENSEARCH_PREFIX');
    }
    expect((await sextant(['keys', 'list'], settings)).output).toContain('x');
  });

  it('that is damaged creates nothing in a cluster', async () => {
    const settings = places.settings();
    const file = inFiles('damaged.snapshot');
    expect((await sextant(['snapshot', file], { SEXTANT_DATA_DIR: folder })).exitCode).toBe(0);
    const bytes = await readFile(file);
    bytes[bytes.length >> 1] ^= 1;
    await writeFile(file, bytes);
    expect((await sextant(['restore', file], settings)).exitCode).toBe(1);
    expect(await places.indexes(settings.SEXTANT_OPENSEARCH_PREFIX)).toEqual([]);
  });

  it('is not made of a cluster that has nothing', async () => {
    const { exitCode, errors } = await sextant(['snapshot', inFiles('nothing.snapshot')], places.settings());
    expect(exitCode).toBe(1);
    expect(errors).toContain('no indexes');
  });
});
