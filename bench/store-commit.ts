// What does a durable write cost, next to the disk's own write and sync?
// node --import ./scripts/run-typescript.mjs bench/store-commit.ts
import { mkdtempSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Document } from '../src/domain/document/document.js';
import { type LmdbStorage, openLmdbStorage } from '../src/storage/lmdb/open.js';
import { median } from './support/percentiles.js';
import { counted, Recording } from './support/recording.js';

const ROUNDS = 400;
const DOCUMENTS = 20_000;
const recording = new Recording('store-commit');
const page = Buffer.alloc(4096, 1);
let made = 0;
const words = 'the store keeps what it was told and answers from it at once '.repeat(32);
// In the working directory: /tmp is memory on some machines, where a sync costs nothing.
const folder = mkdtempSync(resolve('.bench-store-'));
const storage = await openLmdbStorage({ folder: join(folder, 'store') });

try {
  const plain = await open(join(folder, 'plain'), 'w');
  const disk = await medianTime(() => syncedWrite(plain));
  await plain.close();
  const single = await medianTime(() => write(storage, 1));
  const concurrent = await medianTime(() => Promise.all(Array.from({ length: 16 }, () => write(storage, 1))));
  console.log(`disk, 4 KiB write + fdatasync     p50 ${disk.toFixed(3)} ms`);
  console.log(
    `store, one 2 KB document          p50 ${single.toFixed(3)} ms   ${(single / disk).toFixed(2)} of the disk`,
  );
  console.log(`store, 16 writers at once         p50 ${concurrent.toFixed(3)} ms   for all 16`);
  recording.add(
    {
      name: 'one document of 2 KB',
      measure: 'p50',
      unit: 'ms',
      value: single,
      alternatives: { 'the disk: 4 KiB write and fdatasync': { value: disk } },
    },
    { name: '16 documents from 16 writers, all of them', measure: 'p50', unit: 'ms', value: concurrent },
  );
  console.log(await bulk());
  recording.save();
} finally {
  await storage.close();
  rmSync(folder, { recursive: true });
}

async function medianTime(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return median(times);
}

/** Through the thread pool, like all work that must not block the event loop. */
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
  const name = `${counted(DOCUMENTS, 'documents')} in one call`;
  recording.add({ name, measure: 'throughput', unit: 'documents/s', value: perSecond });
  return `store, ${DOCUMENTS} documents in one call  ${perSecond} documents/s, event loop blocked ${(delay.max / 1e6).toFixed(1)} ms at most`;
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
