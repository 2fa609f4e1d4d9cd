// How many documents per second are imported, and posted one by one, next to the disk's own sync?
// Once with an encoder that costs nothing, to measure everything else, and once with the bundled one, which dominates.
// npm run build && node --import ./scripts/run-typescript.mjs bench/ingest.ts [file of {id,title,text} lines]
// The documents are arXiv abstracts unless a file is given: made-up words fall into many tokens, which only an encoder minds.
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { documents } from './support/documents.js';
import { startInstantEncoder } from './support/instant-encoder.js';
import { median } from './support/percentiles.js';
import { Recording } from './support/recording.js';
import { Service } from './support/service.js';

const FILE = process.argv[2] ?? '../shared/data/arxiv/corpus_10k.jsonl.gz';
const recording = new Recording('ingest');
const instant = await startInstantEncoder();
await run('an encoder that costs nothing', new Service(instant.environment), { imported: 20_000, single: 3_000 });
instant.close();
await run('the bundled encoder', new Service(), { imported: 600, single: 100 });

async function run(encoder: string, service: Service, size: { imported: number; single: number }): Promise<void> {
  try {
    await service.start();
    console.log(`\nwith ${encoder}`);
    await measure(encoder, service, size);
    recording.save();
  } finally {
    await service.dispose();
  }
}

async function measure(
  encoder: string,
  service: Service,
  { imported, single }: { imported: number; single: number },
): Promise<void> {
  const table = `With ${encoder}`;
  const sent = documents(imported, FILE);
  await importAll(
    service,
    sent.slice(0, imported / 10).map((document) => ({ ...document, id: `first-${document.id}` })),
  );
  const seconds = await importAll(service, sent);
  recording.add({ table, name: 'import', measure: 'throughput', unit: 'documents/s', value: imported / seconds });
  console.log(`import             ${Math.round(imported / seconds)} documents/s`);
  const sync = diskSync(service);
  console.log(`disk: 4 KiB write + fdatasync   p50 ${sync.toFixed(3)} ms`);
  await postEach(service, { writers: 16, prefix: 'warm', single });
  for (const writers of [1, 16]) {
    const { perSecond, p50 } = await postEach(service, { writers, prefix: `w${writers}`, single });
    const name = writers === 1 ? 'one writer' : `${writers} writers`;
    const alternatives = writers === 1 ? { 'the disk: 4 KiB write and fdatasync': { value: sync } } : undefined;
    recording.add(
      { table, name, measure: 'throughput', unit: 'documents/s', value: perSecond },
      { table, name, measure: 'p50', unit: 'ms', value: p50, alternatives },
    );
    const ratio = writers === 1 ? `   ${(p50 / sync).toFixed(1)} times the disk's sync` : '';
    console.log(
      `POST, ${String(writers).padStart(2)} writers   ${perSecond} documents/s, p50 ${p50.toFixed(2)} ms${ratio}`,
    );
  }
}

async function importAll(service: Service, list: readonly object[]): Promise<number> {
  const began = performance.now();
  const body = list.map((document) => JSON.stringify(document)).join('\n');
  const last = (await service.post('/documents/import', body, 'application/x-ndjson')).trimEnd().split('\n').at(-1);
  const { failed } = JSON.parse(last ?? '{}');
  if (failed !== 0) throw new Error(`${failed} lines failed`);
  return (performance.now() - began) / 1000;
}

async function postEach(
  service: Service,
  { writers, prefix, single }: { writers: number; prefix: string; single: number },
): Promise<{ perSecond: number; p50: number }> {
  const bodies = documents(single, FILE).map(({ id, ...rest }) => JSON.stringify({ ...rest, id: `${prefix}-${id}` }));
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
  const perSecond = Math.round((single / (performance.now() - began)) * 1000);
  return { perSecond, p50: median(times) };
}

function diskSync(service: Service): number {
  const file = openSync(join(service.folder, 'sync-probe'), 'w');
  const page = Buffer.alloc(4096, 1);
  const times = Array.from({ length: 300 }, () => {
    const began = performance.now();
    writeSync(file, page);
    fdatasyncSync(file);
    return performance.now() - began;
  });
  closeSync(file);
  return median(times);
}
