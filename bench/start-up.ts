// How long until requests are served, with nothing stored and with 100,000 documents, after a stop and after kill -9? Documents are
// embedded by an encoder elsewhere that costs nothing; starts are measured with it and with the bundled encoders, which have to be loaded.
// npm run build && node --import ./scripts/run-typescript.mjs bench/start-up.ts [documents] [file of {id,title,text} lines]
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openLocalStorage } from '../src/app/backend/embedded-backend.js';
import { loadConfig } from '../src/config.js';
import { BUNDLED_SPACE } from '../src/inference/onnx/bundled-models.js';
import { knownEncoder } from '../src/inference/open-embedder.js';
import { documents } from './support/documents.js';
import { startInstantEncoder } from './support/instant-encoder.js';
import { counted, Recording } from './support/recording.js';
import { Service } from './support/service.js';

const recording = new Recording('start-up');
const count = Number(process.argv[2] ?? 100_000);
const instant = await startInstantEncoder();
const service = new Service(instant.environment);
try {
  print('nothing stored', 'encoder elsewhere', await measureStart(service));
  await importAll();
  await service.stop('SIGKILL');
  await report('after kill -9');
  await service.stop();
  await report('after a stop');
  await service.stop();
  rmSync(join(service.folder, 'index'), { recursive: true });
  await report('index rebuilt from the store');
  recording.save();
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
  print(`${counted(count, 'documents')}, ${what}`, 'encoder elsewhere', await startWhole(service));
}

/** On a copy, since the service may change the vectors there. */
async function reportBundled(what: string): Promise<void> {
  const copy = new Service();
  try {
    cpSync(service.folder, copy.folder, { recursive: true });
    await declareVectorsBundled(copy.folder);
    print(`${counted(count, 'documents')}, ${what}`, 'bundled encoders', await startWhole(copy));
  } finally {
    await copy.dispose();
  }
}

/** Makes the next start on a data folder treat its vectors as the bundled encoder's, so that it re-embeds nothing. */
async function declareVectorsBundled(dataDir: string): Promise<void> {
  const config = loadConfig({ SEXTANT_DATA_DIR: dataDir });
  const storage = await openLocalStorage(config);
  const served = knownEncoder(config, BUNDLED_SPACE);
  await storage.vectorSpaces.put({ served, next: null, complete: true, leaving: [] });
  await storage.close();
}

interface Start {
  milliseconds: number;
  /** Of all threads. Unlike the time, it is about the same on a host that has other work. */
  cpuSeconds: number;
}

async function measureStart(started: Service): Promise<Start> {
  return { milliseconds: await started.start(), cpuSeconds: started.cpuSeconds() };
}

async function startWhole(started: Service): Promise<Start> {
  const start = await measureStart(started);
  const { total_number_of_results: total } = JSON.parse(await started.post('/documents/browse', '{"limit": 1}'));
  if (total !== count) throw new Error(`${total} documents instead of ${count}`);
  return start;
}

function print(name: string, measure: 'bundled encoders' | 'encoder elsewhere', start: Start): void {
  const { milliseconds, cpuSeconds } = start;
  recording.add({ name, measure, unit: 's', value: milliseconds / 1000 });
  console.log(`${`${name}, ${measure}`.padEnd(76)}${Math.round(milliseconds)} ms, ${cpuSeconds} s of the processors`);
}
