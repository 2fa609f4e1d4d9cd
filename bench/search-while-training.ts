// By how much does a training slow searches down? Hybrid searches among 1,000 documents, one after the other, over HTTP: with nothing
// else to do, and while Banking77 (texts) and adult (rows) are trained. Run it at normal priority: the system must
// be able to tell the service from the training.
// npm run build && node --import ./scripts/run-typescript.mjs bench/search-while-training.ts [folder of the data sets]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { documents } from './support/documents.js';
import { readLabelledTexts } from './support/labelled-texts.js';
import { KEY, Service } from './support/service.js';

const FOLDER = process.argv[2] ?? '../shared/data';
const SEARCHES = 300;
/** The first thousand searches of a service are slower. */
const WARMING_ROUNDS = 6;
/** Between two rounds of searches: a training shall get on, too. */
const PAUSE_MILLISECONDS = 5_000;
const DOCUMENTS = 1_000;
const NDJSON = 'application/x-ndjson';
/** A training needs a moment to start its process. */
const STARTING_MILLISECONDS = 3_000;

const service = new Service();
const texts = readLabelledTexts(join(FOLDER, 'banking77', 'train.jsonl.gz'));
const adult = gunzipSync(readFileSync(join(FOLDER, 'tabular', 'adult_train.csv.gz'))).toString();
let asked = 0;
try {
  await service.start();
  await service.post('/documents/import', lines(documents(DOCUMENTS)), NDJSON);
  for (let round = 0; round < WARMING_ROUNDS; round++) await searchTimes();
  report('nothing else', await searchTimes());
  await whileTraining('texts (Banking77)', { kind: 'text_classifier', body: lines(texts), type: NDJSON });
  report('nothing else', await searchTimes());
  const rows = adult.replace(/(?<=^|,)income(?=[,\r\n])/, 'label');
  await whileTraining('rows (adult)', { kind: 'predictor', body: rows, type: 'text/csv' });
  report('nothing else', await searchTimes());
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
  report(`${await statusOf(id)}: ${name}`, times);
}

async function statusOf(id: string): Promise<string> {
  const answer = await fetch(`${service.url}/v20241104/models/${id}/versions/v1`, { headers: { 'x-api-key': KEY } });
  const { status }: { status: string } = JSON.parse(await answer.text());
  return status;
}

/** Never the same query twice: the service remembers what it has embedded. */
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
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * times.length)].toFixed(1);
  console.log(`${name.padEnd(28)} ${times.length} searches: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
}
