// How well does a reader find answers, and how long does it take? Asks the answerable questions of SQuAD 2
// of their own paragraph, and of another one of the same article.
// npm run build && node --import ./scripts/run-typescript.mjs bench/reader.ts [folder of data sets] [questions] [reader.onnx of training/reader]
import { join, resolve } from 'node:path';
import { READER_FILES } from '../src/inference/onnx/bundled-models.js';
import { OnnxPassageReader } from '../src/inference/onnx/onnx-passage-reader.js';
import { readPassages } from '../src/inference/read-passages.js';
import { readJsonLines } from './support/json-lines.js';
import { percentiles } from './support/percentiles.js';
import { Recording } from './support/recording.js';
import { readRetrievalSet } from './support/retrieval-set.js';

const [folder = '../shared/data', count = '600', file = READER_FILES.modelFile] = process.argv.slice(2);
/** About 200 tokens. */
const PASSAGE =
  'The harbour of the old town was built by the guild of the rope makers in the year of the great storm. '.repeat(9);
const READ_AT_ONCE = 8;
const ROUNDS = 40;

interface Question {
  id: string;
  text: string;
  answers: string[];
}

const recording = new Recording('reader');
await measureSpeed(1, 2);
await measureSpeed(2, 1);
await measureAnswers();
recording.save();

function openReader(threads: number, coresPerThread: number): OnnxPassageReader {
  return new OnnxPassageReader({
    files: { ...READER_FILES, modelFile: resolve(file) },
    threads,
    coresPerThread,
    onFailure: (error) => {
      throw error;
    },
  });
}

async function measureSpeed(threads: number, coresPerThread: number): Promise<void> {
  const reader = openReader(threads, coresPerThread);
  await reader.load();
  const one: number[] = [];
  const several: number[] = [];
  const passages = Array.from({ length: READ_AT_ONCE }, (_, i) => ({ title: `Page ${i}`, text: PASSAGE }));
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    await reader.read('Who built the harbour of the old town?', passages[0]);
    const first = performance.now();
    const readings = readPassages(reader, 'Who built the harbour?', passages, { milliseconds: 60_000 });
    for await (const _ of readings);
    one.push(first - began);
    several.push(performance.now() - first);
  }
  await reader.close();
  const name = `${threads} × ${coresPerThread} cores`;
  const [[half], [halfOfSeveral]] = [percentiles(one, [0.5]), percentiles(several, [0.5])];
  console.log(`${name}: one passage ${half.toFixed(1)} ms, ${READ_AT_ONCE} passages ${halfOfSeveral.toFixed(1)} ms`);
  recording.add(
    { table: 'Reading', name, measure: 'one passage of 200 tokens, p50', unit: 'ms', value: half },
    { table: 'Reading', name, measure: `${READ_AT_ONCE} passages, p50`, unit: 'ms', value: halfOfSeveral },
  );
}

async function measureAnswers(): Promise<void> {
  const set = readRetrievalSet(join(folder, 'squad2'));
  const paragraphs = new Map(set.corpus.map((text) => [text.id, text]));
  const all = readJsonLines<Question>(join(folder, 'squad2', 'queries.jsonl.gz')).filter(({ id }) =>
    set.relevant.has(id),
  );
  const questions = all.filter((_, i) => i % Math.ceil(all.length / Number(count)) === 0);
  const reader = openReader(1, 2);
  let hits = 0;
  const logits: Read[] = [];
  for (const { id, text, answers } of questions) {
    const [home] = [...set.relevant.get(id)!.keys()];
    const passage = paragraphs.get(home)!;
    const { answerable, spans } = await reader.read(text, passage);
    logits.push({ holds: true, logit: answerable });
    const found = spans.length === 0 ? '' : passage.text.slice(spans[0].start, spans[0].end).toLowerCase();
    const isRight = (answer: string) => found.includes(answer.toLowerCase()) || answer.toLowerCase().includes(found);
    if (found !== '' && answers.some(isRight)) hits++;
    const neighbour = set.corpus.find(({ id: other, title }) => title === passage.title && other !== home);
    if (neighbour === undefined || answers.some((answer) => neighbour.text.includes(answer))) continue;
    logits.push({ holds: false, logit: (await reader.read(text, neighbour)).answerable });
  }
  await reader.close();
  const area = areaUnderCurve(logits);
  console.log(
    `${questions.length} questions: right span ${(hits / questions.length).toFixed(3)}, area ${area.toFixed(3)}`,
  );
  const row = { table: 'SQuAD 2', name: 'answerable questions' } as const;
  recording.add(
    { ...row, measure: 'right span in the right paragraph', unit: '%', value: (100 * hits) / questions.length },
    {
      ...row,
      measure: 'area under the ROC curve, right paragraph against another of its article',
      unit: 'score',
      value: area,
    },
  );
}

interface Read {
  /** Whether the passage holds the answer. */
  holds: boolean;
  logit: number;
}

/** The probability that a passage with the answer has a higher logit than one without. */
function areaUnderCurve(logits: readonly Read[]): number {
  const ranked = logits.toSorted((a, b) => a.logit - b.logit);
  const positive = ranked.filter(({ holds }) => holds).length;
  const sum = ranked.reduce((total, { holds }, rank) => total + (holds ? rank + 1 : 0), 0);
  return (sum - (positive * (positive + 1)) / 2) / (positive * (ranked.length - positive));
}
