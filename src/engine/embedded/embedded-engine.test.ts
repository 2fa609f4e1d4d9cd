import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MemoryChangeSource } from '../../../testing/memory-change-source.js';
import type { Change } from '../../domain/document/document.js';
import type { Clause } from '../../domain/filter/filter.js';
import { curationsContract } from '../contract/curations-contract.js';
import { documentWith, engineContract, planFor } from '../contract/engine-contract.js';
import type { EngineUnderTest } from '../contract/engine-under-test.js';
import { explanationContract } from '../contract/explanation-contract.js';
import { searchContract } from '../contract/search-contract.js';
import { synonymsContract } from '../contract/synonyms-contract.js';
import type { Engine } from '../engine.js';
import { openEmbeddedEngine } from './embedded-engine.js';
import { EngineThreads } from './engine-threads.js';

const warnings: string[] = [];
const log = {
  info: () => {},
  warn: (_: object, message: string) => void warnings.push(message),
  error: (_: object, message: string) => void warnings.push(message),
};

let threads: EngineThreads;
let indexes = 0;

beforeAll(() => {
  threads = new EngineThreads({
    queryThreads: 2,
    onCrash: (error) => {
      throw error;
    },
  });
});

afterAll(() => threads.close());

class IndexOnDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'sextant-engine-'));
  readonly source = new MemoryChangeSource();
  engine!: Engine;

  async open(options: { tidyInterval?: number } = {}): Promise<this> {
    const index = `index-${indexes++}`;
    const { folder, source } = this;
    this.engine = await openEmbeddedEngine({ index, folder, source, threads, log, ...options });
    return this;
  }

  write = async (changes: readonly Change[]): Promise<void> => {
    this.source.add(changes);
    await this.engine.apply(changes);
  };

  async restart(how: 'gracefully' | 'after a crash'): Promise<void> {
    if (how === 'gracefully') await this.engine.close();
    await this.open();
  }

  async dispose(): Promise<void> {
    await this.engine.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function openForContract(): Promise<EngineUnderTest> {
  const index = await new IndexOnDisk().open();
  return {
    get engine() {
      return index.engine;
    },
    write: index.write,
    restart: (how) => index.restart(how),
    dispose: () => index.dispose(),
  };
}

engineContract('embedded', openForContract);
searchContract('embedded', openForContract);
explanationContract('embedded', openForContract);
synonymsContract('embedded', openForContract);
curationsContract('embedded', openForContract);

it('is one segment once nothing has been written for a while', async () => {
  const index = await new IndexOnDisk().open({ tidyInterval: 50 });
  for (const batch of [0, 1, 2]) {
    await index.write(
      Array.from({ length: 300 }, (_, i): Change => {
        const sequence = 300 * batch + i + 1;
        return { kind: 'put', sequence, document: documentWith({ id: `d${sequence}` }), vectors: [] };
      }),
    );
  }
  await expect.poll(async () => (await index.engine.status()).figures.segments, { timeout: 10_000 }).toBe(1);
  expect(await index.engine.status()).toMatchObject({ documents: 900, unsavedDocuments: 0 });
  expect((await index.engine.find(planFor({}))).total).toBe(900);
  await index.dispose();
});

describe('a saved index', () => {
  let index: IndexOnDisk;

  afterEach(() => index.dispose());

  async function savedIndexOf(documents: number): Promise<void> {
    index = await new IndexOnDisk().open();
    const changes = Array.from(
      { length: documents },
      (_, i): Change => ({
        kind: 'put',
        sequence: i + 1,
        document: documentWith({ id: `d${i}`, metadata: { n: i } }),
        vectors: [],
      }),
    );
    await index.write(changes);
    await index.engine.close();
    warnings.length = 0;
  }

  const segmentFiles = () => readdirSync(index.folder).filter((name) => name.endsWith('.segment'));
  const total = async () => (await index.engine.find(planFor({}))).total;

  it('is loaded without a look at the documents', async () => {
    await savedIndexOf(100);
    index.source.all = () => {
      throw new Error('the store must not be read');
    };
    await index.open();
    expect(await total()).toBe(100);
    expect(warnings).toEqual([]);
  });

  it('is mended from the store when a segment file is damaged', async () => {
    await savedIndexOf(100);
    const path = join(index.folder, segmentFiles()[0]);
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] ^= 0xff;
    writeFileSync(path, bytes);
    await index.open();
    expect(await total()).toBe(100);
    expect(warnings).toEqual(['segment files are damaged or missing: restoring their documents from the store']);
  });

  it('is mended from the store when a segment file is missing', async () => {
    await savedIndexOf(10);
    rmSync(join(index.folder, segmentFiles()[0]));
    await index.open();
    expect(await total()).toBe(10);
    await index.restart('gracefully');
    expect(await total()).toBe(10);
  });

  it('has changes that were not saved yet, also when it has to be mended', async () => {
    await savedIndexOf(100);
    const [whole] = segmentFiles();
    await index.open();
    await index.write([{ kind: 'put', sequence: 101, document: documentWith({ id: 'last' }), vectors: [] }]);
    await index.restart('gracefully');
    await index.write([
      { kind: 'delete', sequence: 102, id: 'd1' },
      { kind: 'put', sequence: 103, document: documentWith({ id: 'd2', title: 'changed' }), vectors: [] },
    ]);
    const path = join(index.folder, segmentFiles().find((name) => name !== whole)!);
    writeFileSync(path, readFileSync(path).fill(0, 100, 200));
    await index.restart('after a crash');
    const scope: Clause[] = [{ kind: 'terms', field: 'title', values: ['changed'] }];
    expect([await total(), (await index.engine.find(planFor({ scope }))).total]).toEqual([100, 1]);
    await index.restart('gracefully');
    expect([await total(), (await index.engine.find(planFor({ scope }))).total]).toEqual([100, 1]);
  });

  it('is not saved before it is complete', async () => {
    index = new IndexOnDisk();
    const put = (i: number): Change => {
      return { kind: 'put', sequence: i + 1, document: documentWith({ id: `d${i}` }), vectors: [] };
    };
    index.source.add(Array.from({ length: 5000 }, (_, i) => put(i)));
    const documents = index.source.all();
    index.source.all = async function* () {
      for await (const batch of documents) {
        expect(existsSync(join(index.folder, 'manifest.json'))).toBe(false);
        yield batch;
      }
    };
    await index.open({ tidyInterval: 1 });
    expect(await total()).toBe(5000);
    expect(existsSync(join(index.folder, 'manifest.json'))).toBe(true);
  });

  it('is rid of files that do not belong to it', async () => {
    await savedIndexOf(10);
    const stray = join(index.folder, '999.segment');
    writeFileSync(stray, 'half of a segment');
    await index.open();
    expect(existsSync(stray)).toBe(false);
    expect(await total()).toBe(10);
  });

  it('is rebuilt when the manifest is damaged', async () => {
    await savedIndexOf(10);
    writeFileSync(join(index.folder, 'manifest.json'), 'nonsense');
    await index.open();
    expect(await total()).toBe(10);
    expect(warnings).toEqual(['rebuilding the index from the store']);
  });

  it('is rebuilt when it is ahead of the store, as after a restore', async () => {
    await savedIndexOf(10);
    const older = new MemoryChangeSource();
    older.add([{ kind: 'put', sequence: 1, document: documentWith({ id: 'only' }), vectors: [] }]);
    Object.assign(index, { source: older });
    await index.open();
    expect(await total()).toBe(1);
  });

  it('holds few segments and files after many single writes', async () => {
    index = await new IndexOnDisk().open();
    for (let i = 0; i < 600; i++) {
      await index.write([{ kind: 'put', sequence: i + 1, document: documentWith({ id: `d${i % 500}` }), vectors: [] }]);
    }
    expect(await index.engine.status()).toMatchObject({ documents: 500 });
    expect((await index.engine.status()).figures.segments).toBeLessThan(30);
    await index.engine.close();
    expect(segmentFiles().length).toBeLessThan(5);
    await index.open();
    expect(await total()).toBe(500);
  });
});

describe('vectors of several spaces', () => {
  let index: IndexOnDisk;

  afterEach(() => index.dispose());

  const vectorsIn = (space: string, codes: readonly number[]) => ({
    space,
    codes: [Int8Array.from(codes)],
  });
  const put = (sequence: number, ...vectors: ReturnType<typeof vectorsIn>[]): Change => ({
    kind: 'put',
    sequence,
    document: documentWith({ id: `d${sequence}` }),
    vectors,
  });
  const found = async (space: string, vector: readonly number[]) => {
    const semantic = {
      vector: Float32Array.from(vector),
      space,
      cutoff: 50,
      scale: { middle: 0.35, steepness: 12 },
    };
    const passages = await index.engine.findPassages({
      scope: [],
      filter: null,
      semantic,
      limit: 10,
      timeLimit: 60_000,
    });
    return passages.map(({ id }) => id).sort();
  };

  it('are never compared with each other, and survive a restart until they are not wanted any more', async () => {
    index = await new IndexOnDisk().open();
    await index.write([
      put(1, vectorsIn('old', [100, 0]), vectorsIn('new', [0, 100])),
      put(2, vectorsIn('old', [0, 100])),
      put(3, vectorsIn('new', [100, 0])),
    ]);
    const expectEach = async () => {
      expect([await found('old', [1, 0]), await found('old', [0, 1])]).toEqual([['d1'], ['d2']]);
      expect([await found('new', [1, 0]), await found('new', [0, 1])]).toEqual([['d3'], ['d1']]);
      expect(await found('other', [1, 0])).toEqual([]);
    };
    await expectEach();
    await index.restart('gracefully');
    await expectEach();
    const vectorFiles = () => readdirSync(index.folder).filter((name) => name.endsWith('.vectors')).length;
    expect(vectorFiles()).toBe(2);
    await index.engine.keepSpaces(['new']);
    await index.restart('gracefully');
    expect(vectorFiles()).toBe(1);
    expect(await found('old', [1, 0])).toEqual([]);
    expect([await found('new', [1, 0]), await found('new', [0, 1])]).toEqual([['d3'], ['d1']]);
    expect((await index.engine.status()).documents).toBe(3);
  });
});
