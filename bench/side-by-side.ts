// Does another checkout of the service answer more searches a second over HTTP than this one?
// npm run build && node --import ./scripts/run-typescript.mjs bench/side-by-side.ts <folder of arXiv> <other checkout, built> [documents] [starts]
// Both run at once and are asked in turn, for two seconds each: on a machine whose speed changes within minutes, whole runs one
// after the other say nothing. And two processes of the very same program differ by a tenth and more, for as long as they live: so
// both are started anew several times. Pairs of bursts are compared, and the median of their ratios is printed.
import { resolve } from 'node:path';
import { importAbstracts, readArxiv } from './support/arxiv.js';
import { startInstantEncoder } from './support/instant-encoder.js';
import { median } from './support/percentiles.js';
import { Recording } from './support/recording.js';
import { searchRequests } from './support/search-requests.js';
import { Service } from './support/service.js';
import { Clients } from './support/wrk.js';

const CLIENTS = 16;
const SECONDS = 2;
const STARTS = Number(process.argv[5] ?? 4);
/** After each start. */
const PAIRS = 5;
/** Code is compiled for half a minute of load: on two cores, compiling takes a quarter of all processor time at first. */
const WARM_UP_SECONDS = 30;
/** A service merges its segments after half a minute without writes; the merge takes a while too. */
const MERGED_AFTER_SECONDS = 75;

const { abstracts, queries } = readArxiv(process.argv[2], {
  documents: Number(process.argv[4] ?? 50_000),
  queries: 1000,
});
const recording = new Recording('side-by-side');
const instant = await startInstantEncoder();
const own = new Service(instant.environment);
const other = new Service(instant.environment, resolve(process.argv[3], 'dist/cli/main.js'));
try {
  for (const service of [own, other]) {
    await service.start();
    await importAbstracts(service, abstracts);
    // A stop finishes the saves that the import left.
    await service.stop();
    await service.start();
  }
  await new Promise((done) => setTimeout(done, MERGED_AFTER_SECONDS * 1000));
  console.log(
    `${abstracts.length} documents, ${CLIENTS} clients, ${STARTS} starts with ${PAIRS} pairs of ${SECONDS} s each`,
  );
  for (const { name, path, bodies } of searchRequests(queries)) await compare(name, new Clients(path, bodies, CLIENTS));
  recording.save();
} finally {
  await own.dispose();
  await other.dispose();
  instant.close();
}

async function compare(name: string, clients: Clients): Promise<void> {
  const bursts = { ours: [] as Burst[], theirs: [] as Burst[] };
  for (let start = 0; start < STARTS; start++) {
    for (const service of [own, other]) {
      await service.stop();
      await service.start();
      clients.run(service.url, WARM_UP_SECONDS);
    }
    for (let pair = 0; pair < PAIRS; pair++) {
      // The order alternates, so that a machine that slows down favours neither.
      for (const service of (start + pair) % 2 === 0 ? [own, other] : [other, own]) {
        bursts[service === own ? 'ours' : 'theirs'].push(burst(service, clients));
      }
    }
  }
  clients.dispose();
  console.log(name);
  for (const [measure, of] of [
    ['requests/s', ({ perSecond }: Burst) => perSecond],
    ['processor time for a request', ({ cpu }: Burst) => cpu],
  ] as const) {
    const ours = bursts.ours.map(of);
    const theirs = bursts.theirs.map(of);
    recording.add({
      name,
      measure,
      unit: measure === 'requests/s' ? 'requests/s' : 'ms',
      value: median(ours),
      alternatives: { 'the other checkout': { value: median(theirs) } },
    });
    const ratios = ours.map((value, i) => value / theirs[i]).sort((a, b) => a - b);
    const quartiles = [0.25, 0.75].map((share) => ratios[Math.round(share * (ratios.length - 1))].toFixed(2));
    console.log(
      `  ${measure}: this checkout ${median(ours).toFixed(2)}, the other ${median(theirs).toFixed(2)}, ratio ${median(ratios).toFixed(3)} (${quartiles.join(' to ')})`,
    );
  }
}

interface Burst {
  perSecond: number;
  /** Processor time for a request, in milliseconds: it moves less with what else the machine does. */
  cpu: number;
}

function burst(service: Service, clients: Clients): Burst {
  const before = service.cpuSeconds();
  const { perSecond } = clients.run(service.url, SECONDS);
  return { perSecond, cpu: ((service.cpuSeconds() - before) * 1000) / (perSecond * SECONDS) };
}
