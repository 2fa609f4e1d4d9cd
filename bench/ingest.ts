// How many documents a second does the service take, by import and one by one, next to the disk's own sync?
// npm run build && node --import ./scripts/run-typescript.mjs bench/ingest.ts [file of {id,title,text} lines]
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { documents } from './support/documents.js';
import { Service } from './support/service.js';

const IMPORTED = 50_000;
const SINGLE = 4_000;

const service = new Service();
try {
  await service.start();
  const sent = documents(IMPORTED, process.argv[2]);
  await importAll(sent.slice(0, 2_000).map((document) => ({ ...document, id: `first-${document.id}` })));
  const seconds = await importAll(sent);
  console.log(`import             ${Math.round(IMPORTED / seconds)} documents/s`);
  const sync = diskSync();
  console.log(`disk: 4 KiB write + fdatasync   p50 ${sync.toFixed(3)} ms`);
  await postEach(16, 'warm');
  for (const writers of [1, 16]) {
    const { perSecond, p50 } = await postEach(writers, `w${writers}`);
    const ratio = writers === 1 ? `   ${(p50 / sync).toFixed(1)} times the disk's sync` : '';
    console.log(
      `POST, ${String(writers).padStart(2)} writers   ${perSecond} documents/s, p50 ${p50.toFixed(2)} ms${ratio}`,
    );
  }
} finally {
  await service.dispose();
}

async function importAll(list: readonly object[]): Promise<number> {
  const began = performance.now();
  const body = list.map((document) => JSON.stringify(document)).join('\n');
  const last = (await service.post('/documents/import', body, 'application/x-ndjson')).trimEnd().split('\n').at(-1);
  const { failed } = JSON.parse(last ?? '{}');
  if (failed !== 0) throw new Error(`${failed} lines failed`);
  return (performance.now() - began) / 1000;
}

async function postEach(writers: number, prefix: string): Promise<{ perSecond: number; p50: number }> {
  const bodies = documents(SINGLE, process.argv[2]).map(({ id, ...rest }) =>
    JSON.stringify({ ...rest, id: `${prefix}-${id}` }),
  );
  const times: number[] = [];
  const began = performance.now();
  const write = async () => {
    for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) {
      const start = performance.now();
      await service.post('/documents', body);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  const perSecond = Math.round((SINGLE / (performance.now() - began)) * 1000);
  return { perSecond, p50: times.sort((a, b) => a - b)[times.length >> 1] };
}

function diskSync(): number {
  const file = openSync(join(service.folder, 'sync-probe'), 'w');
  const page = Buffer.alloc(4096, 1);
  const times = Array.from({ length: 300 }, () => {
    const began = performance.now();
    writeSync(file, page);
    fdatasyncSync(file);
    return performance.now() - began;
  });
  closeSync(file);
  return times.sort((a, b) => a - b)[150];
}
