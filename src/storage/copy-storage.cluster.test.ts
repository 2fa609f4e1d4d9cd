import { afterEach, expect, it } from 'vitest';
import { ClusterStorages } from '../../testing/cluster-storages.js';
import { describeOnCluster } from '../../testing/opensearch-cluster.js';
import { ScratchStorages } from '../../testing/scratch-storage.js';
import { collect, documentWith, embeddingWith, put, vectorsWith } from '../../testing/stored-samples.js';
import { MODES } from '../domain/document/document.js';
import type { ModelVersion } from '../domain/model/model.js';
import { keyWith } from './contract/record-laws.js';
import { CopyIncomplete, type CopyProgress, copyStorage } from './copy-storage.js';
import type { Storage } from './storage.js';

const DOCUMENTS = 260;

function version(name: string, weightPieces: number): ModelVersion {
  return {
    modelId: 'm',
    version: name,
    status: 'ready',
    makeDefault: true,
    examples: { kind: 'gone' },
    exampleCount: 3,
    labels: [{ label: 'a \ud800', count: 3 }],
    trained: { space: 's', language: null, metrics: { r2: 0.1, mae: 1e-7 }, inputFields: null, report: null },
    error: null,
    weightPieces,
    createdAt: 1,
    readyAt: 2,
  };
}

async function fill(storage: Storage): Promise<void> {
  const writes = Array.from({ length: DOCUMENTS }, (_, i) => {
    const id = `d${String(i).padStart(4, '0')}`;
    const metadata = JSON.parse(
      `{"__proto__": {"n": ${i / 7}}, "list": ["x", 1.5, true], "lone": "\\\\ud800", "a.b": 1e21}`,
    );
    const content = i % 3 === 0 ? null : `text ${i} \ud83d\ude00 \0 ${i % 5 === 0 ? '\ud800' : ''}`;
    const spaces = [
      vectorsWith({ passages: i % 4 }),
      vectorsWith({ space: 'räume/2', passages: i % 4, dimensions: 24 }),
    ];
    const embedding = i % 5 === 4 ? embeddingWith() : embeddingWith(...spaces);
    return { id, decide: () => documentWith(id, { content, metadata }), embedding };
  });
  await storage.documents('live').write(writes);
  await storage.documents('test').write([{ id: 'only', decide: () => documentWith('only') }]);
  for (const [id, createdAt] of [
    ['k1', 5],
    ['k2', 3],
  ] as const)
    await storage.keys.put(keyWith(id, { createdAt }));
  await storage.vectorSpaces.put({
    served: { space: 'space', settings: { d: 16 } },
    next: null,
    complete: true,
    leaving: ['x'],
  });
  const models = storage.models('live');
  const model = {
    id: 'm',
    kind: 'predictor',
    name: 'Name \ud800',
    description: null,
    tenantId: 't',
    defaultVersion: 'v2',
    versions: [
      { version: 'v1', status: 'ready' },
      { version: 'v2', status: 'ready' },
    ],
    versionCount: 2,
    createdAt: 1,
    updatedAt: 3,
  } as const;
  for (const put of [version('v1', 1), version('v2', 3)]) {
    for (let piece = 0; piece < put.weightPieces; piece++) {
      await models.putWeights(put, piece, Buffer.alloc(piece === 2 ? 17 : 1_000_000, `${put.version}${piece}`));
    }
    await models.write({ id: 'm', decide: () => ({ model: { ...model, versions: [...model.versions] }, put }) });
  }
}

/** Everything that a copy has to have, as bytes. */
async function contentOf(storage: Storage): Promise<string[]> {
  const lines: unknown[] = [await storage.keys.list(), await storage.vectorSpaces.get()];
  for (const mode of MODES) {
    for (const batch of await collect(storage.documents(mode).all({ everyPassage: true }))) {
      lines.push(...batch.map((stored) => ({ ...stored, passages: stored.passages ?? [] })));
    }
    const models = storage.models(mode);
    for (const model of await models.list()) {
      lines.push(model);
      for (const { version: name } of model.versions) {
        const stored = await models.version(model.id, name);
        lines.push(stored);
        for (let piece = 0; piece <= stored!.weightPieces; piece++) lines.push(await models.weights(stored!, piece));
      }
    }
  }
  return lines.map((line) => JSON.stringify(line, (_, value) => (value instanceof Int8Array ? [...value] : value)));
}

describeOnCluster('a copy', (place) => {
  const scratch = new ScratchStorages();
  const storages = new ClusterStorages(place);
  afterEach(async () => {
    await scratch.cleanUp();
    await storages.cleanUp();
  });

  it('from a folder to a cluster and back is the same, byte for byte', async () => {
    const folder = await scratch.open();
    const cluster = await storages.open();
    const back = await scratch.open();
    await fill(folder);
    const reports: CopyProgress[] = [];
    const counts = await copyStorage(folder, cluster, { onProgress: (report) => void reports.push(report) });
    expect(counts).toEqual({ keys: 2, models: { live: 1, test: 0 }, documents: { live: DOCUMENTS, test: 1 } });
    expect(reports.at(-2)).toEqual({
      part: 'documents',
      mode: 'live',
      done: DOCUMENTS,
      total: DOCUMENTS,
      last: 'd0259',
    });
    expect(await copyStorage(cluster, back)).toEqual(counts);
    const original = await contentOf(folder);
    expect(await contentOf(cluster)).toEqual(original);
    expect(await contentOf(back)).toEqual(original);
  });

  it('that was broken off is completed by another run, which writes only what is missing', async () => {
    const folder = await scratch.open();
    const cluster = await storages.open();
    await fill(folder);
    const stop = new AbortController();
    const onProgress = ({ part }: CopyProgress) => {
      if (part === 'documents') stop.abort(new Error('enough'));
    };
    await put(cluster, documentWith('d0003', { title: 'half of another state' }));
    await expect(copyStorage(folder, cluster, { onProgress, signal: stop.signal })).rejects.toThrow('enough');
    const written: string[] = [];
    cluster.documents('live').onCommit(async (changes) => {
      for (const change of changes) written.push(change.kind === 'put' ? change.document.id : change.id);
    });
    await cluster.documents('live').write([{ id: 'd0005', decide: () => 'delete' }]);
    await put(cluster, documentWith('d0004'));
    await copyStorage(folder, cluster);
    expect(written.slice(2).slice(0, 2)).toEqual(['d0004', 'd0005']);
    expect(await contentOf(cluster)).toEqual(await contentOf(folder));
  });

  it('continues after a document', async () => {
    const folder = await scratch.open();
    const cluster = await storages.open();
    const third = await scratch.open();
    await fill(folder);
    await copyStorage(folder, cluster);
    await put(third, documentWith('d0000'));
    await expect(copyStorage(cluster, third, { after: { live: 'd0258' } })).rejects.toThrow(CopyIncomplete);
    expect(await third.documents('live').getMany(['d0258', 'd0259'], ['head'])).toMatchObject([
      null,
      { head: { id: 'd0259' } },
    ]);
  });

  it('with something else in it is refused in the end', async () => {
    const folder = await scratch.open();
    const cluster = await storages.open();
    await fill(folder);
    await put(cluster, documentWith('other'));
    await expect(copyStorage(folder, cluster)).rejects.toThrow(CopyIncomplete);
  });
});
