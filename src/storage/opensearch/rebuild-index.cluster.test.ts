import { afterEach, expect, it } from 'vitest';
import { ClusterStorages } from '../../../testing/cluster-storages.js';
import { describeOnCluster } from '../../../testing/opensearch-cluster.js';
import { plainFields, plainIndexing } from '../../../testing/plain-indexing.js';
import { collect, documentWith, embeddingWith, put, vectorsWith } from '../../../testing/stored-samples.js';
import type { DocumentIndexing } from '../../opensearch/document-index.js';
import type { Storage } from '../storage.js';

/** As a later program would index documents. */
const nextIndexing: DocumentIndexing = {
  ...plainIndexing,
  version: 2,
  mappings: () => ({ ...plainIndexing.mappings(), title_length: { type: 'integer' } }),
  fields: async (documents) =>
    documents.map((stored) => JSON.stringify({ ...plainFields(stored), title_length: stored.document.title.length })),
};

const DOCUMENTS = 250;
const idOf = (number: number) => `d${String(number).padStart(3, '0')}`;
const record = { fingerprint: 'f', body: '"answer"', createdAt: Date.now() };

async function titlesOf(storage: Storage): Promise<string[]> {
  const all = (await collect(storage.documents('live').all())).flat();
  return all.map(({ document, vectors }) => `${document.id} ${document.title} ${vectors.length}`);
}

describeOnCluster('an index that an older program has made', (place) => {
  const storages = new ClusterStorages(place);
  afterEach(() => storages.cleanUp());

  async function fill(storage: Storage): Promise<void> {
    const ids = Array.from({ length: DOCUMENTS }, (_, number) => idOf(number));
    const embedding = embeddingWith(vectorsWith({ passages: 2 }));
    await storage.documents('live').write(
      ids.map((id) => ({
        id,
        decide: () => documentWith(id),
        embedding,
        ...(id === 'd007' && { idempotency: () => ({ key: 'k', record }) }),
      })),
    );
  }

  it('is filled into a new one while it is written, and replaced', async () => {
    const prefix = place.newPrefix();
    const older = await storages.open(prefix);
    await fill(older);
    const progress: string[] = [];
    let writing: Promise<unknown> = Promise.resolve();
    const newer = await storages.open(prefix, {
      indexing: nextIndexing,
      onRebuild: ({ mode, done, total }) => {
        progress.push(`${mode} ${done}/${total}`);
        if (done === 100) {
          const change = (id: string) => put(older, documentWith(id, { title: 'changed meanwhile' }));
          writing = Promise.all([
            change('d003'),
            change('d203'),
            change('new'),
            older.documents('live').write([{ id: 'd004', decide: () => 'delete' }]),
            older.documents('live').write([{ id: 'd204', decide: () => 'delete' }]),
          ]);
        }
      },
    });
    await writing;
    expect(progress).toContain(`live 200/${DOCUMENTS}`);
    const titles = await titlesOf(newer);
    expect(titles).toHaveLength(DOCUMENTS - 2 + 1);
    for (const id of ['d003', 'd203']) expect(titles).toContain(`${id} changed meanwhile 1`);
    expect(titles).toContain('new changed meanwhile 0');
    expect(titles.some((title) => title.startsWith('d004') || title.startsWith('d204'))).toBe(false);
    expect(await newer.idempotency.get('k')).toEqual(record);
    expect(await titlesOf(older)).toEqual(titles);
    await put(newer, documentWith('d003', { title: 'changed again' }));
    expect(await newer.documents('live').count()).toBe(DOCUMENTS - 1);
  });

  it('is replaced by one of several instances, for which the others wait', async () => {
    const prefix = place.newPrefix();
    await fill(await storages.open(prefix));
    const rebuilt = new Set<number>();
    const opening = [0, 1, 2].map((number) =>
      storages.open(prefix, { indexing: nextIndexing, onRebuild: () => void rebuilt.add(number) }),
    );
    const opened = await Promise.all(opening);
    expect(rebuilt.size).toBe(1);
    for (const storage of opened) expect(await storage.documents('live').count()).toBe(DOCUMENTS);
    await put(opened[2], documentWith('later'));
  });

  it('stays in use if it can not be replaced, and can be later', async () => {
    const prefix = place.newPrefix();
    const older = await storages.open(prefix);
    await fill(older);
    const failing = {
      ...nextIndexing,
      fields: async (documents: readonly unknown[]) => documents.map(() => '{"unknown_field":1}'),
    };
    await expect(storages.open(prefix, { indexing: failing })).rejects.toThrow();
    await put(older, documentWith('still written'));
    const newer = await storages.open(prefix, { indexing: nextIndexing });
    expect(await newer.documents('live').count()).toBe(DOCUMENTS + 1);
    await expect(storages.open(prefix)).rejects.toThrow('newer version of Sextant');
  });
});
