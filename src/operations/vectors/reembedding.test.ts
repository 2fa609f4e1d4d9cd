import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noRules, plainServices, WordCountingEmbedder } from '../../../testing/plain-services.js';
import { ScratchStorages } from '../../../testing/scratch-storage.js';
import { collect, documentWith, embeddingWith, vectorsWith } from '../../../testing/stored-samples.js';
import type { VectorSpaces } from '../../domain/document/vectors.js';
import { failure } from '../../domain/errors/error.js';
import { openEmbeddedEngine } from '../../engine/embedded/embedded-engine.js';
import { EngineThreads } from '../../engine/embedded/engine-threads.js';
import type { Engine } from '../../engine/engine.js';
import type { TextToEmbed } from '../../inference/embedder.js';
import type { LmdbStorage } from '../../storage/lmdb/open.js';
import { KeyedMutex } from '../../threads/locks.js';
import type { Collection } from '../context.js';
import { Reembedding } from './reembedding.js';
import { openEncoders } from './served-encoders.js';

const known = (space: string) => ({ space, settings: {} });
const settled = (space: string): VectorSpaces => ({ served: known(space), next: null, complete: true, leaving: [] });
const DOCUMENTS = 30;

/** Refuses some texts, and all while it is out of reach. */
class FailingEmbedder extends WordCountingEmbedder {
  failures = 0;
  refused: string | null = null;

  override async embed(texts: readonly TextToEmbed[]) {
    const refuses = texts.some(({ text }) => text === this.refused);
    if (refuses || this.failures-- > 0) throw failure('model_failed', 'Not now.');
    return super.embed(texts);
  }
}

const scratch = new ScratchStorages();
let threads: EngineThreads;
let folder: string;
let storage: LmdbStorage;
let engine: Engine;
let collection: Collection;
let former: WordCountingEmbedder;
let configured: FailingEmbedder;
let log: string[];

beforeAll(() => {
  const onCrash = (error: Error) => {
    throw error;
  };
  threads = new EngineThreads({ queryThreads: 1, onCrash });
});
afterAll(() => threads.close());

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-engine-'));
  storage = await scratch.open();
  const documents = storage.documents('live');
  const quiet = { info: () => {}, warn: () => {}, error: () => {} };
  engine = await openEmbeddedEngine({ index: folder, folder, source: documents, threads, log: quiet });
  documents.onCommit((changes) => engine.apply(changes));
  collection = { documents, engine, textUpdates: new KeyedMutex(), rules: noRules() };
  former = new WordCountingEmbedder('former');
  configured = new FailingEmbedder('configured');
  log = [];
  const embedding = embeddingWith(vectorsWith({ space: 'former', dimensions: 2 }));
  const ids = Array.from({ length: DOCUMENTS }, (_, i) => `d${i}`);
  await documents.write(ids.map((id) => ({ id, decide: () => documentWith(id), embedding })));
  await storage.vectorSpaces.put(settled('former'));
});
afterEach(async () => {
  await engine.close();
  await scratch.cleanUp();
  rmSync(folder, { recursive: true, force: true });
});

async function begin(openKnown = async () => former): Promise<{ reembedding: Reembedding; served: () => string }> {
  const note = (_: object, message: string) => void log.push(message);
  const encoders = await openEncoders({
    storage,
    openConfigured: async () => ({ embedder: configured, known: known('configured') }),
    openKnown,
    log: { warn: note },
  });
  let served = encoders.served.space;
  const reembedding = new Reembedding({
    collections: [collection],
    storage: storage.vectorSpaces,
    claims: storage.claims,
    followMilliseconds: 5,
    encoders,
    split: plainServices().split,
    serveNext: () => {
      served = 'configured';
    },
    requestMilliseconds: 1,
    pauseMilliseconds: 1,
    log: { info: note, warn: note },
  });
  reembedding.start();
  return { reembedding, served: () => served };
}

const spacesOfAll = async () => {
  const all = (await collect(collection.documents.all())).flat();
  return new Set(all.map(({ vectors }) => vectors.map(({ space }) => space).join('+')));
};
const vectorsOf = async (id: string, space: string) => {
  const [found] = await collection.documents.getMany([id], ['vectors']);
  return found?.vectors.find((vectors) => vectors.space === space) ?? null;
};
const isSettled = async () => {
  const { next, complete, leaving } = (await storage.vectorSpaces.get())!;
  return next === null && complete && leaving.length === 0;
};
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(5);
}

describe('embedding documents for another encoder', () => {
  it('ends with vectors of it alone', async () => {
    const { reembedding, served } = await begin();
    expect(served()).toBe('former');
    await until(isSettled);
    expect(served()).toBe('configured');
    expect(await storage.vectorSpaces.get()).toEqual(settled('configured'));
    expect(await spacesOfAll()).toEqual(new Set(['configured']));
    expect(reembedding.progress).toMatchObject({ active: false, done: DOCUMENTS, total: DOCUMENTS, givenUp: 0 });
    await reembedding.stop();
  });

  it('keeps the vectors of the former one for as long as it is served', async () => {
    configured.failures = Number.POSITIVE_INFINITY;
    const { reembedding, served } = await begin();
    await until(() => log.some((message) => message.includes('trying again')));
    expect([served(), (await storage.vectorSpaces.get())?.next]).toEqual(['former', known('configured')]);
    configured.failures = 0;
    await until(() => configured.embedded.length > 10);
    await reembedding.stop();
    if (served() === 'former')
      expect([...(await spacesOfAll())].every((spaces) => spaces.startsWith('former'))).toBe(true);
    const again = await begin();
    await until(isSettled);
    expect(configured.embedded.filter((text) => text.startsWith('Title')).length).toBe(DOCUMENTS);
    await again.reembedding.stop();
  });

  it('passes over a document that the encoder refuses, and says so', async () => {
    configured.refused = 'Title of d7';
    const { reembedding, served } = await begin();
    await until(isSettled);
    expect(served()).toBe('configured');
    expect(await vectorsOf('d7', 'configured')).toBeNull();
    expect(await spacesOfAll()).toEqual(new Set(['configured', '']));
    expect(reembedding.progress.givenUp).toBe(1);
    expect(log.filter((message) => message.includes('found by words only')).length).toBe(1);
    await reembedding.stop();
  });

  it('serves the new one at once where the former is gone', async () => {
    const { reembedding, served } = await begin(() => Promise.reject(new Error('no such folder')));
    expect(served()).toBe('configured');
    expect(log[0]).toMatch(/cannot be opened/);
    await until(isSettled);
    expect(await spacesOfAll()).toEqual(new Set(['configured']));
    await reembedding.stop();
  });

  it('is done by one of several instances, and followed by the others', async () => {
    const both = await Promise.all([begin(), begin()]);
    await until(isSettled);
    await until(() => both.every(({ served }) => served() === 'configured'));
    expect(configured.embedded.filter((text) => text.startsWith('Title')).length).toBe(DOCUMENTS);
    expect(await spacesOfAll()).toEqual(new Set(['configured']));
    expect(await storage.vectorSpaces.get()).toEqual(settled('configured'));
    for (const { reembedding } of both) await reembedding.stop();
  });

  it('is taken over from an instance that stops', async () => {
    configured.failures = Number.POSITIVE_INFINITY;
    const first = await begin();
    await until(() => log.some((message) => message.includes('trying again')));
    const second = await begin();
    await first.reembedding.stop();
    configured.failures = 0;
    await until(isSettled);
    expect([first.served(), second.served()]).toEqual(['former', 'configured']);
    expect(await spacesOfAll()).toEqual(new Set(['configured']));
    await second.reembedding.stop();
  });

  it('leaves alone what others change meanwhile', async () => {
    const { documents } = collection;
    configured.refused = 'Title of d9';
    const { reembedding } = await begin();
    await until(() => log.some((message) => message.includes('trying again')));
    const former = vectorsWith({ space: 'former', dimensions: 2 });
    const next = vectorsWith({ space: 'configured', dimensions: 2 });
    const changed = documentWith('d9', { title: 'Another title' });
    await documents.write([
      { id: 'd9', decide: () => changed, embedding: embeddingWith(former, next) },
      { id: 'd8', decide: () => 'delete' },
    ]);
    await until(isSettled);
    const [d9, d8] = await documents.getMany(['d9', 'd8'], ['document']);
    expect(d9?.document).toEqual(changed);
    expect(await vectorsOf('d9', 'configured')).toEqual(next);
    expect(d8).toBeNull();
    expect(await documents.count()).toBe(DOCUMENTS - 1);
    await reembedding.stop();
  });
});
