// How many passages a second does a whole import take in, next to the bare runtime on the same texts?
// npm run build && node --import ./scripts/run-typescript.mjs bench/import-next-to-encoder.ts <file of {id,title,text} lines>
// The import is sent over HTTP, stored, embedded and indexed, and found when it is answered; the bare session only embeds.
import { availableParallelism } from 'node:os';
import { BUNDLED_MODELS } from '../src/inference/onnx/bundled-models.js';
import { bestBareSession } from './support/bare-session.js';
import { documents, type SentDocument } from './support/documents.js';
import { median } from './support/percentiles.js';
import { Recording } from './support/recording.js';
import { Service } from './support/service.js';

const IMPORTED = 200;
const ROUNDS = 5;
/** Documents up to this length are one passage each. */
const MOST_WORDS = 160;

const recording = new Recording('import-next-to-encoder');
const sent = documents(5 * IMPORTED, process.argv[2])
  .filter(({ content }) => content.split(/\s+/).length <= MOST_WORDS)
  .slice(0, IMPORTED);
if (sent.length < IMPORTED) throw new Error(`only ${sent.length} of the texts are short enough`);
const texts = sent.map(({ title, content }) => `${title}\n${content}`);
const bare = await bestBareSession(BUNDLED_MODELS.english, texts, availableParallelism());
const service = new Service();
try {
  await service.start();
  await importAll(-1);
  const [ours, theirs, ratios]: number[][] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push(await perSecond(() => bare.embedAll()));
    ours.push(await perSecond(() => importAll(round)));
    ratios.push(ours[round] / theirs[round]);
    console.log(`import ${ours[round].toFixed(1)}/s, bare session ${theirs[round].toFixed(1)}/s`);
  }
  console.log(`bare session: ${bare.description}, tokenized beforehand; ratio ${median(ratios).toFixed(2)}`);
  recording.add({
    name: 'whole import',
    measure: 'five rounds',
    unit: 'passages/s',
    value: median(ours),
    range: { low: Math.min(...ours), high: Math.max(...ours) },
    alternatives: { 'bare ONNX Runtime session': { value: median(theirs), ratio: median(ratios) } },
  });
  recording.save();
} finally {
  await service.dispose();
  await bare.release();
}

/** Uses new ids in each round and checks that all documents are found. */
async function importAll(round: number): Promise<void> {
  const tenant = `round-${round + 1}`;
  const lines = sent.map(
    (document): SentDocument => ({
      ...document,
      id: `${tenant}-${document.id}`,
      tenant_id: tenant,
    }),
  );
  const body = lines.map((line) => JSON.stringify({ ...line, language: 'en' })).join('\n');
  await service.post('/documents/import', body, 'application/x-ndjson');
  const search = { query: 'what is known', search_type: 'ai_semantic', ai_search_cutoff_score: 0, language: 'en' };
  const answer = await service.post('/search', JSON.stringify({ ...search, tenant_id: [tenant] }));
  const found = JSON.parse(answer).total_number_of_results;
  if (found !== IMPORTED) throw new Error(`${found} of ${IMPORTED} were found`);
}

async function perSecond(run: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await run();
  return (IMPORTED * 1000) / (performance.now() - began);
}
