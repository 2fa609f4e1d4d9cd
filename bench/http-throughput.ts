// How many searches a second does the service answer over HTTP to 16 clients, and how long does the slowest take?
// npm run build && node --import ./scripts/run-typescript.mjs bench/http-throughput.ts <folder of arXiv> [documents]
// The clients are wrk (`apt-get install wrk`), in one thread: they share the cores with the service. CPU steal is printed for each run.
import { importAbstracts, readArxiv } from './support/arxiv.js';
import { startInstantEncoder } from './support/instant-encoder.js';
import { readCpuTimes, stealPercent } from './support/machine.js';
import { median } from './support/percentiles.js';
import { counted, Recording } from './support/recording.js';
import { searchRequests } from './support/search-requests.js';
import { Service } from './support/service.js';
import { Clients } from './support/wrk.js';

const CLIENTS = 16;
const SECONDS = 10;
/** Single runs vary with CPU steal; the median is recorded. */
const RUNS = 5;
/** In the first half minute under load the JIT compiler takes a part of the processors. */
const WARM_UP_SECONDS = 30;
const FIGURES = [
  { measure: 'requests/s', unit: 'requests/s', key: 'perSecond' },
  { measure: 'p50', unit: 'ms', key: 'p50' },
  { measure: 'p99', unit: 'ms', key: 'p99' },
  { measure: 'slowest', unit: 'ms', key: 'slowest' },
] as const;

const recording = new Recording('http-throughput');
const documents = Number(process.argv[3] ?? 100_000);
const { abstracts, queries } = readArxiv(process.argv[2], { documents, queries: 1000 });
const instant = await startInstantEncoder();
const service = new Service(instant.environment);
try {
  await service.start();
  await importAbstracts(service, abstracts);
  // A stop finishes the merges and saves that the import left.
  await service.stop();
  await service.start();
  await mergedWhenIdle();
  console.log(`${documents} documents, ${CLIENTS} clients, ${RUNS} runs of ${SECONDS} s`);
  for (const { name, path, bodies } of searchRequests(queries)) drive(name, path, bodies);
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
  const clients = new Clients(path, bodies, CLIENTS);
  console.log(`\n${name}`);
  clients.run(service.url, WARM_UP_SECONDS);
  const runs = Array.from({ length: RUNS }, () => {
    const before = readCpuTimes();
    const run = clients.run(service.url, SECONDS);
    const figures = FIGURES.map(({ measure, key }) => `${measure} ${run[key].toFixed(key === 'perSecond' ? 0 : 1)}`);
    const steal = stealPercent(before, readCpuTimes())?.toFixed(0) ?? 'unknown';
    console.log(`  ${figures.join(', ')}, ${run.failed} failed, ${steal} % CPU steal`);
    return run;
  });
  clients.dispose();
  recording.add(
    ...FIGURES.map(({ measure, unit, key }) => {
      const values = runs.map((run) => run[key]);
      const range = { low: Math.min(...values), high: Math.max(...values) };
      return { table: counted(documents, 'documents'), name, measure, unit, value: median(values), range };
    }),
  );
}
