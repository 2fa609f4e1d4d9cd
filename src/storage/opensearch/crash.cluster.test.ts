import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { ClusterStorages } from '../../../testing/cluster-storages.js';
import { describeOnCluster } from '../../../testing/opensearch-cluster.js';

const ROOT = join(import.meta.dirname, '../../..');
const KILLS = 4;

/** Writes documents with records, a few at a time, and prints the ids of those that were acknowledged. */
function writer(urls: readonly string[], prefix: string, run: number): string {
  const path = (file: string) => JSON.stringify(join(ROOT, file));
  return `
    import { openCluster } from ${path('src/opensearch/cluster.ts')};
    import { openOpenSearchStorage } from ${path('src/storage/opensearch/open.ts')};
    import { documentWith } from ${path('testing/stored-samples.ts')};
    import { plainIndexing } from ${path('testing/plain-indexing.ts')};
    const settings = { urls: ${JSON.stringify(urls)}, prefix: '${prefix}', replicas: 0, shards: 1, requestMilliseconds: 30000 };
    const storage = await openOpenSearchStorage({ cluster: await openCluster(settings), indexing: plainIndexing });
    const record = { fingerprint: 'f', body: '{}', createdAt: Date.now() };
    for (let next = 0; ; next += 5) {
      const ids = [0, 1, 2, 3, 4].map((i) => 'r${run}-' + (next + i));
      const results = await Promise.all(ids.map((id) => storage.documents('live').write([
        { id, decide: () => documentWith(id), idempotency: () => ({ key: id, record }) },
      ])));
      console.log(ids.filter((_, i) => results[i][0].status === 'fulfilled').join(' '));
    }`;
}

describeOnCluster('a process that is killed', (place) => {
  const storages = new ClusterStorages(place);
  afterEach(() => storages.cleanUp());

  it('leaves every acknowledged write with its idempotency record, and no half of one', async () => {
    const prefix = place.newPrefix();
    const storage = await storages.open(prefix);
    const acknowledged: string[] = [];
    for (let run = 0; run < KILLS; run++) acknowledged.push(...(await killed(prefix, run)));
    expect(acknowledged.length).toBeGreaterThan(KILLS * 5);
    const heads = await storage.documents('live').getMany(acknowledged, ['head']);
    expect(heads.filter((head) => head === null)).toEqual([]);
    for (let run = 0; run < KILLS; run++) {
      const last = acknowledged.filter((id) => id.startsWith(`r${run}-`)).length;
      for (let number = 0; number < last + 10; number++) {
        const id = `r${run}-${number}`;
        const [document] = await storage.documents('live').getMany([id], ['head']);
        expect((await storage.idempotency.get(id)) !== null, id).toBe(document !== null);
      }
    }
  });

  /** Returns the ids that were acknowledged before the process was killed. */
  async function killed(prefix: string, run: number): Promise<string[]> {
    const loader = join(ROOT, 'scripts', 'run-typescript.mjs');
    const script = writer(place.settings().urls, prefix, run);
    const child = spawn(process.execPath, ['--import', loader, '--input-type=module', '--eval', script], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ids: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      ids.push(...line.split(' ').filter((id) => id !== ''));
      // In the middle of the next writes, each time at another point.
      if (ids.length >= 20) setTimeout(() => child.kill('SIGKILL'), run * 2);
    }
    return ids;
  }
});
