import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noRules } from '../../../testing/plain-services.js';
import { ScratchStorages } from '../../../testing/scratch-storage.js';
import { documentWith, put } from '../../../testing/stored-samples.js';
import type { Engine, QueryOptions, QueryPlan } from '../../engine/engine.js';
import type { LmdbStorage } from '../../storage/lmdb/open.js';
import { KeyedMutex } from '../../threads/locks.js';
import { gatherDocuments } from './gather-documents.js';

const scratch = new ScratchStorages();
let storage: LmdbStorage;
let folder: string;
let abort: AbortController;
/** The signals that the engine was given. */
let signals: (AbortSignal | undefined)[];
/** What the engine finds, page by page. */
let pages: string[][];

beforeEach(async () => {
  storage = await scratch.open();
  folder = mkdtempSync(join(tmpdir(), 'sextant-gather-'));
  abort = new AbortController();
  signals = [];
  for (let i = 0; i < 20; i++) {
    await put(storage, documentWith(`d${i}`, { metadata: { kind: i % 2 === 0 ? 'even' : 'odd' } }));
  }
  pages = [Array.from({ length: 10 }, (_, i) => `d${i}`), Array.from({ length: 10 }, (_, i) => `d${i + 10}`)];
});
afterEach(async () => {
  await scratch.cleanUp();
  rmSync(folder, { recursive: true, force: true });
});

function gather(afterPage: (page: number) => void = () => {}) {
  const engine: Partial<Engine> = {
    find: async (_plan: QueryPlan, options?: QueryOptions) => {
      const page = signals.push(options?.signal) - 1;
      const hits = (pages[page] ?? []).map((id) => ({ id, sortValues: [id], score: null, passage: null }));
      afterPage(page);
      return { total: 20, hits, facets: [], matched: null, relaxedPhrases: [] };
    },
  };
  const collection = {
    documents: storage.documents('live'),
    engine: engine as Engine,
    textUpdates: new KeyedMutex(),
    rules: noRules(),
  };
  const selected = { kind: 'documents', filter: {}, labelField: 'metadata.kind', tenants: null, askedAt: 0 } as const;
  return gatherDocuments(
    { collection, selected, space: 'none', signal: abort.signal },
    join(folder, 'examples.ndjson'),
  );
}

describe('gathering documents', () => {
  it('writes one line for each', async () => {
    expect(await gather()).toMatchObject({ count: 20 });
    const lines = readFileSync(join(folder, 'examples.ndjson'), 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(20);
    expect(JSON.parse(lines[19])).toMatchObject({ text: 'Title of d19', label: 'odd' });
  });

  it('ends with the page in which it is aborted', async () => {
    const reason = new Error('not wanted any more');
    const aborted = gather((page) => {
      if (page === 0) abort.abort(reason);
    });
    await expect(aborted).rejects.toBe(reason);
    expect(signals).toEqual([abort.signal]);
  });
});
