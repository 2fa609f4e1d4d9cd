// How fast does the bundled language model write over HTTP, and what does it cost those who search meanwhile?
// npm run build && node --import ./scripts/run-typescript.mjs bench/language-model.ts [output tokens]
import { setTimeout as sleep } from 'node:timers/promises';
import { Service } from './support/service.js';

const outputTokens = Number(process.argv[2] ?? 256);
const DOCUMENTS = 500;
const SEARCHES = 100;
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
  console.log(`search p50 / p95, idle            ${quiet.join(' / ')} ms`);
  console.log(`search p50 / p95, while it writes ${busy.join(' / ')} ms`);
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
async function searchMilliseconds(count: number): Promise<string[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const body = JSON.stringify({ query: `lunar gravity ${Math.random()}`, search_type: 'hybrid' });
    times.push((await timed(() => service.post('/search', body))).milliseconds);
  }
  times.sort((a, b) => a - b);
  return [0.5, 0.95].map((share) => times[Math.floor(count * share)].toFixed(1));
}
