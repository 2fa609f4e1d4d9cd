// How long does one search take in the process, next to LanceDB and to SQLite with FTS5 and sqlite-vec?
// npm run build && node --import ./scripts/run-typescript.mjs bench/search-latency.ts <folder of arXiv>
//   [--documents 100000] [--threads 1,2] [--databases folder] [--index folder]
// The index is built in a minute or two; in a folder given with --index it is kept for the next run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Engine, QueryPlan, SemanticQuery, TextQuery } from '../src/engine/engine.js';
import { queryParts } from '../src/text/query/query-parts.js';
import { type Arxiv, type KnownItem, readArxiv } from './support/arxiv.js';
import { installedSearchDatabases } from './support/databases.js';
import { fillEngine, SPACE } from './support/filled-engine.js';
import { percentiles } from './support/percentiles.js';
import { counted, type Figure, Recording } from './support/recording.js';

const QUERIES = 500;
/** Queries before the measured ones, each asked at least once. */
const WARM_UP = 200;
/** The warm-up goes on at least this long, so that the JIT compiler is done as in a service that runs for days. */
const WARM_UP_MILLISECONDS = 4000;
/** 50 at a cosine of 0.3: of the synthetic vectors, one topic in a thousand is above it. */
const NARROW = { middle: 0.3, steepness: 5 };
/** 50 at a cosine that half of the synthetic vectors reach: the most a cutoff like the default one can let through. */
const WIDE = { middle: 0.06, steepness: 5 };
const KINDS = ['lexical', 'semantic', 'hybrid'] as const;

type Search = (query: KnownItem) => Promise<string[]>;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    documents: { type: 'string', default: '100000' },
    threads: { type: 'string', default: '1,2' },
    databases: { type: 'string' },
    index: { type: 'string' },
  },
});
const recording = new Recording('search-latency');
const kept = values.index;
const folder = kept ?? mkdtempSync(join(tmpdir(), 'sextant-bench-'));
try {
  const arxiv = readArxiv(positionals[0], { documents: Number(values.documents), queries: QUERIES });
  const ours = new Map<string, number>();
  const figures: Figure[] = [];
  const threadCounts = values.threads.split(',').map(Number);
  for (const threads of threadCounts) {
    const row = threads === threadCounts.at(-1) ? '' : `, query threads: ${threads}`;
    figures.push(...(await measureOurs(arxiv, { threads, row }, ours)));
  }
  if (values.databases !== undefined) await measureDatabases(values.databases, arxiv, { p50s: ours, figures });
  recording.add(...figures);
  recording.save();
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}

/** `row` follows the kind of search in the names of rows. The last number of threads has none and is the one that is plotted. */
async function measureOurs(
  arxiv: Arxiv,
  { threads, row }: { threads: number; row: string },
  best: Map<string, number>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const { engine, seconds, close } = await fillEngine(folder, arxiv.abstracts, threads);
  const { documents, bytes, figures: counts } = await engine.status();
  console.log(`\nSextant: ${documents} documents in ${counts.segments} segments, ready after ${seconds.toFixed(1)} s,`);
  console.log(`${Math.round(bytes / documents)} bytes of index each, query threads: ${threads}`);
  const measure = async (kind: string, search: Search) => {
    const times = await report(kind, arxiv, search);
    const shared = { table: counted(documents, 'documents'), name: `${kind}${row}`, unit: 'ms' } as const;
    const plotted = row === '' ? { size: documents } : {};
    figures.push({ ...shared, measure: 'p50', value: times.p50, ...plotted });
    figures.push({ ...shared, measure: 'p90', value: times.p90 }, { ...shared, measure: 'p99', value: times.p99 });
    figures.push({ ...shared, unit: '%', measure: 'found in the first ten', value: 100 * times.found });
    return times.p50;
  };
  for (const kind of KINDS) {
    const p50 = await measure(kind, (query) => find(engine, searchFor(kind, query, NARROW)));
    best.set(kind, Math.min(p50, best.get(kind) ?? p50));
  }
  await measure('semantic, half above the cutoff', (query) => find(engine, searchFor('semantic', query, WIDE)));
  await measure('hybrid, half above the cutoff', (query) => find(engine, searchFor('hybrid', query, WIDE)));
  await measure('auto-suggest', (query) => find(engine, suggestion(query)));
  const size = { table: 'Index size', name: counted(documents, 'documents'), measure: 'per document' };
  figures.push({ ...size, unit: 'bytes', value: bytes / documents });
  await close();
  return figures;
}

/** Adds what it measures to the figures as alternatives. */
async function measureDatabases(
  databases: string,
  arxiv: Arxiv,
  ours: { p50s: ReadonlyMap<string, number>; figures: readonly Figure[] },
): Promise<void> {
  for (const database of await installedSearchDatabases(databases, arxiv.abstracts)) {
    console.log(`\n${database.name}`);
    const searches: Record<(typeof KINDS)[number], Search> = {
      lexical: ({ text }) => database.lexical(text),
      semantic: ({ vector }) => database.semantic(vector),
      hybrid: ({ text, vector }) => database.hybrid(text, vector),
    };
    for (const kind of KINDS) {
      const { p50 } = await report(kind, arxiv, searches[kind]);
      console.log(`${' '.repeat(34)}${(p50 / ours.p50s.get(kind)!).toFixed(1)} times Sextant`);
      const figure = ours.figures.find(({ name, measure }) => name === kind && measure === 'p50')!;
      figure.alternatives = { ...figure.alternatives, [database.name]: { value: p50 } };
    }
    database.close();
  }
}

/** Prints the times, and how often the abstract that a query was made from is among its ten best. */
async function report(name: string, { queries }: Arxiv, search: Search) {
  const measured = queries.slice(WARM_UP);
  const warm = performance.now() + WARM_UP_MILLISECONDS;
  for (let i = 0; i < WARM_UP || performance.now() < warm; i++) await search(queries[i % WARM_UP]);
  const times: number[] = [];
  let found = 0;
  for (const query of measured) {
    const began = performance.now();
    const ids = await search(query);
    times.push(performance.now() - began);
    if (ids.includes(query.id)) found++;
  }
  const [p50, p90, p99] = percentiles(times, [0.5, 0.9, 0.99]);
  const figures = [p50, p90, p99].map((time) => `${time.toFixed(2).padStart(7)} ms`).join(' ');
  console.log(`  ${name.padEnd(32)} p50 p90 p99 ${figures}   found ${found} of ${measured.length}`);
  return { p50, p90, p99, found: found / measured.length };
}

async function find(engine: Engine, text: TextQuery): Promise<string[]> {
  const plan: QueryPlan = {
    scope: [{ kind: 'terms', field: 'language', values: ['en'] }],
    filter: null,
    text,
    sort: [{ field: '_score', order: 'desc', missing: '_last' }],
    window: { offset: 0, limit: 10 },
    facets: [],
    timeLimit: 60_000,
  };
  const { hits } = await engine.find(plan);
  return hits.map(({ id }) => id);
}

function searchFor(
  kind: (typeof KINDS)[number],
  { text, vector }: KnownItem,
  scale: SemanticQuery['scale'],
): TextQuery {
  const words = kind === 'semantic' ? null : { language: 'en', parts: queryParts(text), typos: 'forgiven' as const };
  const semantic = kind === 'lexical' ? null : { vector, space: SPACE, cutoff: 50, scale };
  return { kind: 'search', words, semantic, semanticShare: 0.6 };
}

/** The first ten letters of the title, as a user would have typed them so far. */
function suggestion({ text }: KnownItem): TextQuery {
  const typed = text.slice(0, 10);
  return { kind: 'suggest', typed, language: 'en' };
}
