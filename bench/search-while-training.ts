// How much does training slow searches down? Hybrid searches among 1,000 documents, one after the other, over HTTP: without other work,
// and while Banking77 (texts) and adult (rows) are trained. Run it at normal priority: training lowers its own below that.
// npm run build && node --import ./scripts/run-typescript.mjs bench/search-while-training.ts [folder of the data sets]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { documents } from './support/documents.js';
import { readLabelledTexts } from './support/labelled-texts.js';
import { percentiles } from './support/percentiles.js';
import { Recording } from './support/recording.js';
import { KEY, Service } from './support/service.js';

const FOLDER = process.argv[2] ?? '../shared/data';
const SEARCHES = 300;
/** The first thousand searches of a service are slower. */
const WARMING_ROUNDS = 6;
/** Between two rounds of searches, to let the training proceed. */
const PAUSE_MILLISECONDS = 5_000;
const DOCUMENTS = 1_000;
const NDJSON = 'application/x-ndjson';
/** A training needs a moment to start its process. */
const STARTING_MILLISECONDS = 3_000;

const recording = new Recording('search-while-training');
const service = new Service();
const texts = readLabelledTexts(join(FOLDER, 'banking77', 'train.jsonl.gz'));
const adult = gunzipSync(readFileSync(join(FOLDER, 'tabular', 'adult_train.csv.gz'))).toString();
let asked = 0;
try {
  await service.start();
  await service.post('/documents/import', lines(documents(DOCUMENTS)), NDJSON);
  for (let round = 0; round < WARMING_ROUNDS; round++) await searchTimes();
  report('before training', await searchTimes());
  await whileTraining('texts (Banking77)', { kind: 'text_classifier', body: lines(texts), type: NDJSON });
  report('after training texts', await searchTimes());
  const rows = adult.replace(/(?<=^|,)income(?=[,\r\n])/, 'label');
  await whileTraining('rows (adult)', { kind: 'predictor', body: rows, type: 'text/csv' });
  report('after training rows', await searchTimes());
  recording.save();
} finally {
  await service.dispose();
}

function lines(values: readonly object[]): string {
  return values.map((value) => JSON.stringify(value)).join('\n');
}

async function whileTraining(name: string, sent: { kind: string; body: string; type: string }): Promise<void> {
  const { id }: { id: string } = JSON.parse(await service.post('/models', JSON.stringify({ kind: sent.kind })));
  await service.post(`/models/${id}/versions`, sent.body, sent.type);
  await sleep(STARTING_MILLISECONDS);
  const times: number[] = [];
  while ((await statusOf(id)) === 'training') {
    times.push(...(await searchTimes()));
    await sleep(PAUSE_MILLISECONDS);
  }
  if ((await statusOf(id)) !== 'ready') throw new Error(`training ${name}: ${await statusOf(id)}`);
  report(`while training ${name}`, times);
}

async function statusOf(id: string): Promise<string> {
  const answer = await fetch(`${service.url}/v20241104/models/${id}/versions/v1`, { headers: { 'x-api-key': KEY } });
  const { status }: { status: string } = JSON.parse(await answer.text());
  return status;
}

/** Never the same query twice: the service caches embeddings. */
async function searchTimes(): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < SEARCHES; i++) {
    const query = `${texts[asked % texts.length].text} ${asked++}`;
    const began = performance.now();
    await service.post('/search', JSON.stringify({ query, search_type: 'hybrid', limit: 10 }));
    times.push(performance.now() - began);
  }
  return times;
}

function report(name: string, times: number[]): void {
  const [p50, p95] = percentiles(times, [0.5, 0.95]);
  recording.add({ name, measure: 'p50', unit: 'ms', value: p50 }, { name, measure: 'p95', unit: 'ms', value: p95 });
  console.log(`${name.padEnd(36)} ${times.length} searches: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
}
