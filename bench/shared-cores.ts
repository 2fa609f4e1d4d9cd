// How much of its speed does the bundled language model keep beside processes that use the cores too? With a fixed number of
// threads, and with as many as cores are free. The processes count on without a pause; the model has its usual low priority.
// node --import ./scripts/run-typescript.mjs bench/shared-cores.ts [seconds per measurement] [busy processes …]   (five minutes; wants an idle machine)
import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { BUNDLED_HANDLING, BUNDLED_LANGUAGE_MODEL } from '../src/inference/llama/bundled-language-model.js';
import { watchFittingThreads } from '../src/inference/llama/fitting-threads.js';
import { type LocalWriter, openLocalWriter } from '../src/inference/llama/local-writer.js';
import { median } from './support/percentiles.js';
import { Recording } from './support/recording.js';

const [seconds = 8, ...asked] = process.argv.slice(2).map(Number);
const ROUNDS = 3;
const MOST_THREADS = 2;
const NICENESS = 5;
const BUSY = asked.length > 0 ? asked : [0, 1, 2];
const WAYS = {
  'one thread': fixed(1),
  'two threads': fixed(2),
  'as many as cores are free': (writer: LocalWriter) =>
    watchFittingThreads(MOST_THREADS, (threads) => writer.useThreads(threads)),
};

const task = {
  messages: [{ role: 'user' as const, text: 'Write a long story about the sea, with many chapters.' }],
  maxOutputTokens: 2000,
  temperature: 1,
};
const recording = new Recording('shared-cores');
const others = Array.from({ length: Math.max(...BUSY) }, startBusy);
process.on('exit', () => stopAll('SIGKILL'));
setPriority(NICENESS);
const { file } = BUNDLED_LANGUAGE_MODEL;
const handling = { ...BUNDLED_HANDLING, stopsLoops: false };
const writer = await openLocalWriter({
  file,
  threads: MOST_THREADS,
  contextTokens: 4096,
  atOnce: 1,
  gpu: 'off',
  handling,
});

for (const busy of BUSY) {
  const speeds = new Map(Object.keys(WAYS).map((way) => [way, [] as number[]]));
  for (let round = 0; round < ROUNDS; round++) {
    // In turns, so that whatever else the machine does meets all of them.
    for (const [way, start] of Object.entries(WAYS)) speeds.get(way)?.push(await tokensPerSecond(busy, start));
  }
  for (const [name, values] of speeds) {
    const value = median(values);
    const range = { low: Math.min(...values), high: Math.max(...values) };
    recording.add({ name, measure: `beside ${busy} busy`, unit: 'tokens/s', value, range });
    console.log(
      `${name}, beside ${busy} busy processes: ${values.map((speed) => speed.toFixed(1)).join(', ')} tokens/s`,
    );
  }
  recording.save();
}
process.exit(0);

function fixed(threads: number): (writer: LocalWriter) => () => void {
  return (writer) => {
    writer.useThreads(threads);
    return () => undefined;
  };
}

async function tokensPerSecond(busy: number, start: (writer: LocalWriter) => () => void): Promise<number> {
  for (const other of others.slice(0, busy)) other.kill('SIGCONT');
  const stop = start(writer);
  await sleep(1000);
  const timeUp = AbortSignal.timeout(seconds * 1000);
  const began = performance.now();
  const outputTokens = await writtenUntil(timeUp);
  const elapsed = performance.now() - began;
  stop();
  stopAll('SIGSTOP');
  return (outputTokens / elapsed) * 1000;
}

/** A text that is stopped before its first token has none; the library throws then. */
async function writtenUntil(timeUp: AbortSignal): Promise<number> {
  try {
    return (await writer.write(task, timeUp, () => undefined)).outputTokens;
  } catch (error) {
    if (timeUp.aborted) return 0;
    throw error;
  }
}

/** Stands still until it is told to go on. Started before this process gets its low priority, which a child would inherit. */
function startBusy(): ChildProcess {
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  child.kill('SIGSTOP');
  return child;
}

function stopAll(signal: 'SIGSTOP' | 'SIGKILL'): void {
  for (const other of others) other.kill(signal);
}
