import { afterEach, beforeEach, expect, it } from 'vitest';
import { ClusterStorages } from '../../../testing/cluster-storages.js';
import { CuttingProxy } from '../../../testing/cutting-proxy.js';
import { describeOnCluster } from '../../../testing/opensearch-cluster.js';
import { modelWith } from '../../../testing/sample-models.js';
import { documentWith, getDocument, put } from '../../../testing/stored-samples.js';
import type { Document } from '../../domain/document/document.js';
import { ClusterTrouble } from '../../opensearch/cluster-errors.js';
import type { DocumentWrite, Storage } from '../storage.js';

const addOne = (current: Document | null) => documentWith('a', { updatedAt: (current?.updatedAt ?? 0) + 1 });
const record = { fingerprint: 'f', body: '"answer"', createdAt: 5 };

describeOnCluster('a storage whose connection fails', (place) => {
  const storages = new ClusterStorages(place);
  let proxy: CuttingProxy;
  /** Reaches the cluster through the proxy. */
  let storage: Storage;
  /** Another instance, with a connection of its own. */
  let other: Storage;
  /** Reaches the cluster through the proxy, and does not wait long. */
  let impatient: Storage;

  beforeEach(async () => {
    const prefix = place.newPrefix();
    const [node] = place.settings().urls;
    proxy = new CuttingProxy(node);
    other = await storages.open(prefix);
    const urls = [await proxy.start()];
    storage = await storages.open(prefix, { urls, requestMilliseconds: 5000, writeMilliseconds: 2500 });
    impatient = await storages.open(prefix, { urls, requestMilliseconds: 2000, writeMilliseconds: 500 });
  });
  afterEach(async () => {
    await storages.cleanUp();
    await proxy.close();
  });

  async function write(...writes: DocumentWrite[]): Promise<string[]> {
    const results = await storage.documents('live').write(writes);
    return results.map((one) => (one.status === 'fulfilled' ? 'written' : one.reason.message));
  }

  it('makes a write once whose answer is lost', async () => {
    await put(storage, documentWith('a', { updatedAt: 0 }));
    proxy.next('documents-live/_bulk', ['lose-answer']);
    expect(await write({ id: 'a', decide: addOne })).toEqual(['written']);
    expect((await getDocument(other, 'a'))?.updatedAt).toBe(1);
  });

  it('makes a write once whose answer does not come in time', async () => {
    await put(storage, documentWith('a', { updatedAt: 0 }));
    proxy.next('documents-live/_bulk', ['hold-answer']);
    const [result] = await impatient.documents('live').write([{ id: 'a', decide: addOne }]);
    expect(result.status).toBe('fulfilled');
    expect((await getDocument(other, 'a'))?.updatedAt).toBe(1);
  });

  it('says that a write may have been made, if it can not find out', async () => {
    proxy.fateOf = (path) => {
      if (path.includes('documents-live/_bulk')) isAway = true;
      return isAway ? 'hold-answer' : 'pass';
    };
    let isAway = false;
    const [result] = await impatient.documents('live').write([{ id: 'a', decide: addOne }]);
    expect(result).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('may have been made') },
    });
    proxy.fateOf = () => 'pass';
    expect(await getDocument(other, 'a')).not.toBeNull();
  });

  it('tells who adds a document that it was added, not that it exists', async () => {
    proxy.next('documents-live/_bulk', ['lose-answer']);
    const decide = (current: Document | null) => {
      if (current !== null) throw new Error('taken');
      return documentWith('a');
    };
    expect(await write({ id: 'a', decide })).toEqual(['written']);
    const remove = (current: Document | null) => {
      if (current === null) throw new Error('gone');
      return 'delete' as const;
    };
    proxy.next('documents-live/_bulk', ['lose-answer']);
    expect(await write({ id: 'a', decide: remove })).toEqual(['written']);
    expect(await getDocument(other, 'a')).toBeNull();
  });

  it('makes a write once that others follow before its answer is missed', async () => {
    await put(storage, documentWith('a', { updatedAt: 0 }));
    let isLost = false;
    proxy.fateOf = (path) => {
      if (path.includes('documents-live/_bulk') && !isLost) {
        isLost = true;
        return 'lose-answer';
      }
      return path.includes('documents-live/_mget') && isLost && !hasFollowed ? 'lose-request' : 'pass';
    };
    let hasFollowed = false;
    const writing = write({ id: 'a', decide: addOne });
    await expect.poll(async () => (await getDocument(other, 'a'))?.updatedAt).toBe(1);
    for (let times = 0; times < 3; times++) await other.documents('live').write([{ id: 'a', decide: addOne }]);
    hasFollowed = true;
    expect(await writing).toEqual(['written']);
    expect((await getDocument(other, 'a'))?.updatedAt).toBe(4);
  });

  it('makes a write after all that never arrived', async () => {
    proxy.next('documents-live/_bulk', ['lose-request', 'lose-request']);
    expect(await write({ id: 'a', decide: addOne }, { id: 'b', decide: () => documentWith('b') })).toEqual([
      'written',
      'written',
    ]);
    expect((await getDocument(other, 'a'))?.updatedAt).toBe(1);
  });

  it('waits for room in the cluster', async () => {
    proxy.next('documents-live/_bulk', ['reject', 'reject', 'reject']);
    expect(await write({ id: 'a', decide: addOne })).toEqual(['written']);
  });

  it('says that there is no room once it has waited long enough', async () => {
    proxy.fateOf = (path) => (path.includes('_bulk') ? 'reject' : 'pass');
    const [result] = await storage.documents('live').write([{ id: 'a', decide: addOne }]);
    expect(result).toMatchObject({ status: 'rejected', reason: { kind: 'overloaded' } });
    expect(result.status === 'rejected' && result.reason).toBeInstanceOf(ClusterTrouble);
    proxy.fateOf = () => 'pass';
    expect(await getDocument(storage, 'a')).toBeNull();
  });

  it('settles the writes of a failed part of a batch on their own', async () => {
    const content = 'x'.repeat(100_000);
    const writes = Array.from({ length: 100 }, (_, i) => ({
      id: `d${i}`,
      decide: () => documentWith(`d${i}`, { content }),
    }));
    const bodies: number[] = [];
    proxy.fateOf = (path, body) => {
      if (!path.includes('documents-live/_bulk')) return 'pass';
      bodies.push(body.length);
      return body.includes('"_id":"d99"') && !body.includes('"_id":"d0"') ? 'reject' : 'pass';
    };
    const results = await storage.documents('live').write(writes);
    expect(Math.max(...bodies)).toBeLessThan(9_000_000);
    expect(bodies.length).toBeGreaterThan(2);
    expect(results[0].status).toBe('fulfilled');
    expect(results[99].status).toBe('rejected');
    proxy.fateOf = () => 'pass';
    const found = await other.documents('live').getMany(
      writes.map(({ id }) => id),
      ['head'],
    );
    expect(found.map((one) => one !== null)).toEqual(results.map(({ status }) => status === 'fulfilled'));
  });

  it('recognises a request after a crash between its record and its change', async () => {
    const idempotency = () => ({ key: 'k', record });
    let isPrepared = () => {};
    const prepared = new Promise<void>((resolve) => {
      isPrepared = resolve;
    });
    proxy.fateOf = (path) => {
      if (!path.includes('documents-live/_bulk')) return 'pass';
      isPrepared();
      return 'lose-request';
    };
    const lost = storage.documents('live').write([{ id: 'a', decide: addOne, idempotency }]);
    await prepared;
    expect(await other.idempotency.get('k')).toBeNull();
    const [retried] = await other.documents('live').write([{ id: 'b', decide: () => documentWith('b'), idempotency }]);
    expect(retried.status).toBe('fulfilled');
    expect(await other.idempotency.get('k')).toEqual(record);
    proxy.fateOf = () => 'pass';
    const [result] = await lost;
    expect(result).toMatchObject({ status: 'rejected', reason: { name: 'AlreadyAnswered' } });
    expect(await getDocument(other, 'a')).toBeNull();
  });

  it('recognises a request whose first try arrives after it was repeated', async () => {
    const late: { path: string; body: string }[] = [];
    proxy.fateOf = (path, body) => {
      if (!path.includes('documents-live/_bulk')) return 'pass';
      late.push({ path, body });
      return 'lose-request';
    };
    const send = (body: string) =>
      write({ id: 'a', decide: addOne, idempotency: () => ({ key: 'k', record: { ...record, body } }) });
    expect(await send('"first"')).not.toEqual(['written']);
    const [{ path, body }] = late;
    expect(await send('"second"')).not.toEqual(['written']);
    expect(await other.idempotency.get('k')).toBeNull();
    const headers = { 'content-type': 'application/x-ndjson' };
    await fetch(new URL(path, place.settings().urls[0]), { method: 'POST', headers, body });
    expect(await other.idempotency.get('k')).toEqual({ ...record, body: '"first"' });
    await put(other, documentWith('a', { title: 'New' }));
    expect(await other.idempotency.get('k')).toEqual({ ...record, body: '"first"' });
  });

  it('recognises a request whose document has been changed or deleted since', async () => {
    const write = (id: string) =>
      storage
        .documents('live')
        .write([{ id, decide: () => documentWith(id), idempotency: () => ({ key: id, record }) }]);
    await write('changed');
    await write('deleted');
    await put(other, documentWith('changed', { title: 'New' }));
    await other.documents('live').write([{ id: 'deleted', decide: () => 'delete' }]);
    for (const key of ['changed', 'deleted']) expect(await other.idempotency.get(key)).toEqual(record);
    await other
      .documents('live')
      .write([{ id: 'changed', decide: () => 'delete', idempotency: () => ({ key: 'd', record }) }]);
    expect(await storage.idempotency.get('d')).toEqual(record);
  });

  it('makes a change of a model once whose answer is lost', async () => {
    const model = modelWith();
    const add = () =>
      storage.models('live').write({
        id: 'm',
        decide: (current) => {
          if (current !== null) throw new Error('taken');
          return { model };
        },
      });
    proxy.next('records/_bulk', ['lose-answer']);
    await add();
    expect(await other.models('live').get('m')).toEqual(model);
    await expect(add()).rejects.toThrow('taken');
    proxy.next('records/_bulk', ['lose-answer']);
    await storage.models('live').write({ id: 'm', decide: () => ({ model: null }) });
    expect(await other.models('live').get('m')).toBeNull();
  });
});
