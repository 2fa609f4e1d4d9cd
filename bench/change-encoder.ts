// How fast are documents re-embedded after a change to the bundled encoder, and how long do searches take meanwhile?
// Once without other requests, once while one client runs semantic searches without a pause.
// npm run build && node --import ./scripts/run-typescript.mjs bench/change-encoder.ts [file of {id,title,text} lines]
import { setTimeout as sleep } from 'node:timers/promises';
import { documents } from './support/documents.js';
import { startInstantEncoder } from './support/instant-encoder.js';
import { percentiles } from './support/percentiles.js';
import { Recording } from './support/recording.js';
import { Service } from './support/service.js';

const DOCUMENTS = 600;
const FORMER_ENCODER_GOES = { SEXTANT_QUERY_TIMEOUT: '1', SEXTANT_LLM_TIMEOUT: '1' };

const recording = new Recording('change-encoder');
const instant = await startInstantEncoder();
for (const searched of [false, true]) await run(searched);
instant.close();
recording.save();

async function run(searched: boolean): Promise<void> {
  const service = new Service(instant.environment);
  try {
    await service.start();
    const body = documents(DOCUMENTS, process.argv[2]).map((document) => JSON.stringify(document));
    await service.post('/documents/import', body.join('\n'), 'application/x-ndjson');
    await service.stop();
    service.environment = FORMER_ENCODER_GOES;
    await service.start();
    await measure(service, searched);
  } finally {
    await service.dispose();
  }
}

async function measure(service: Service, searched: boolean): Promise<void> {
  const began = performance.now();
  const embedding = allEmbedded(service);
  const during = searched ? await searchUntil(service, embedding) : [];
  await embedding;
  const seconds = (performance.now() - began) / 1000;
  const name = searched ? 'while one client searches' : 'without other requests';
  recording.add({ name, measure: 're-embedded', unit: 'documents/s', value: DOCUMENTS / seconds });
  console.log(`\n${name}`);
  console.log(`re-embedded   ${(DOCUMENTS / seconds).toFixed(1)} documents/s`);
  if (!searched) return;
  const [p50, p95] = percentiles(during, [0.5, 0.95]);
  recording.add(
    { name, measure: 'search p50', unit: 'ms', value: p50 },
    { name, measure: 'search p95', unit: 'ms', value: p95 },
  );
  console.log(`searches, embedded by the former, instant encoder   ${describe(during)}`);
  console.log(
    `and afterwards, embedded by the bundled one        ${describe(await searchUntil(service, sleep(5000)))}`,
  );
}

async function allEmbedded(service: Service): Promise<void> {
  while ((await service.metric('sextant_reembedding_documents_done')) < DOCUMENTS) await sleep(250);
}

async function searchUntil(service: Service, end: Promise<unknown>): Promise<number[]> {
  let ended = false;
  void end.then(() => {
    ended = true;
  });
  const times: number[] = [];
  while (!ended) {
    const start = performance.now();
    const query = `what is known of number ${times.length}`;
    await service.post('/search', JSON.stringify({ query, search_type: 'ai_semantic', limit: 10 }));
    times.push(performance.now() - start);
  }
  return times;
}

function describe(times: number[]): string {
  const [p50, p95, slowest] = percentiles(times, [0.5, 0.95, 1]).map((time) => time.toFixed(1));
  return `p50 ${p50} ms, p95 ${p95} ms, slowest ${slowest} ms`;
}
