// What is a small language model good for? Thirty small tasks, judged by rules: how many are right, how long an answer takes,
// how many answers do not end by themselves. Asked as invoke-llm asks, with its default temperature.
// npm run build && node --import ./scripts/run-typescript.mjs bench/small-tasks.ts [rounds] [NAME=FILE.gguf …]   (a minute per round)
// Without files, the bundled model; each model as any file is handled and as the bundled one is. SHOW=1 prints the answers.
import { BUNDLED_HANDLING, BUNDLED_LANGUAGE_MODEL } from '../src/inference/llama/bundled-language-model.js';
import { LocalLanguageModel } from '../src/inference/llama/local-language-model.js';
import { type Handling, USUAL_HANDLING } from '../src/inference/llama/writer-messages.js';
import { percentiles } from './support/percentiles.js';
import { Recording } from './support/recording.js';
import { isRight, SMALL_TASKS, type SmallTask } from './support/small-tasks.js';

const TEMPERATURE = 0.5;
/** Several times what any of the tasks needs. */
const OUTPUT_TOKENS = 128;
const HANDLINGS = { 'as any file': USUAL_HANDLING, 'as the bundled one': BUNDLED_HANDLING };

interface Candidate {
  name: string;
  file: string;
}

interface Outcome {
  round: number;
  right: boolean;
  ended: boolean;
  tokens: number;
  seconds: number;
}

const [rounds, candidates] = readArguments(process.argv.slice(2));
const recording = new Recording('small-tasks');
for (const candidate of candidates) {
  for (const [how, handling] of Object.entries(HANDLINGS)) {
    report(`${candidate.name}, handled ${how}`, await outcomesOf(candidate, handling));
    recording.save();
  }
}

function readArguments([first = '3', ...files]: readonly string[]): [number, Candidate[]] {
  const named = files.map((argument) => ({ name: argument.split('=', 1)[0], file: argument.replace(/^[^=]*=/, '') }));
  return [Number(first), named.length > 0 ? named : [BUNDLED_LANGUAGE_MODEL]];
}

async function outcomesOf({ name, file }: Candidate, handling: Handling): Promise<Outcome[]> {
  const onFailure = console.error;
  const settings = { name, file, threads: 2, contextTokens: 2048, handling, atOnce: 1, gpu: 'off', onFailure } as const;
  const model = new LocalLanguageModel(settings);
  await model.load();
  const outcomes: Outcome[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const task of SMALL_TASKS) outcomes.push({ round, ...(await solve(task, model)) });
  }
  await model.close();
  return outcomes;
}

async function solve(task: SmallTask, model: LocalLanguageModel): Promise<Omit<Outcome, 'round'>> {
  const { instruction, input } = task;
  const system = { role: 'system', text: instruction } as const;
  const messages = input === undefined ? [system] : [system, { role: 'user', text: input } as const];
  const began = performance.now();
  const written = await model.generate({
    messages,
    maxOutputTokens: OUTPUT_TOKENS,
    temperature: TEMPERATURE,
    signal: new AbortController().signal,
  });
  const seconds = (performance.now() - began) / 1000;
  const right = isRight(task, written);
  if (process.env.SHOW) console.log(right ? '+' : '-', task.kind, '|', instruction, '|', JSON.stringify(written.text));
  return { right, ended: written.stopReason === 'end_turn', tokens: written.outputTokens, seconds };
}

function report(name: string, outcomes: readonly Outcome[]): void {
  const rightByRound = Array.from(
    { length: rounds },
    (_, round) => outcomes.filter((outcome) => outcome.round === round && outcome.right).length,
  );
  const right = outcomes.filter((outcome) => outcome.right).length / rounds;
  const endless = outcomes.filter(({ ended }) => !ended).length / rounds;
  const seconds = outcomes.map((outcome) => outcome.seconds);
  const speed = sum(outcomes.map(({ tokens }) => tokens)) / sum(seconds);
  const [p50, p95] = percentiles(seconds, [0.5, 0.95]);
  const range = { low: Math.min(...rightByRound), high: Math.max(...rightByRound) };
  recording.add(
    { name, measure: `right of ${SMALL_TASKS.length}`, unit: 'count', value: right, range },
    { name, measure: 'endless', unit: 'count', value: endless },
    { name, measure: 'p50', unit: 's', value: p50 },
    { name, measure: 'p95', unit: 's', value: p95 },
    { name, measure: 'writing', unit: 'tokens/s', value: speed },
  );
  console.log(
    `${name}: ${right.toFixed(1)} of ${SMALL_TASKS.length} right (${rightByRound.join(', ')}), ${endless.toFixed(1)} endless, ` +
      `p50 ${p50.toFixed(2)} s, p95 ${p95.toFixed(2)} s, ${speed.toFixed(1)} tokens/s`,
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
