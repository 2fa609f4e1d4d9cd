// What does a durable write cost, next to the disk's own write and sync?
// node --import ./scripts/run-typescript.mjs bench/store-commit.ts
import { mkdtempSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Document } from '../src/domain/document/document.js';
import { type LmdbStorage, openLmdbStorage } from '../src/storage/lmdb/open.js';

const ROUNDS = 400;
const DOCUMENTS = 20_000;
const page = Buffer.alloc(4096, 1);
let made = 0;
const words = 'the store keeps what it was told and answers from it at once '.repeat(32);
// In the working directory: /tmp is memory on some machines, where a sync costs nothing.
const folder = mkdtempSync(resolve('.bench-store-'));
const storage = await openLmdbStorage({ folder: join(folder, 'store') });

try {
  const plain = await open(join(folder, 'plain'), 'w');
  const disk = await median(() => syncedWrite(plain));
  await plain.close();
  const single = await median(() => write(storage, 1));
  const concurrent = await median(() => Promise.all(Array.from({ length: 16 }, () => write(storage, 1))));
  console.log(`disk, 4 KiB write + fdatasync     p50 ${disk.toFixed(3)} ms`);
  console.log(
    `store, one 2 KB document          p50 ${single.toFixed(3)} ms   ${(single / disk).toFixed(2)} of the disk`,
  );
  console.log(`store, 16 writers at once         p50 ${concurrent.toFixed(3)} ms   for all 16`);
  console.log(await bulk());
} finally {
  await storage.close();
  rmSync(folder, { recursive: true });
}

async function median(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1];
}

/** Through the thread pool, as everything that must not hold up the event loop. */
async function syncedWrite(file: FileHandle): Promise<void> {
  await file.write(page);
  await file.datasync();
}

async function write(target: LmdbStorage, count: number): Promise<void> {
  const results = await target.documents('live').write(Array.from({ length: count }, documentWrite));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function bulk(): Promise<string> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  await write(storage, DOCUMENTS);
  const perSecond = Math.round(DOCUMENTS / ((performance.now() - start) / 1000));
  return `store, ${DOCUMENTS} documents in one call  ${perSecond} documents/s, event loop held up ${(delay.max / 1e6).toFixed(1)} ms at most`;
}

function documentWrite() {
  const id = `doc${String(++made).padStart(9, '0')}`;
  const document: Document = {
    id,
    title: `Document ${made}`,
    tenantId: 'acme',
    language: 'en',
    metadata: { topic: 'law', year: 2024, tags: ['a', 'b'] },
    sourceUri: null,
    createdAt: made,
    updatedAt: made,
    content: words,
  };
  return { id, decide: () => document };
}
