// How long until requests are served, with nothing stored and with 100,000 documents, after a stop and after kill -9? Documents are
// embedded by an encoder that costs nothing; a start is measured with it and with the bundled encoders, which have to be loaded.
// npm run build && node --import ./scripts/run-typescript.mjs bench/start-up.ts [documents] [file of {id,title,text} lines]
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { documents } from './support/documents.js';
import { startInstantEncoder } from './support/instant-encoder.js';
import { Service } from './support/service.js';
import { takeForBundled } from './support/take-for-bundled.js';

const count = Number(process.argv[2] ?? 100_000);
const instant = await startInstantEncoder();
const service = new Service(instant.environment);
try {
  print('nothing stored', await service.start());
  await importAll();
  await service.stop('SIGKILL');
  await report('after kill -9');
  await service.stop();
  await report('after a stop');
  await service.stop();
  rmSync(join(service.folder, 'index'), { recursive: true });
  await report('the index built anew from the store');
} finally {
  await service.dispose();
  instant.close();
}

async function importAll(): Promise<void> {
  for (let from = 0; from < count; from += 20_000) {
    const batch = documents(Math.min(20_000, count - from), process.argv[3]);
    const lines = batch.map((document, i) => JSON.stringify({ ...document, id: `d${from + i}` }));
    await service.post('/documents/import', lines.join('\n'), 'application/x-ndjson');
  }
}

async function report(what: string): Promise<void> {
  await reportBundled(what);
  print(`${count} documents, ${what}`, await startWhole(service));
}

/** On a copy: what is done there with vectors that are not its own stays there. */
async function reportBundled(what: string): Promise<void> {
  const copy = new Service();
  try {
    cpSync(service.folder, copy.folder, { recursive: true });
    await takeForBundled(copy.folder);
    print(`${count} documents, ${what}, bundled encoders`, await startWhole(copy));
  } finally {
    await copy.dispose();
  }
}

async function startWhole(started: Service): Promise<number> {
  const milliseconds = await started.start();
  const { total_number_of_results: total } = JSON.parse(await started.post('/documents/browse', '{"limit": 1}'));
  if (total !== count) throw new Error(`${total} documents instead of ${count}`);
  return milliseconds;
}

function print(what: string, milliseconds: number): void {
  console.log(`${what.padEnd(76)}${Math.round(milliseconds)} ms`);
}
