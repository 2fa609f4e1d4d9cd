// How fast does the bundled language model write over HTTP, and how much does it slow searches down?
// npm run build && node --import ./scripts/run-typescript.mjs bench/language-model.ts [output tokens]
import { setTimeout as sleep } from 'node:timers/promises';
import { percentiles } from './support/percentiles.js';
import { Recording } from './support/recording.js';
import { Service } from './support/service.js';

const outputTokens = Number(process.argv[2] ?? 256);
const DOCUMENTS = 500;
const SEARCHES = 100;
const recording = new Recording('language-model');
const service = new Service();

try {
  await service.start();
  const lines = Array.from({ length: DOCUMENTS }, (_, i) => ({
    id: `d${i}`,
    title: `The tides of day ${i}`,
    tenant_id: 'bench',
    content: `On day ${i} the Moon pulled the oceans for the ${i + 1}th time.`,
  }));
  await service.post('/documents/import', lines.map((line) => JSON.stringify(line)).join('\n'), 'application/x-ndjson');
  const first = await timed(() => invoke(128, 'Say yes.'));
  console.log(`first answer, loading included    ${(first.milliseconds / 1000).toFixed(1)} s`);
  const quiet = await searchMilliseconds(SEARCHES);
  const writing = timed(() => invoke(outputTokens, 'Write a long story about the sea, with many chapters.'));
  await sleep(2000);
  const busy = await searchMilliseconds(SEARCHES);
  const { result, milliseconds } = await writing;
  const { llm_input_tokens: read, llm_output_tokens: wrote } = result.token_usage.llm_tokens;
  console.log(`${read} tokens read, ${wrote} written   ${((wrote / milliseconds) * 1000).toFixed(1)} tokens/s`);
  const searches = { 'hybrid search, model idle': quiet, 'hybrid search, model writing': busy };
  console.log(`search p50 / p95, idle            ${quiet.map((time) => time.toFixed(1)).join(' / ')} ms`);
  console.log(`search p50 / p95, while it writes ${busy.map((time) => time.toFixed(1)).join(' / ')} ms`);
  recording.add(
    { name: 'first answer, loading included', measure: 'time', unit: 's', value: first.milliseconds / 1000 },
    { name: 'writing', measure: 'throughput', unit: 'tokens/s', value: (wrote / milliseconds) * 1000 },
    ...Object.entries(searches).flatMap(([name, [p50, p95]]) => [
      { name, measure: 'p50', unit: 'ms' as const, value: p50 },
      { name, measure: 'p95', unit: 'ms' as const, value: p95 },
    ]),
  );
  recording.save();
} finally {
  await service.dispose();
}

async function invoke(maxOutputTokens: number, instruction: string) {
  const request = { instruction, max_output_tokens: maxOutputTokens, temperature: 1 };
  return JSON.parse(await service.post('/invoke-llm', JSON.stringify(request)));
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; milliseconds: number }> {
  const began = performance.now();
  const result = await work();
  return { result, milliseconds: performance.now() - began };
}

/** Median and 95th percentile; every query is a new one, so that each is embedded. */
async function searchMilliseconds(count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const body = JSON.stringify({ query: `lunar gravity ${Math.random()}`, search_type: 'hybrid' });
    times.push((await timed(() => service.post('/search', body))).milliseconds);
  }
  return percentiles(times, [0.5, 0.95]);
}
