// How fast do trained models answer over HTTP? Banking77 and titanic.
// npm run build && node --import ./scripts/run-typescript.mjs bench/serve-models.ts [folder of the data sets]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { readLabelledTexts } from './support/labelled-texts.js';
import { percentiles } from './support/percentiles.js';
import { Recording } from './support/recording.js';
import { KEY, Service } from './support/service.js';

const FOLDER = process.argv[2] ?? '../shared/data';
const ASKED = 300;
const NDJSON = 'application/x-ndjson';

const recording = new Recording('serve-models');
const service = new Service();
try {
  await service.start();
  const texts = readLabelledTexts(join(FOLDER, 'banking77', 'train.jsonl.gz'));
  const lines = texts.map((text) => JSON.stringify(text)).join('\n');
  const seconds = await train('banking', 'text_classifier', { body: lines, type: NDJSON });
  recording.add({ name: 'train on Banking77', measure: 'time', unit: 's', value: seconds });
  console.log(`banking77 trained in ${seconds.toFixed(1)} s`);
  await measure('classify', (i) =>
    service.post('/classify', JSON.stringify({ model_id: 'banking', input: { type: 'text', value: texts[i].text } })),
  );
  const table = gunzipSync(readFileSync(join(FOLDER, 'tabular', 'titanic.csv.gz'))).toString();
  await train('titanic', 'predictor', { body: table.replace(/(?<=^|,)survived(?=,)/, 'label'), type: 'text/csv' });
  const input = { pclass: 3, sex: 'male', age: 22, sibsp: 1, parch: 0, fare: 7.25, embarked: 'S' };
  await measure('predict', (i) =>
    service.post('/predict', JSON.stringify({ model_id: 'titanic', input: { ...input, age: i % 80 } })),
  );
  recording.save();
} finally {
  await service.dispose();
}

async function train(id: string, kind: string, { body, type }: { body: string; type: string }): Promise<number> {
  await service.post('/models', JSON.stringify({ id, kind }));
  const began = performance.now();
  await service.post(`/models/${id}/versions`, body, type);
  for (;;) {
    const answer = await fetch(`${service.url}/v20241104/models/${id}/versions/v1`, { headers: { 'x-api-key': KEY } });
    const { status, error }: { status: string; error: { message: string } } = JSON.parse(await answer.text());
    if (status === 'ready') return (performance.now() - began) / 1000;
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
  const [p50, p95] = percentiles(times, [0.5, 0.95]);
  recording.add({ name, measure: 'p50', unit: 'ms', value: p50 }, { name, measure: 'p95', unit: 'ms', value: p95 });
  console.log(`${name.padEnd(40)} p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
}
