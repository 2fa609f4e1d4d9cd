import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it as anyTest, expect } from 'vitest';
import type { Change } from '../src/domain/document/document.js';
import { documentWith, planFor } from '../src/engine/contract/engine-contract.js';
import { openEmbeddedEngine } from '../src/engine/embedded/embedded-engine.js';
import { EngineThreads } from '../src/engine/embedded/engine-threads.js';
import type { IndexThreads } from '../src/engine/embedded/index/published-index.js';
import type { Engine } from '../src/engine/engine.js';
import { MemoryChangeSource } from './memory-change-source.js';

/** How a call to the indexer fails: it never gets there, or what it answers is lost. */
export type Fault = 'not done' | 'answer lost';

const RETRY_DELAYS = [1, 1];
/** As many failures as `apply` survives. */
export const RETRIES = RETRY_DELAYS.length;
/** As many failures as make `apply` give up. */
export const ALL_ATTEMPTS = RETRIES + 1;
export const NEVER = 600_000;

/** Tests with an engine, and all that belongs to it, of their own. The threads are shared: starting them takes long. */
export const it = anyTest.extend<{ threads: EngineThreads; index: FaultyEngine }>({
  threads: [
    // biome-ignore lint/correctness/noEmptyPattern: the test runner wants to see which fixtures are used.
    async ({}, use) => {
      const threads = new EngineThreads({
        queryThreads: 1,
        onCrash: (error) => {
          throw error;
        },
      });
      await use(threads);
      await threads.close();
    },
    { scope: 'file' },
  ],
  index: async ({ threads, onTestFinished }, use) => {
    const index = new FaultyEngine(threads);
    // Has a time limit, unlike what comes after `use`: an engine of a test that failed may never close.
    onTestFinished(() => index.dispose());
    await use(index);
  },
});

/** The real threads, with calls to the indexer that fail as a test wants. */
class FaultyThreads implements IndexThreads {
  readonly faults: { method: string; fault: Fault }[] = [];
  /** Ids of documents that fail to be indexed, whatever they are indexed with. */
  readonly poisonous = new Set<string>();
  readonly merger: IndexThreads['merger'];
  readonly indexer: IndexThreads['indexer'];
  readonly publish: IndexThreads['publish'];
  readonly republish: IndexThreads['republish'];
  readonly query: IndexThreads['query'];
  readonly #threads: EngineThreads;

  constructor(threads: EngineThreads) {
    this.#threads = threads;
    this.merger = threads.merger;
    this.publish = threads.publish.bind(threads);
    this.republish = threads.republish.bind(threads);
    this.query = threads.query.bind(threads);
    this.indexer = {
      call: (method, payload) => {
        const { changes = [] } = payload as { changes?: readonly Change[] };
        if (changes.some((change) => this.#isPoisonous(change))) return Promise.reject(new Error('poison'));
        const next = this.faults.findIndex((planned) => planned.method === method);
        if (next < 0) return threads.indexer.call(method, payload);
        const [{ fault }] = this.faults.splice(next, 1);
        const error = new Error(`${method}: ${fault}`);
        if (fault === 'not done') return Promise.reject(error);
        return threads.indexer.call(method, payload).then(() => Promise.reject(error));
      },
    };
  }

  get canWrite(): boolean {
    return this.#threads.canWrite;
  }

  #isPoisonous(change: Change): boolean {
    return change.kind === 'put' && this.poisonous.has(change.document.id);
  }
}

/** An embedded engine whose indexer fails as a test wants, with its store and its folder. */
class FaultyEngine {
  readonly source = new MemoryChangeSource();
  readonly warnings: string[] = [];
  readonly errors: object[] = [];
  /** The name of the index: every start has another one in the threads. */
  name = '';
  engine!: Engine;
  readonly #folder = mkdtempSync(join(tmpdir(), 'sextant-faulty-'));
  readonly #threads: FaultyThreads;

  constructor(threads: EngineThreads) {
    this.#threads = new FaultyThreads(threads);
  }

  /** Calls that are still to fail. */
  get faults(): readonly object[] {
    return this.#threads.faults;
  }

  get poisonous(): Set<string> {
    return this.#threads.poisonous;
  }

  fail(method: string, fault: Fault, times: number): void {
    for (let i = 0; i < times; i++) this.#threads.faults.push({ method, fault });
  }

  async open(catchUpInterval: number, tidyInterval = NEVER): Promise<void> {
    this.name = randomUUID();
    this.engine = await openEmbeddedEngine({
      index: this.name,
      folder: this.#folder,
      source: this.source,
      threads: this.#threads,
      retryDelays: RETRY_DELAYS,
      catchUpInterval,
      tidyInterval,
      log: {
        info: () => {},
        warn: (_, message) => void this.warnings.push(message),
        error: (details) => void this.errors.push(details),
      },
    });
  }

  /** Durable first, then applied, as the store does it. */
  write(...changes: Change[]): Promise<void> {
    this.source.add(changes);
    return this.engine.apply(changes);
  }

  async ids(): Promise<string[]> {
    const { hits } = await this.engine.find(planFor({ window: { offset: 0, limit: 1000 } }));
    return hits.map(({ id }) => id).sort();
  }

  /** The segments that a start would load, if the process ended now. */
  async savedSegments(): Promise<unknown[]> {
    const text = await readFile(join(this.#folder, 'manifest.json'), 'utf8');
    return JSON.parse(text.slice(text.indexOf('\n'))).segments;
  }

  async dispose(): Promise<void> {
    this.#threads.faults.length = 0;
    this.poisonous.clear();
    await this.engine.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export type { FaultyEngine };

/** How `apply` rejects for this reason. */
export const unavailableFor = (reason: string) => ({
  code: 'engine_unavailable',
  cause: { message: expect.stringContaining(reason) },
});

export const put = (sequence: number, id = `d${sequence}`): Change => ({
  kind: 'put',
  sequence,
  document: documentWith({ id, updatedAt: sequence }),
  vectors: [],
});

export const remove = (sequence: number, id: string): Change => ({ kind: 'delete', sequence, id });
