import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MemoryChangeSource } from '../../../../testing/memory-change-source.js';
import type { Change } from '../../../domain/document/document.js';
import { documentWith, planFor } from '../../contract/engine-contract.js';
import type { Engine } from '../../engine.js';
import { openEmbeddedEngine } from '../embedded-engine.js';
import { EngineThreads } from '../engine-threads.js';
import type { IndexThreads } from './published-index.js';

let threads: EngineThreads;

beforeAll(() => {
  threads = new EngineThreads({
    queryThreads: 1,
    onCrash: (error) => {
      throw error;
    },
  });
});

afterAll(() => threads.close());

/** How a call to the indexer fails: it never gets there, or what it answers is lost. */
type Fault = 'not done' | 'answer lost';

/** The real threads, with calls to the indexer that fail as a test wants. */
class FaultyThreads implements IndexThreads {
  readonly faults: { method: string; fault: Fault }[] = [];
  /** Ids of documents that fail to be indexed, whatever they are indexed with. */
  readonly poisonous = new Set<string>();
  readonly merger = threads.merger;
  readonly indexer: IndexThreads['indexer'] = {
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
  readonly publish = threads.publish.bind(threads);
  readonly republish = threads.republish.bind(threads);
  readonly query = threads.query.bind(threads);

  get canWrite(): boolean {
    return threads.canWrite;
  }

  fail(method: string, fault: Fault, times: number): void {
    for (let i = 0; i < times; i++) this.faults.push({ method, fault });
  }

  #isPoisonous(change: Change): boolean {
    return change.kind === 'put' && this.poisonous.has(change.document.id);
  }
}

const RETRIES = [1, 1];
/** As many failures as make `apply` give up. */
const ALL_ATTEMPTS = RETRIES.length + 1;
const NEVER = 600_000;

let indexes = 0;
let faulty: FaultyThreads;
let source: MemoryChangeSource;
let folder: string;
let engine: Engine;
let warnings: string[];
let errors: object[];

async function open(catchUpInterval: number, tidyInterval = NEVER): Promise<void> {
  engine = await openEmbeddedEngine({
    index: `faulty-${indexes++}`,
    folder,
    source,
    threads: faulty,
    retryDelays: RETRIES,
    catchUpInterval,
    tidyInterval,
    log: {
      info: () => {},
      warn: (_, message) => void warnings.push(message),
      error: (details) => void errors.push(details),
    },
  });
}

beforeEach(() => {
  faulty = new FaultyThreads();
  source = new MemoryChangeSource();
  folder = mkdtempSync(join(tmpdir(), 'sextant-follower-'));
  warnings = [];
  errors = [];
});

afterEach(async () => {
  faulty.faults.length = 0;
  faulty.poisonous.clear();
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** How `apply` rejects for this reason. */
const unavailableFor = (reason: string) => ({
  code: 'engine_unavailable',
  cause: { message: expect.stringContaining(reason) },
});

const put = (sequence: number, id = `d${sequence}`): Change => ({
  kind: 'put',
  sequence,
  document: documentWith({ id, updatedAt: sequence }),
  vectors: [],
});
const remove = (sequence: number, id: string): Change => ({ kind: 'delete', sequence, id });

/** Durable first, then applied, as the store does it. */
function write(...changes: Change[]): Promise<void> {
  source.add(changes);
  return engine.apply(changes);
}

async function ids(): Promise<string[]> {
  const { hits } = await engine.find(planFor({ window: { offset: 0, limit: 1000 } }));
  return hits.map(({ id }) => id).sort();
}

/** The segments that a start would load, if the process ended now. */
async function savedSegments(): Promise<unknown[]> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8');
  return JSON.parse(text.slice(text.indexOf('\n'))).segments;
}

describe('changes that could not be indexed', () => {
  it.each<Fault>(['not done', 'answer lost'])('are tried again, and seen once apply resolves (%s)', async (fault) => {
    await open(NEVER);
    await write(put(1), put(2));
    faulty.fail('apply', fault, RETRIES.length);
    await write(put(3), remove(4, 'd1'), put(5, 'd2'));
    expect(await ids()).toEqual(['d2', 'd3']);
    await write(put(6, 'd3'), remove(7, 'd2'));
    expect(await ids()).toEqual(['d3']);
    expect((await engine.status()).documents).toBe(1);
  });

  it.each<Fault>(['not done', 'answer lost'])('come before newer ones once apply has given up (%s)', async (fault) => {
    await open(NEVER);
    await write(put(1), put(2));
    faulty.fail('apply', fault, ALL_ATTEMPTS);
    await expect(write(put(3), remove(4, 'd1'))).rejects.toMatchObject(unavailableFor(fault));
    // A change that was not acknowledged may be seen or not.
    if (fault === 'not done') expect(await ids()).toEqual(['d1', 'd2']);
    await write(put(5));
    expect(await ids()).toEqual(['d2', 'd3', 'd5']);
  });

  it('are seen once apply without changes resolves', async () => {
    await open(NEVER);
    faulty.fail('apply', 'not done', 2 * ALL_ATTEMPTS);
    await expect(write(put(1))).rejects.toMatchObject({ status: 503 });
    await expect(engine.apply([])).rejects.toMatchObject({ status: 503 });
    await engine.apply([]);
    expect(await ids()).toEqual(['d1']);
  });

  it('let no newer change pass while the index cannot catch up', async () => {
    await open(NEVER);
    faulty.fail('apply', 'not done', 2 * ALL_ATTEMPTS);
    await expect(write(put(1))).rejects.toThrow();
    await expect(write(put(2))).rejects.toThrow();
    expect(await ids()).toEqual([]);
    await write(put(3));
    expect(await ids()).toEqual(['d1', 'd2', 'd3']);
  });

  it('are caught up with by themselves', async () => {
    await open(5);
    faulty.fail('apply', 'not done', 3 * ALL_ATTEMPTS);
    await expect(write(put(1))).rejects.toThrow();
    await expect.poll(ids).toEqual(['d1']);
    expect(faulty.faults).toEqual([]);
  });

  it('keep their order when several are handed over at once', async () => {
    await open(NEVER);
    faulty.fail('apply', 'answer lost', 1);
    const writes = [write(put(1, 'a')), write(remove(2, 'a')), write(put(3, 'a'), put(4, 'b')), write(remove(5, 'b'))];
    await Promise.all(writes);
    expect(await ids()).toEqual(['a']);
  });

  it('are all found after a restart', async () => {
    await open(NEVER);
    await write(put(1));
    faulty.fail('apply', 'not done', ALL_ATTEMPTS);
    await expect(write(put(2))).rejects.toThrow();
    await engine.close();
    await open(NEVER);
    expect(await ids()).toEqual(['d1', 'd2']);
  });
});

describe('a document that can never be indexed', () => {
  const setAside = async () => (await engine.status()).figures.set_aside;

  /** Writes until the index has caught up. Answers how many writes were refused. */
  async function writeUntilAccepted(from: number): Promise<number> {
    for (let refused = 0; ; refused++) {
      const accepted = await write(put(from + refused)).then(
        () => true,
        () => false,
      );
      if (accepted) return refused;
    }
  }

  it('is set aside after repeated failures, so that all others are found', async () => {
    await open(NEVER);
    faulty.poisonous.add('bad');
    await write(put(1));
    await expect(write(put(2), put(3, 'bad'), put(4))).rejects.toMatchObject(unavailableFor('poison'));
    expect(await writeUntilAccepted(5)).toBe(1);
    await write(put(7), remove(8, 'd1'));
    expect(await ids()).toEqual(['d2', 'd4', 'd5', 'd6', 'd7']);
    expect(await setAside()).toBe(1);
    expect(errors).toMatchObject([{ document: 'bad', tenant: documentWith({ id: 'bad' }).tenantId, sequence: 3 }]);
  });

  it('is set aside without another write, too', async () => {
    await open(5);
    faulty.poisonous.add('bad');
    await expect(write(put(1), put(2, 'bad'), put(3))).rejects.toMatchObject(unavailableFor('poison'));
    await expect.poll(setAside).toBe(1);
    expect(await ids()).toEqual(['d1', 'd3']);
  });

  it('fails in the indexer itself', async () => {
    await open(NEVER);
    const tooLong = { space: 'test', codes: [new Int8Array(5000)] };
    const bad: Change = { kind: 'put', sequence: 2, document: documentWith({ id: 'bad' }), vectors: [tooLong] };
    await expect(write(put(1), bad, put(3))).rejects.toMatchObject(unavailableFor('dimensions'));
    await writeUntilAccepted(4);
    expect(await ids()).toEqual(['d1', 'd3', 'd4', 'd5']);
    expect(await setAside()).toBe(1);
  });

  it('is found among many', async () => {
    await open(NEVER);
    const poisonous = ['d7', 'd8', 'd64', 'd100'];
    for (const id of poisonous) faulty.poisonous.add(id);
    await expect(write(...Array.from({ length: 100 }, (_, i) => put(i + 1)))).rejects.toMatchObject(
      unavailableFor('poison'),
    );
    await writeUntilAccepted(101);
    expect(await ids()).toHaveLength(100 - poisonous.length + 2);
    expect(await setAside()).toBe(poisonous.length);
    expect(errors).toMatchObject(poisonous.map((document) => ({ document })));
  });

  it('is not found in its former version either, which may belong to another tenant', async () => {
    await open(NEVER);
    await write(put(1, 'bad'), put(2));
    faulty.poisonous.add('bad');
    await expect(write(put(3, 'bad'))).rejects.toMatchObject(unavailableFor('poison'));
    await writeUntilAccepted(4);
    expect(await ids()).toEqual(['d2', 'd4', 'd5']);
  });

  it('is indexed as soon as a version of it can be', async () => {
    await open(NEVER);
    faulty.poisonous.add('bad');
    await expect(write(put(1, 'bad'))).rejects.toMatchObject(unavailableFor('poison'));
    await writeUntilAccepted(2);
    faulty.poisonous.clear();
    await write(put(4, 'bad'));
    expect(await ids()).toEqual(['bad', 'd2', 'd3']);
    expect(await setAside()).toBe(0);
  });

  it('is no longer counted once it is deleted', async () => {
    await open(NEVER);
    faulty.poisonous.add('bad');
    await expect(write(put(1, 'bad'))).rejects.toMatchObject(unavailableFor('poison'));
    await writeUntilAccepted(2);
    await write(remove(4, 'bad'));
    expect(await setAside()).toBe(0);
    await engine.close();
    await open(NEVER);
    expect(await ids()).toEqual(['d2', 'd3']);
    expect(await setAside()).toBe(0);
  });

  it.each(['saved', 'lost'])('is tried again at every start (changes %s)', async (changes) => {
    await open(NEVER);
    await write(put(1));
    await engine.close();
    await open(NEVER);
    faulty.poisonous.add('bad');
    await expect(write(put(2, 'bad'))).rejects.toMatchObject(unavailableFor('poison'));
    await writeUntilAccepted(3);
    if (changes === 'saved') await engine.close();
    await open(NEVER);
    expect(await ids()).toEqual(['d1', 'd3', 'd4']);
    expect(await setAside()).toBe(1);
    await write(put(5));
    await engine.close();
    faulty.poisonous.clear();
    await open(NEVER);
    expect(await ids()).toEqual(['bad', 'd1', 'd3', 'd4', 'd5']);
    expect(await setAside()).toBe(0);
  });

  it('is not lost once it could be indexed, if a crash follows the next merge', async () => {
    for (let sequence = 1; sequence <= 3; sequence++) {
      await open(NEVER);
      await write(put(sequence));
      await engine.close();
    }
    await open(NEVER);
    faulty.poisonous.add('bad');
    await expect(write(put(4, 'bad'))).rejects.toMatchObject(unavailableFor('poison'));
    await writeUntilAccepted(5);
    await engine.close();
    faulty.poisonous.clear();
    // Written before a crash, so it has to be read from the store.
    source.add([put(7)]);
    // The four segments of four saves are due to be merged.
    await open(NEVER);
    await expect.poll(savedSegments).toHaveLength(1);
    await open(NEVER);
    expect(await ids()).toEqual(['bad', 'd1', 'd2', 'd3', 'd5', 'd6', 'd7']);
  });

  it('does not stop the index from being rebuilt', async () => {
    source.add([put(1), put(2, 'bad'), put(3)]);
    await source.forgetChanges(3);
    faulty.poisonous.add('bad');
    await open(NEVER);
    expect(await ids()).toEqual(['d1', 'd3']);
    expect(await setAside()).toBe(1);
  });

  it('does not stop an index from catching up that has to be rebuilt', async () => {
    await open(NEVER);
    await write(put(1));
    source.add([put(2, 'bad'), put(3)]);
    await source.forgetChanges(3);
    faulty.poisonous.add('bad');
    expect(await writeUntilAccepted(4)).toBe(2);
    expect(await ids()).toEqual(['d1', 'd3', 'd4', 'd5', 'd6']);
    expect(await setAside()).toBe(1);
  });
});

describe('an engine that fails as a whole', () => {
  it.each<Fault>(['not done', 'answer lost'])('sets no document aside, whenever it recovers (%s)', async (fault) => {
    await open(NEVER);
    let sequence = 0;
    for (let failures = 1; failures <= 24; failures++) {
      faulty.fail('apply', fault, failures);
      while (faulty.faults.length > 0) {
        await write(put(sequence + 1), put(sequence + 2)).catch(() => undefined);
        sequence += 2;
      }
    }
    await write(put(++sequence));
    expect(await ids()).toHaveLength(sequence);
    expect((await engine.status()).figures.set_aside).toBe(0);
    expect(errors).toEqual([]);
  });

  it('sets no document aside where no document at all can be indexed', async () => {
    await open(NEVER);
    faulty.poisonous.add('d1');
    faulty.fail('setAside', 'not done', 1);
    for (let sequence = 1; sequence <= 3; sequence++) await expect(write(put(sequence))).rejects.toThrow();
    expect(faulty.faults).toEqual([]);
    expect(errors).toEqual([]);
    faulty.poisonous.clear();
    await write(put(4));
    expect(await ids()).toEqual(['d1', 'd2', 'd3', 'd4']);
  });
});

describe('an engine that was away', () => {
  it('sees a gap in the sequence and reads what it missed', async () => {
    await open(NEVER);
    await write(put(1), put(2));
    source.add([put(3), remove(4, 'd1')]);
    await write(put(5));
    expect(await ids()).toEqual(['d2', 'd3', 'd5']);
  });

  it('does not apply a change again that it has read already', async () => {
    await open(NEVER);
    await write(put(1));
    const late = put(3, 'x');
    source.add([put(2), late, remove(4, 'x')]);
    await engine.apply([remove(4, 'x')]);
    await engine.apply([late]);
    expect(await ids()).toEqual(['d1', 'd2']);
  });

  it('rebuilds the index when the changes are no longer known, and answers no query meanwhile', async () => {
    await open(NEVER);
    await write(put(1), put(2));
    source.add([put(3), remove(4, 'd1')]);
    await source.forgetChanges(4);
    const { all } = source;
    const refusals: Promise<unknown>[] = [];
    source.all = async function* () {
      refusals.push(expect(engine.find(planFor({}))).rejects.toMatchObject({ code: 'engine_unavailable' }));
      yield* all.call(source);
    };
    await write(put(5));
    await Promise.all(refusals);
    expect(refusals).toHaveLength(1);
    expect(await ids()).toEqual(['d2', 'd3', 'd5']);
    expect(warnings).toEqual(['rebuilding the index from the store']);
  });

  it('rebuilds the index while the store can not yet forget what was saved', async () => {
    await open(NEVER, 5);
    const { forgetChanges } = source;
    let isApplied = () => {};
    const applied = new Promise<void>((resolve) => {
      isApplied = resolve;
    });
    // The store hands changes on in order, so it confirms a later write of its own only when the engine has applied them.
    const forgetting = new Promise<void>((resolve) => {
      source.forgetChanges = async (sequence) => {
        resolve();
        await applied;
        await forgetChanges.call(source, sequence);
      };
    });
    await write(put(1));
    await forgetting;
    source.add([put(2), put(3)]);
    await forgetChanges.call(source, 3);
    await write(put(4));
    isApplied();
    expect(await ids()).toEqual(['d1', 'd2', 'd3', 'd4']);
  });

  it('rebuilds the index once more after a crash, if only a part of it was saved', async () => {
    await open(NEVER);
    await write(put(1), put(2));
    source.add([put(3)]);
    await source.forgetChanges(3);
    await write(put(4));
    // After every merge the manifest is saved, without what is unsaved.
    await threads.indexer.call('saveManifest', { index: `faulty-${indexes - 1}` });
    await open(NEVER);
    expect(await ids()).toEqual(['d1', 'd2', 'd3', 'd4']);
  });

  it('never saves an index that could not be rebuilt whole', async () => {
    await open(NEVER);
    await write(put(1), put(2));
    source.add([put(3)]);
    await source.forgetChanges(3);
    faulty.fail('apply', 'answer lost', ALL_ATTEMPTS);
    await expect(write(put(4))).rejects.toThrow();
    await expect(engine.find(planFor({}))).rejects.toMatchObject({ code: 'engine_unavailable' });
    await engine.close();
    await open(NEVER);
    expect(await ids()).toEqual(['d1', 'd2', 'd3', 'd4']);
  });
});

describe('merges and saves that fail', () => {
  it('leave queries with every document', async () => {
    await open(NEVER, 20);
    faulty.fail('finishMerge', 'answer lost', 1);
    faulty.fail('gatherSmall', 'answer lost', 1);
    const documents = Array.from({ length: 9000 }, (_, i) => put(i + 1, `n${i}`));
    for (let from = 0; from < documents.length; from += 500) await write(...documents.slice(from, from + 500));
    await expect.poll(() => faulty.faults.length, { timeout: 10_000 }).toBe(0);
    expect((await engine.find(planFor({}))).total).toBe(9000);
    await write(remove(9001, 'n0'), put(9002, 'n1'), put(9003, 'new'));
    expect((await engine.find(planFor({}))).total).toBe(9000);
  });

  it('do not keep a rebuilt index from being searched, and are tried again', async () => {
    source.add([put(1), put(2)]);
    await source.forgetChanges(2);
    faulty.fail('saveAll', 'not done', 1);
    await open(NEVER, 20);
    expect(warnings).toContain('index maintenance failed');
    expect(await ids()).toEqual(['d1', 'd2']);
    await expect.poll(savedSegments).toHaveLength(1);
  });

  it('are tried again while nothing is written', async () => {
    await open(NEVER, 20);
    faulty.fail('finishMerge', 'not done', 1);
    for (const from of [1, 301]) {
      await write(...Array.from({ length: 300 }, (_, i) => put(from + i)));
      await expect.poll(async () => (await engine.status()).unsavedDocuments).toBe(0);
    }
    await expect.poll(async () => (await engine.status()).figures.segments, { timeout: 10_000 }).toBe(1);
    expect(faulty.faults).toEqual([]);
  });
});
