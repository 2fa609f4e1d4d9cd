// How many searches a second does the service answer over HTTP to 16 clients, and how long does the slowest take?
// npm run build && node --import ./scripts/run-typescript.mjs bench/http-throughput.ts <folder of arXiv> [documents]
// The clients are wrk (`apt-get install wrk`), in one thread: they share the cores with the service. CPU steal is printed for each run.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArxiv } from './support/arxiv.js';
import { startInstantEncoder } from './support/instant-encoder.js';
import { readCpuTimes, stealPercent } from './support/machine.js';
import { median } from './support/percentiles.js';
import { counted, Recording } from './support/recording.js';
import { KEY, Service } from './support/service.js';

const CLIENTS = 16;
const SECONDS = 10;
/** Single runs vary with CPU steal; the median is recorded. */
const RUNS = 5;
/** In the first half minute under load the JIT compiler takes a part of the processors. */
const WARM_UP_SECONDS = 30;
const IMPORTED_AT_ONCE = 20_000;
/** Where the line of a run has its figures. */
const FIGURES = [
  { measure: 'requests/s', unit: 'requests/s', label: '([\\d.]+) requests/s' },
  { measure: 'p50', unit: 'ms', label: 'p50 +([\\d.]+) ms' },
  { measure: 'p99', unit: 'ms', label: 'p99 +([\\d.]+) ms' },
  { measure: 'slowest', unit: 'ms', label: 'slowest +([\\d.]+) ms' },
] as const;

const recording = new Recording('http-throughput');
const documents = Number(process.argv[3] ?? 100_000);
const { abstracts, queries } = readArxiv(process.argv[2], { documents, queries: 1000 });
const instant = await startInstantEncoder();
const service = new Service(instant.environment);
try {
  await service.start();
  for (let from = 0; from < abstracts.length; from += IMPORTED_AT_ONCE) {
    const lines = abstracts
      .slice(from, from + IMPORTED_AT_ONCE)
      .map(({ id, title, text }) => JSON.stringify({ id, title, tenant_id: 'bench', content: text, language: 'en' }));
    const answer = await service.post('/documents/import', lines.join('\n'), 'application/x-ndjson');
    if (!answer.trimEnd().endsWith('"failed":0}')) throw new Error(`lines failed: ${answer.slice(-500)}`);
  }
  // A stop finishes the merges and saves that the import left.
  await service.stop();
  await service.start();
  await mergedWhenIdle();
  console.log(`${documents} documents, ${CLIENTS} clients, ${RUNS} runs of ${SECONDS} s`);
  const texts = queries.map(({ text }) => text);
  drive(
    'lexical',
    '/search',
    texts.map((query) => ({ query, search_type: 'lexical', language: 'en' })),
  );
  drive(
    'lexical, without excerpts and highlights',
    '/search',
    texts.map((query) => ({ query, search_type: 'lexical', language: 'en', excerpts: false, highlights: false })),
  );
  drive(
    'auto-suggest',
    '/auto-suggest',
    texts.map((query) => ({ query: query.slice(0, 10), language: 'en' })),
  );
  recording.save();
} finally {
  await service.dispose();
  instant.close();
}

/** A service merges its segments after half a minute without writes. */
async function mergedWhenIdle(): Promise<void> {
  const latest = performance.now() + 60_000;
  while ((await service.metric('sextant_engine{mode="live",figure="segments"}')) > 1 && performance.now() < latest) {
    await new Promise((done) => setTimeout(done, 1000));
  }
}

function drive(name: string, path: string, bodies: readonly object[]): void {
  const script = join(service.folder, 'requests.lua');
  writeFileSync(script, requestScript(path, bodies));
  console.log(`\n${name}`);
  runClients(script, WARM_UP_SECONDS);
  const runs = Array.from({ length: RUNS }, () => {
    const before = readCpuTimes();
    const line = runClients(script, SECONDS);
    console.log(`  ${line}, ${stealPercent(before, readCpuTimes())?.toFixed(0) ?? 'unknown'} % CPU steal`);
    return FIGURES.map(({ label }) => Number(new RegExp(label).exec(line)?.[1]));
  });
  rmSync(script);
  recording.add(
    ...FIGURES.map(({ measure, unit }, i) => {
      const values = runs.map((run) => run[i]);
      const range = { low: Math.min(...values), high: Math.max(...values) };
      return { table: counted(documents, 'documents'), name, measure, unit, value: median(values), range };
    }),
  );
}

/** The last line of output, which the Lua script below writes when it is done. */
function runClients(script: string, seconds: number): string {
  const { stdout, error } = spawnSync('wrk', [`-d${seconds}s`, '-t1', `-c${CLIENTS}`, '-s', script, service.url], {
    encoding: 'utf8',
  });
  if (error !== undefined) throw new Error(`wrk can't be started: ${error.message}`);
  return stdout.trimEnd().split('\n').at(-1) ?? '';
}

/** A Lua script for wrk: sends the bodies in turn and writes one line of figures at the end. */
function requestScript(path: string, bodies: readonly object[]): string {
  const texts = bodies.map((body) => JSON.stringify(JSON.stringify(body).replace(/[^\x20-\x7e]/g, ' ')));
  return `local bodies = { ${texts.join(',\n')} }
local headers = { ["x-api-key"] = "${KEY}", ["content-type"] = "application/json" }
local requests = {}
local next = 0
init = function()
  for i, body in ipairs(bodies) do requests[i] = wrk.format("POST", "/v20241104${path}", headers, body) end
end
request = function()
  next = next % #requests + 1
  return requests[next]
end
done = function(summary, latency)
  local line = "%5.0f requests/s, p50 %5.1f ms, p99 %5.1f ms, slowest %5.1f ms, %d not answered with success"
  local failed = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  local perSecond = summary.requests / summary.duration * 1000000
  io.write(string.format(line, perSecond, latency:percentile(50) / 1000, latency:percentile(99) / 1000, latency.max / 1000, failed), "\\n")
end
`;
}
