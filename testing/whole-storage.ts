import { MODES } from '../src/domain/document/document.js';
import type { ModelVersion } from '../src/domain/model/model.js';
import { allLogged, logEntryWith } from '../src/storage/contract/query-log-laws.js';
import { keyWith } from '../src/storage/contract/record-laws.js';
import { allRules, curationWith, synonymWith } from '../src/storage/contract/rule-laws.js';
import type { CopyCounts } from '../src/storage/copy-storage.js';
import type { Storage } from '../src/storage/storage.js';
import { collect, documentWith, embeddingWith, vectorsWith } from './stored-samples.js';

/** The live documents of a storage that was filled. */
export const DOCUMENTS = 260;
/** What it has of everything. */
export const COUNTS: CopyCounts = {
  keys: 2,
  models: { live: 1, test: 0 },
  synonyms: { live: 2, test: 0 },
  curations: { live: 0, test: 1 },
  documents: { live: DOCUMENTS, test: 1 },
};

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

/** Puts something of everything into a storage, odd texts and numbers included. */
export async function fill(storage: Storage): Promise<void> {
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
  for (const id of ['s1', 's2']) {
    const synonym = synonymWith(id, { equivalent: ['TV', 'lone \ud800'], tenantId: id });
    await storage.synonyms('live').write({ id, decide: () => synonym });
  }
  const curation = curationWith('c', { hide: ['d0001'] });
  await storage.curations('test').write({ id: 'c', decide: () => curation });
  await storage.queryLog('live').add([logEntryWith({ query: 'lone \ud800', count: 3 }), logEntryWith({ day: 20_001 })]);
  await storage.queryLog('test').add([logEntryWith({ tenants: ['t'], isEmpty: true })]);
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
export async function contentOf(storage: Storage): Promise<string[]> {
  const lines: unknown[] = [await storage.keys.list(), await storage.vectorSpaces.get()];
  for (const mode of MODES) {
    for (const batch of await collect(storage.documents(mode).all({ everyPassage: true }))) {
      lines.push(...batch.map((stored) => ({ ...stored, passages: stored.passages ?? [] })));
    }
    lines.push(await allRules(storage.synonyms(mode)), await allRules(storage.curations(mode)));
    lines.push(await allLogged(storage.queryLog(mode)));
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
