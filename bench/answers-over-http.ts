// The same as bench/answers.ts for every tenth question, but asked of a running service: how good and how quick are answers?
// npm run build && node --import ./scripts/run-typescript.mjs bench/answers-over-http.ts [folder of data sets] [every]
import { join } from 'node:path';
import { percent } from './support/answer-outcomes.js';
import { readJsonLines } from './support/json-lines.js';
import { percentiles } from './support/percentiles.js';
import { counted, Recording } from './support/recording.js';
import { Service } from './support/service.js';

const [folder = '../shared/data', every = '10'] = process.argv.slice(2);
const corpus = readJsonLines<{ id: string; title: string; text: string }>(join(folder, 'squad2', 'corpus.jsonl.gz'));
const questions = readJsonLines<{ text: string; answers: string[]; answerable: boolean }>(
  join(folder, 'squad2', 'queries.jsonl.gz'),
);

const recording = new Recording('answers-over-http');
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
  const [right, declined] = [counts.right / counts.answerable, counts.declined / counts.unanswerable];
  const [p50, p95] = percentiles(times, [0.5, 0.95]);
  console.log(`${counts.answerable} answerable questions: right ${percent(right)}`);
  console.log(`${counts.unanswerable} unanswerable ones: declined ${percent(declined)}`);
  console.log(`an answer took p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`);
  const name = counted(times.length, 'questions');
  recording.add(
    { name, measure: 'right, of the answerable', unit: '%', value: 100 * right },
    { name, measure: 'declined, of the unanswerable', unit: '%', value: 100 * declined },
    { name, measure: 'p50', unit: 'ms', value: p50 },
    { name, measure: 'p95', unit: 'ms', value: p95 },
  );
  recording.save();
} finally {
  await service.dispose();
}
