// The same as bench/answers.ts for every tenth question, but asked of a running service: how good and how quick are answers?
// npm run build && node --import ./scripts/run-typescript.mjs bench/answers-over-http.ts [folder of data sets] [every]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { percent } from './support/answer-outcomes.js';
import { Service } from './support/service.js';

const [folder = '../shared/data', every = '10'] = process.argv.slice(2);
const corpus = readLines<{ id: string; title: string; text: string }>('corpus.jsonl.gz');
const questions = readLines<{ text: string; answers: string[]; answerable: boolean }>('queries.jsonl.gz');

const service = new Service();
try {
  await service.start();
  const lines = corpus.map(({ id, title, text }) => JSON.stringify({ id, title, content: text, tenant_id: 'bench' }));
  await service.post('/documents/import', lines.join('\n'), 'application/x-ndjson');
  const times: number[] = [];
  const counts = { answerable: 0, right: 0, unanswerable: 0, declined: 0 };
  for (const [i, { text: query, answers, answerable }] of questions.entries()) {
    if (i % Number(every) !== 0) continue;
    const began = performance.now();
    const body = JSON.parse(await service.post('/generate-answer', JSON.stringify({ query })));
    times.push(performance.now() - began);
    const answer: string = body.data[0].answer.toLowerCase();
    const declined = body.total_number_of_results === 0;
    if (answerable) {
      counts.answerable++;
      if (!declined && answers.some((gold) => answer.includes(gold.toLowerCase()))) counts.right++;
    } else {
      counts.unanswerable++;
      if (declined) counts.declined++;
    }
  }
  times.sort((a, b) => a - b);
  console.log(`${counts.answerable} answerable questions: right ${percent(counts.right / counts.answerable)}`);
  console.log(`${counts.unanswerable} unanswerable ones: declined ${percent(counts.declined / counts.unanswerable)}`);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))].toFixed(0);
  console.log(`an answer took ${at(0.5)} ms in the middle, ${at(0.95)} ms at the 95th percentile`);
} finally {
  await service.dispose();
}

function readLines<Row>(name: string): Row[] {
  const text = gunzipSync(readFileSync(join(folder, 'squad2', name))).toString();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
