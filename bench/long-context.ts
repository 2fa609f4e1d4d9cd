// How well does the bundled language model read past its training context? Perplexity by position in one long review, with the
// positions as trained and scaled with YaRN; lower is better, and a jump shows where the model fails.
// node --import ./scripts/run-typescript.mjs bench/long-context.ts   (two minutes)
import { BUNDLED_LANGUAGE_MODEL } from '../src/inference/llama/bundled-language-model.js';
import { loadLlamaLibrary } from '../src/inference/llama/llama-library.js';
import { stretched } from '../src/inference/llama/stretched-context.js';
import { readLabelledTexts } from './support/labelled-texts.js';
import { Recording } from './support/recording.js';

const TOKENS = 2400;
const BIN = 400;
/** Only every 16th token is scored: the probability of a token costs more than reading it. */
const EVERY = 16;

interface Evaluation {
  next?: { probabilities?: Map<number, number> };
}
interface Sequence {
  controlledEvaluate(tokens: (number | [number, object])[]): Promise<(Evaluation | undefined)[]>;
}

const recording = new Recording('long-context');
const text = readLabelledTexts('../shared/data/imdb/train.jsonl.gz').find(({ text }) => text.length > 10_000)!.text;
for (const stretch of [null, BUNDLED_LANGUAGE_MODEL.stretch]) {
  const library = await loadLlamaLibrary();
  const limits = { gpu: false, build: 'never', skipDownload: true, progressLogs: false, logLevel: 'error' } as const;
  const llama = await library.getLlama({ ...limits, maxThreads: 2 });
  const metadataOverrides = stretch === null ? {} : stretched(stretch);
  const model = await llama.loadModel({ modelPath: BUNDLED_LANGUAGE_MODEL.file, metadataOverrides });
  const context = await model.createContext({ contextSize: TOKENS + 64, sequences: 1 });
  const began = performance.now();
  const surprise = await surprises(context.getSequence() as unknown as Sequence, model.tokenize(text).slice(0, TOKENS));
  console.log(stretch === null ? 'as it is' : `stretched ${stretch.times} times`);
  for (let from = 0; from < TOKENS; from += BIN) {
    const here = surprise.filter(({ place }) => place >= from && place < from + BIN);
    const mean = here.reduce((sum, { bits }) => sum + bits, 0) / here.length;
    const name = stretch === null ? 'as trained' : `scaled ${stretch.times} times with YaRN`;
    recording.add({ name, measure: `tokens ${from}–${from + BIN}`, unit: 'perplexity', value: Math.exp(mean) });
    console.log(`  tokens ${from} to ${from + BIN}: ${Math.exp(mean).toFixed(1)}`);
  }
  console.log(`  ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
recording.save();
process.exit(0);

async function surprises(sequence: Sequence, tokens: readonly number[]): Promise<{ place: number; bits: number }[]> {
  const asked = tokens.map((token, i): number | [number, object] =>
    i % EVERY === EVERY - 1 ? [token, { generateNext: { probabilities: true } }] : token,
  );
  const evaluations = await sequence.controlledEvaluate(asked);
  return evaluations.flatMap((evaluation, place) => {
    const probability = evaluation?.next?.probabilities?.get(tokens[place + 1]);
    return probability === undefined ? [] : [{ place, bits: -Math.log(Math.max(probability, 1e-9)) }];
  });
}
