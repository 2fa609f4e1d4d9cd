// How much disk and memory do documents take? They are embedded by an encoder in another process, so its memory is not counted
// but once: by a service with two documents that has all the bundled models but the language model.
// npm run build && node --import ./scripts/run-typescript.mjs bench/footprint.ts [documents] [file of {id,title,text} lines]
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { documents } from './support/documents.js';
import { startInstantEncoder } from './support/instant-encoder.js';
import { counted, Recording } from './support/recording.js';
import { Service } from './support/service.js';

const BATCH = 20_000;
const count = Number(process.argv[2] ?? 100_000);
const recording = new Recording('footprint');
const instant = await startInstantEncoder();
const service = new Service(instant.environment);
try {
  await measureModels();
  await service.start();
  print('memory, nothing stored', await memory());
  print('NDJSON', await importAll());
  print('memory at the end of the import', await memory());
  await service.stop();
  await service.start();
  print('memory after a start', await memory());
  await service.stop();
  print('store on disk', statSync(join(service.folder, 'store.mdb')).size);
  print('index on disk', sizeOf(join(service.folder, 'index')));
  recording.save();
} finally {
  await service.dispose();
  instant.close();
}

/** With a document and a question in each of the encoders' languages, so that all of them are loaded. */
async function measureModels(): Promise<void> {
  const usual = new Service({ SEXTANT_EMBEDDING_THREADS: '1' });
  try {
    await usual.start();
    for (const [language, content] of Object.entries({
      en: 'The Moon pulls the oceans.',
      de: 'Der Mond zieht das Meer an.',
    })) {
      await usual.post('/documents', JSON.stringify({ title: 'Tides', tenant_id: 't', language, content }));
      await usual.post('/generate-answer', JSON.stringify({ query: content.replace('.', '?'), language }));
    }
    const value = await usual.metric('process_resident_memory_bytes');
    const name = 'with the bundled encoders, in one thread, and the reader';
    recording.add({ name, measure: 'memory, nothing stored', unit: 'bytes', value });
    console.log(`with the bundled models                 ${Math.round(value / 1e6)} MB`);
  } finally {
    await usual.dispose();
  }
}

/** Returns how many bytes were sent. */
async function importAll(): Promise<number> {
  const lines = documents(count, process.argv[3]).map((document) => JSON.stringify(document));
  let bytes = 0;
  for (let from = 0; from < count; from += BATCH) {
    const body = lines.slice(from, from + BATCH).join('\n');
    await service.post('/documents/import', body, 'application/x-ndjson');
    bytes += Buffer.byteLength(body);
  }
  return bytes;
}

/** Pages of the store's file that the system keeps are counted too. */
function memory(): Promise<number> {
  return service.metric('process_resident_memory_bytes');
}

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}

function print(what: string, bytes: number): void {
  recording.add({ name: counted(count, 'documents'), measure: what, unit: 'bytes', value: bytes, size: count });
  console.log(`${what.padEnd(40)}${Math.round(bytes / 1e6)} MB`);
}
