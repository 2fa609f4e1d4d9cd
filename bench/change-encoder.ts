// How fast are documents embedded anew after a change to the bundled encoder, and what do searches feel of it?
// Once with nobody else there, once while one client searches by meaning without a pause.
// npm run build && node --import ./scripts/run-typescript.mjs bench/change-encoder.ts [file of {id,title,text} lines]
import { setTimeout as sleep } from 'node:timers/promises';
import { documents } from './support/documents.js';
import { startInstantEncoder } from './support/instant-encoder.js';
import { Service } from './support/service.js';

const DOCUMENTS = 600;
const FORMER_ENCODER_GOES = { SEXTANT_QUERY_TIMEOUT: '1', SEXTANT_LLM_TIMEOUT: '1' };

const instant = await startInstantEncoder();
for (const searched of [false, true]) await run(searched);
instant.close();

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
  console.log(`\n${searched ? 'while one client searches' : 'nobody else there'}`);
  console.log(`embedded anew   ${(DOCUMENTS / seconds).toFixed(1)} documents/s`);
  if (!searched) return;
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
  return times.sort((a, b) => a - b);
}

function describe(times: readonly number[]): string {
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(1);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${at(1)} ms`;
}
