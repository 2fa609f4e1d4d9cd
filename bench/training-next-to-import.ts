// Does a training get on next to an import, and what does it cost the import? Banking77 is trained alone, documents are imported alone,
// and then both at once; each for the same time, over HTTP.
// npm run build && node --import ./scripts/run-typescript.mjs bench/training-next-to-import.ts [seconds] [folder of the data sets]
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { documents } from './support/documents.js';
import { readLabelledTexts } from './support/labelled-texts.js';
import { Recording, type Unit } from './support/recording.js';
import { KEY, Service } from './support/service.js';

const SECONDS = Number(process.argv[2] ?? 60);
const FOLDER = process.argv[3] ?? '../shared/data';
const DOCUMENTS_PER_IMPORT = 200;
const NDJSON = 'application/x-ndjson';
/** A training needs a moment to start its process. */
const STARTING_MILLISECONDS = 3_000;

const recording = new Recording('training-next-to-import');
const service = new Service();
const texts = readLabelledTexts(join(FOLDER, 'banking77', 'train.jsonl.gz'));
let imported = 0;
try {
  await service.start();
  await importFor(10);
  report('import alone', 'documents', await importFor(SECONDS), 'documents/s');
  const alone = await startTraining();
  await sleep(SECONDS * 1000);
  report('training alone', 'progress', 100 * (await progressOf(alone)), '%');
  await service.post(`/models/${alone}/versions/v1/cancel`, '{}');
  const beside = await startTraining();
  report('both', 'documents', await importFor(SECONDS), 'documents/s');
  report('both', 'progress', 100 * (await progressOf(beside)), '%');
  recording.save();
} finally {
  await service.dispose();
}

async function importFor(seconds: number): Promise<number> {
  const began = performance.now();
  const before = imported;
  while (performance.now() - began < seconds * 1000) {
    const batch = documents(DOCUMENTS_PER_IMPORT).map((document) => ({ ...document, id: `d${imported++}` }));
    await service.post('/documents/import', lines(batch), NDJSON);
  }
  return ((imported - before) * 1000) / (performance.now() - began);
}

async function startTraining(): Promise<string> {
  const { id }: { id: string } = JSON.parse(await service.post('/models', '{"kind": "text_classifier"}'));
  await service.post(`/models/${id}/versions`, lines(texts), NDJSON);
  await sleep(STARTING_MILLISECONDS);
  return id;
}

async function progressOf(id: string): Promise<number> {
  const answer = await fetch(`${service.url}/v20241104/models/${id}/versions/v1`, { headers: { 'x-api-key': KEY } });
  const { progress }: { progress: number } = JSON.parse(await answer.text());
  return progress;
}

function lines(values: readonly object[]): string {
  return values.map((value) => JSON.stringify(value)).join('\n');
}

function report(name: string, measure: string, value: number, unit: Unit): void {
  recording.add({ name, measure, unit, value });
  console.log(`${name.padEnd(20)} ${measure.padEnd(10)} ${value.toFixed(1)} ${unit}`);
}
