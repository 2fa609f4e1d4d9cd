// For how long do requests that read much hold up all others? Prints the longest turn of the service's event loop for each.
// npm run build && node --import ./scripts/run-typescript.mjs bench/event-loop.ts [documents]
// Needs Linux, which tells the processor time of a thread: other load on the machine changes that little.
import { AMOUNTS, fillFolder, MADE_AT, writeMapOf } from './support/full-folder.js';
import { startInstantEncoder } from './support/instant-encoder.js';
import { median } from './support/percentiles.js';
import { counted, Recording } from './support/recording.js';
import { Service } from './support/service.js';
import { TurnMeter } from './support/turn-meter.js';

const ROUNDS = 8;
const IMPORTED_AT_ONCE = 20_000;
const DAY_MILLISECONDS = 24 * 3600 * 1000;
/** One for each round, and one before. */
const LANGUAGES = ['nb', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'sv', 'da'];

const recording = new Recording('event-loop');
const documents = Array.from({ length: Number(process.argv[2] ?? 100_000) }, (_, i) => ({
  id: `document-${i}`,
  title: `Gadget ${i} and offer ${(i * 7) % 1000}`,
  tenant_id: 'bench',
  updated_at: new Date(MADE_AT).toISOString(),
  metadata: { topic: `topic ${i % 20}` },
}));
const instant = await startInstantEncoder();
const service = new Service(instant.environment);
const meter = new TurnMeter(service);
const lexical = (query: string) => ({ query, search_type: 'lexical' });
try {
  await fillFolder(service.folder);
  await service.start();
  await importDocuments();
  await service.stop();
  await writeMapOf(service.folder, documents);
  await service.start();

  const rules = counted(AMOUNTS.rules, 'synonyms and as many curations');
  await measure(`search with ${rules}`, () => ask('/search', lexical('gadget 5 offer 7')));
  await measure('first search in a language, with as many', (round) => {
    return ask('/search', { ...lexical('gadget 5 offer 7'), language: LANGUAGES[round] });
  });
  await measure('changing a synonym, and the search after it', async (round) => {
    await ask('/synonyms/synonym-9', { equivalent: ['sofa', `couch ${round}`] });
    await ask('/search', lexical('gadget 5 offer 7'));
  });
  await measure('changing a curation, and the search after it', async (round) => {
    await ask('/curations/curation-9', { query: `offer ${round}` });
    await ask('/search', lexical('gadget 5 offer 7'));
  });
  await measure('browsing synonyms', () => ask('/synonyms/browse', { page: 50, limit: 100 }));
  await measure('browsing curations', () => ask('/curations/browse', { page: 50, limit: 100 }));
  const queries = counted(AMOUNTS.loggedQueries, 'queries');
  await measure(`browsing a query log of ${queries}`, () => ask('/query-log/browse', { limit: 100 }));
  const since = (days: number) => new Date(Date.now() - days * DAY_MILLISECONDS).toISOString();
  await measure('statistics of a year by day', () => ask('/statistics/browse', { from: since(365), step: '1d' }));
  await measure('statistics of a month by hour', () => ask('/statistics/browse', { from: since(31), step: '1h' }));
  await measure(`browsing ${counted(AMOUNTS.keys, 'keys')}`, () => ask('/keys/browse', { limit: 100 }));
  const points = counted(documents.length, 'documents');
  await measure(`map of ${points}`, () => ask('/map', { color_by: 'metadata.topic' }));
  recording.save();
} finally {
  await service.dispose();
  instant.close();
}

/** Round 0 is not measured: code that runs for the first time is compiled, which is another matter. */
async function measure(name: string, work: (round: number) => Promise<unknown>): Promise<void> {
  await work(0);
  const turns: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) turns.push(await meter.longestDuring(() => work(round)));
  const range = { low: Math.min(...turns), high: Math.max(...turns) };
  console.log(`${name}: ${median(turns).toFixed(1)} ms (${range.low.toFixed(1)} to ${range.high.toFixed(1)})`);
  recording.add({ name, measure: 'longest turn', unit: 'ms', value: median(turns), range });
}

function ask(path: string, body: object): Promise<string> {
  return service.post(path, JSON.stringify(body));
}

async function importDocuments(): Promise<void> {
  for (let from = 0; from < documents.length; from += IMPORTED_AT_ONCE) {
    const lines = documents.slice(from, from + IMPORTED_AT_ONCE).map((document) => JSON.stringify(document));
    await service.post('/documents/import', lines.join('\n'), 'application/x-ndjson');
  }
}
