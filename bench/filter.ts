// How long do a filter with three clauses, two facets and a sort take, next to SQLite and to a plain loop?
// node --import ./scripts/run-typescript.mjs bench/filter.ts [documents …]      (default: 100000 1000000)
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import initSqlite, { type Database } from 'sql.js';
import type { Document } from '../src/domain/document/document.js';
import type { Facet } from '../src/domain/facet/facet.js';
import { Indexer } from '../src/engine/embedded/index/indexer.js';
import { type IndexUpdate, LiveSegments } from '../src/engine/embedded/index/live-segments.js';
import { runQuery } from '../src/engine/embedded/query/run-query.js';
import { mergeSegments } from '../src/engine/embedded/segment/merge-segments.js';
import { Segment } from '../src/engine/embedded/segment/segment.js';
import type { AnalysedPlan } from '../src/engine/query/analyse-query.js';
import { queryTools } from '../testing/query-tools.js';
import { counted, Recording } from './support/recording.js';

const TOPICS = ['law', 'art', 'music', 'physics', 'biology', 'history', 'sport', 'travel', 'food', 'money'];
const LANGUAGES = ['en', 'de', 'fr', 'ja'];
const START = Date.UTC(2020, 0, 1);
const ROUNDS = 60;

function document(i: number): Document {
  return {
    id: `document-${i}`,
    title: `Title of document ${i}`,
    tenantId: `tenant-${i % 50}`,
    language: LANGUAGES[(i >> 3) & 3],
    metadata: { topic: TOPICS[(i * 7) % 10], year: 1990 + ((i * 13) % 35), tags: [`tag-${i % 100}`, `tag-${i % 37}`] },
    sourceUri: null,
    createdAt: START + ((i * 7919) % 150_000_000) * 1000,
    updatedAt: START,
    content: null,
  };
}

const terms = (field: string, name: string): Facet => ({
  type: 'terms',
  name,
  field,
  size: 10,
  orderBy: 'count',
  order: 'desc',
  minCount: 1,
  prefix: null,
  excludeOwnFilter: false,
});

const tools = queryTools(Number.POSITIVE_INFINITY);
const plan: AnalysedPlan = {
  scope: [],
  filter: {
    must: [
      { kind: 'terms', field: 'metadata.topic', values: ['law', 'art', 'physics'] },
      { kind: 'range', field: 'metadata.year', bounds: { kind: 'number', gte: 2000 } },
      { kind: 'range', field: 'created_at', bounds: { kind: 'date', from: START + 1e10, to: START + 1.4e11 } },
    ],
    mustNot: [],
    should: [],
    minimumShouldMatch: 0,
  },
  text: null,
  sort: [{ field: 'created_at', order: 'desc', missing: '_last' }],
  window: { offset: 0, limit: 10 },
  facets: [terms('language', 'language'), terms('metadata.tags', 'tags')],
};

const recording = new Recording('filter');
for (const size of process.argv
  .slice(2)
  .map(Number)
  .concat(process.argv.length > 2 ? [] : [100_000, 1_000_000])) {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-bench-'));
  try {
    report(size, folder, await sqliteWith(size));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(size: number, folder: string, sqlite: Database): void {
  const began = performance.now();
  const segments = index(size, folder).list();
  const seconds = (performance.now() - began) / 1000;
  console.log(`\n${size} documents: indexed at ${Math.round(size / seconds)}/s into ${segments.length} segments`);
  const everything = Array.from({ length: size }, (_, i) => document(i));
  const ours = median(() => runQuery(segments, plan, tools).total);
  const loop = median(() => plainLoop(everything));
  const theirs = median(() => runSqlite(sqlite), 5);
  recording.add({
    name: counted(size, 'documents'),
    measure: 'Sextant p50',
    unit: 'ms',
    value: ours.p50,
    size,
    alternatives: {
      'plain JavaScript loop': { value: loop.p50 },
      'SQLite (WebAssembly, indexed)': { value: theirs.p50 },
    },
  });
  recording.save();
  console.log(`  matches          ${ours.result} (loop: ${loop.result}, SQLite: ${theirs.result})`);
  console.log(`  Sextant          p50 ${ours.p50.toFixed(2)} ms`);
  console.log(`  plain loop       p50 ${loop.p50.toFixed(2)} ms   ${(loop.p50 / ours.p50).toFixed(1)} times Sextant`);
  console.log(
    `  SQLite (wasm)    p50 ${theirs.p50.toFixed(2)} ms   ${(theirs.p50 / ours.p50).toFixed(1)} times Sextant`,
  );
}

function index(size: number, folder: string): LiveSegments {
  const indexer = new Indexer(folder);
  indexer.open();
  const segments = new LiveSegments();
  const take = (update: IndexUpdate) => segments.take(update);
  for (let from = 0; from < size; from += 500) {
    const changes = Array.from({ length: Math.min(500, size - from) }, (_, i) => ({
      kind: 'put' as const,
      sequence: from + i + 1,
      document: document(from + i),
      vectors: [],
    }));
    take(indexer.apply(changes));
    for (let task = indexer.planMerge('due'); task !== null; task = indexer.planMerge('due')) {
      const inputs = task.inputs.map(({ data, deleted }) => ({ segment: new Segment(data), deleted }));
      take(indexer.finishMerge(task, mergeSegments(inputs)));
    }
  }
  return segments;
}

/** What a program without an index would do: look at each document, then sort what is left. */
function plainLoop(documents: readonly Document[]): number {
  const languages = new Map<string, number>();
  const tags = new Map<string, number>();
  const wanted = new Set(['law', 'art', 'physics']);
  const matches = documents.filter(({ metadata, createdAt }) => {
    const { topic, year } = metadata as { topic: string; year: number };
    return wanted.has(topic) && year >= 2000 && createdAt >= START + 1e10 && createdAt <= START + 1.4e11;
  });
  for (const { language, metadata } of matches) {
    languages.set(language, (languages.get(language) ?? 0) + 1);
    for (const tag of (metadata as { tags: string[] }).tags) tags.set(tag, (tags.get(tag) ?? 0) + 1);
  }
  matches.sort((a, b) => b.createdAt - a.createdAt).slice(0, 10);
  return matches.length;
}

async function sqliteWith(size: number): Promise<Database> {
  const { Database } = await initSqlite();
  const database = new Database();
  database.run('create table d (n integer primary key, id, language, topic, year, created)');
  database.run('create table t (n, tag)');
  database.run('begin');
  const insert = database.prepare('insert into d values (?, ?, ?, ?, ?, ?)');
  const insertTag = database.prepare('insert into t values (?, ?)');
  for (let i = 0; i < size; i++) {
    const { id, language, metadata, createdAt } = document(i);
    const { topic, year, tags } = metadata as { topic: string; year: number; tags: string[] };
    insert.run([i, id, language, topic, year, createdAt]);
    for (const tag of new Set(tags)) insertTag.run([i, tag]);
  }
  database.run('commit');
  database.run('create index by_topic on d (topic, year); create index by_tag on t (n, tag); analyze');
  return database;
}

function runSqlite(database: Database): number {
  const where = `topic in ('law', 'art', 'physics') and year >= 2000 and created between ${START + 1e10} and ${START + 1.4e11}`;
  database.exec(`select id from d where ${where} order by created desc limit 10`);
  database.exec(`select language, count(*) c from d where ${where} group by language order by c desc limit 10`);
  database.exec(`select tag, count(*) c from d join t using (n) where ${where} group by tag order by c desc limit 10`);
  return database.exec(`select count(*) from d where ${where}`)[0].values[0][0] as number;
}

function median<Result>(work: () => Result, rounds = ROUNDS): { p50: number; result: Result } {
  let result = work();
  const times = Array.from({ length: rounds }, () => {
    const began = performance.now();
    result = work();
    return performance.now() - began;
  });
  return { p50: times.sort((a, b) => a - b)[times.length >> 1], result };
}
