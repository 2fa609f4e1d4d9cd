// How fast are trained models asked over HTTP? Banking77 and titanic.
// npm run build && node --import ./scripts/run-typescript.mjs bench/serve-models.ts [folder of the data sets]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { readLabelledTexts } from './support/labelled-texts.js';
import { KEY, Service } from './support/service.js';

const FOLDER = process.argv[2] ?? '../shared/data';
const ASKED = 300;
const NDJSON = 'application/x-ndjson';

const service = new Service();
try {
  await service.start();
  const texts = readLabelledTexts(join(FOLDER, 'banking77', 'train.jsonl.gz'));
  const lines = texts.map((text) => JSON.stringify(text)).join('\n');
  console.log(`banking77 trained in ${await train('banking', 'text_classifier', { body: lines, type: NDJSON })}`);
  await measure('classify', (i) =>
    service.post('/classify', JSON.stringify({ model_id: 'banking', input: { type: 'text', value: texts[i].text } })),
  );
  const table = gunzipSync(readFileSync(join(FOLDER, 'tabular', 'titanic.csv.gz'))).toString();
  await train('titanic', 'predictor', { body: table.replace(/(?<=^|,)survived(?=,)/, 'label'), type: 'text/csv' });
  const input = { pclass: 3, sex: 'male', age: 22, sibsp: 1, parch: 0, fare: 7.25, embarked: 'S' };
  await measure('predict', (i) =>
    service.post('/predict', JSON.stringify({ model_id: 'titanic', input: { ...input, age: i % 80 } })),
  );
} finally {
  await service.dispose();
}

async function train(id: string, kind: string, { body, type }: { body: string; type: string }): Promise<string> {
  await service.post('/models', JSON.stringify({ id, kind }));
  const began = performance.now();
  await service.post(`/models/${id}/versions`, body, type);
  for (;;) {
    const answer = await fetch(`${service.url}/v20241104/models/${id}/versions/v1`, { headers: { 'x-api-key': KEY } });
    const { status, error }: { status: string; error: { message: string } } = JSON.parse(await answer.text());
    if (status === 'ready') return seconds(performance.now() - began);
    if (status === 'failed') throw new Error(error.message);
    await sleep(200);
  }
}

async function measure(name: string, ask: (i: number) => Promise<string>): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < ASKED; i++) {
    const began = performance.now();
    await ask(i);
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * times.length)].toFixed(1);
  console.log(`${name.padEnd(40)} p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
