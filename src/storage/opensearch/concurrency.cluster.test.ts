import { afterEach, expect, it } from 'vitest';
import { ClusterStorages } from '../../../testing/cluster-storages.js';
import { describeOnCluster } from '../../../testing/opensearch-cluster.js';
import { modelWith, versionWith } from '../../../testing/sample-models.js';
import {
  collect,
  documentWith,
  embeddingWith,
  getDocument,
  put,
  vectorsWith,
} from '../../../testing/stored-samples.js';
import type { Document } from '../../domain/document/document.js';
import { keyWith } from '../contract/record-laws.js';
import type { Storage } from '../storage.js';

const addOne = (current: Document | null) => documentWith('a', { updatedAt: (current?.updatedAt ?? 0) + 1 });

async function count(storage: Storage): Promise<PromiseSettledResult<unknown>> {
  const [result] = await storage.documents('live').write([{ id: 'a', decide: addOne }]);
  return result;
}

describeOnCluster('several instances on one cluster', (place) => {
  const storages = new ClusterStorages(place);
  afterEach(() => storages.cleanUp());

  async function instances(number: number): Promise<Storage[]> {
    const prefix = place.newPrefix();
    const first = await storages.open(prefix);
    const others = Array.from({ length: number - 1 }, () => storages.open(prefix));
    return [first, ...(await Promise.all(others))];
  }

  it('lose no write of many that change the same document at once', async () => {
    const [one, other] = await instances(2);
    const results = await Promise.all(Array.from({ length: 40 }, (_, i) => count(i % 2 === 0 ? one : other)));
    expect(results.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect((await getDocument(other, 'a'))?.updatedAt).toBe(40);
  });

  it('make all writes of a storm on one document, or say which were not made', async () => {
    const all = await instances(50);
    const results = await Promise.all(all.map(count));
    const made = results.filter(({ status }) => status === 'fulfilled').length;
    expect((await getDocument(all[0], 'a'))?.updatedAt).toBe(made);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason.message).toMatch(/too many others|Try again/);
    }
  });

  it('give an id to one of those who add it at once', async () => {
    const all = await instances(4);
    const add = (title: string) => ({
      id: 'a',
      decide: (current: Document | null) => {
        if (current !== null) throw new Error('taken');
        return documentWith('a', { title });
      },
    });
    const results = await Promise.all(all.map((storage, i) => storage.documents('live').write([add(`title ${i}`)])));
    const winners = results.flatMap(([{ status }], i) => (status === 'fulfilled' ? [`title ${i}`] : []));
    expect(winners).toEqual([(await getDocument(all[0], 'a'))?.title]);
  });

  it('read all documents from one state while another writes', async () => {
    const [one, other] = await instances(2);
    const ids = Array.from({ length: 300 }, (_, index) => `d${String(index).padStart(3, '0')}`);
    const embedding = embeddingWith(vectorsWith({ passages: 2 }));
    await one.documents('live').write(ids.map((id) => ({ id, decide: () => documentWith(id), embedding })));
    const seen: string[] = [];
    for await (const batch of one.documents('live').all()) {
      expect(batch.length).toBeLessThanOrEqual(400);
      seen.push(...batch.map(({ document }) => `${document.id} ${document.title}`));
      await put(other, documentWith('d299', { title: 'New' }));
      await put(other, documentWith(`e${seen.length}`));
      await other
        .documents('live')
        .write([{ id: 'd298', decide: (current) => (current ? 'delete' : documentWith('d298')) }]);
    }
    expect(seen).toEqual(ids.map((id) => `${id} Title of ${id}`));
  });

  it('accept vectors of a space that both see for the first time', async () => {
    const all = await instances(4);
    const writing = all.map((storage, i) =>
      put(
        storage,
        documentWith(`d${i}`),
        embeddingWith(vectorsWith({ space: 'new' }), vectorsWith({ space: `own ${i}` })),
      ),
    );
    await Promise.all(writing);
    const found = (await collect(all[0].documents('live').all())).flat();
    expect(found.map(({ vectors }) => vectors.map(({ space }) => space))).toEqual(
      all.map((_, i) => ['new', `own ${i}`]),
    );
  });

  it('share models: no version is lost of those added at once', async () => {
    const all = await instances(3);
    const add = (storage: Storage, version: string) =>
      storage.models('live').write({
        id: 'm',
        decide: (current) => ({
          model: modelWith({
            versions: [...(current?.versions ?? []), { version, status: 'queued' }],
            versionCount: 0,
          }),
          put: versionWith({ version }),
        }),
      });
    const names = Array.from({ length: 9 }, (_, i) => `v${i}`);
    await Promise.all(names.map((name, i) => add(all[i % 3], name)));
    const stored = await all[0].models('live').get('m');
    expect(stored?.versions.map(({ version }) => version).sort()).toEqual(names);
    for (const name of names)
      expect(await all[1].models('live').version('m', name)).toEqual(versionWith({ version: name }));
  });
});

describeOnCluster('keys', (place) => {
  const storages = new ClusterStorages(place);
  afterEach(() => storages.cleanUp());

  it('that are revoked elsewhere are refused within a second', async () => {
    const prefix = place.newPrefix();
    let time = 0;
    const one = await storages.open(prefix, { now: () => time });
    const other = await storages.open(prefix);
    await other.keys.put(keyWith('k'));
    const find = async () => (await one.keys.findByHash('hash of k'))?.revokedAt;
    expect(await find()).toBeNull();
    await other.keys.put(keyWith('k', { revokedAt: 5 }));
    time = 999;
    expect(await find()).toBeNull();
    time = 1000;
    expect(await find()).toBe(5);
  });

  it('that are new or changed here hold at once', async () => {
    const storage = await storages.open(undefined, { now: () => 0 });
    expect(await storage.keys.findByHash('hash of k')).toBeNull();
    await storage.keys.put(keyWith('k'));
    expect(await storage.keys.findByHash('hash of k')).toEqual(keyWith('k'));
    await storage.keys.put(keyWith('k', { revokedAt: 7 }));
    expect((await storage.keys.findByHash('hash of k'))?.revokedAt).toBe(7);
  });

  it('are listed oldest first, and by id where they are of the same time', async () => {
    const { keys } = await storages.open();
    for (const [id, createdAt] of [
      ['d', 2],
      ['b', 1],
      ['c', 2],
      ['a', 3],
    ] as const) {
      await keys.put(keyWith(id, { createdAt }));
    }
    expect((await keys.list()).map(({ id }) => id)).toEqual(['b', 'c', 'd', 'a']);
  });
});
