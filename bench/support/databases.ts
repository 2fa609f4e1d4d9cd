import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Abstract } from './arxiv.js';

/** Finds the ten nearest vectors by exhaustive search. */
interface VectorDatabase {
  name: string;
  nearest(query: Float32Array): unknown;
  close(): void;
}

/** Each search returns the ids of the ten best. */
interface SearchDatabase {
  name: string;
  lexical(query: string): Promise<string[]>;
  semantic(vector: Float32Array): Promise<string[]>;
  hybrid(query: string, vector: Float32Array): Promise<string[]>;
  close(): void;
}

const TOP = 10;
/** Hits that each side of a hybrid search contributes to the fusion. */
const MIXED = 50;

export function installedSearchDatabases(folder: string, abstracts: readonly Abstract[]): Promise<SearchDatabase[]> {
  return loadInstalled(folder, [sqlite, lanceDb], abstracts);
}

export function installedVectorDatabases(folder: string, vectors: readonly Float32Array[]): Promise<VectorDatabase[]> {
  return loadInstalled(folder, [sqliteVectors, lanceDbVectors], vectors);
}

type Load<Data, Database> = (installed: NodeJS.Require, data: Data) => Promise<Database>;

/**
 * The databases that are installed in a folder, filled with the data. They are not dependencies of the project:
 * `npm install --prefix <folder> better-sqlite3 sqlite-vec @lancedb/lancedb` installs them.
 */
async function loadInstalled<Data, Database>(
  folder: string,
  loaders: readonly Load<Data, Database>[],
  data: Data,
): Promise<Database[]> {
  const installed = createRequire(join(resolve(folder), 'package.json'));
  const found: Database[] = [];
  for (const load of loaders) {
    try {
      found.push(await load(installed, data));
    } catch (error) {
      console.log(`${load.name} is not measured: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    }
  }
  return found;
}

async function sqlite(installed: NodeJS.Require, abstracts: readonly Abstract[]): Promise<SearchDatabase> {
  const Database = installed('better-sqlite3');
  const database = new Database(':memory:');
  installed('sqlite-vec').load(database);
  database.exec('create table documents (n integer primary key, id text)');
  database.exec("create virtual table texts using fts5(title, text, content='', tokenize='porter unicode61')");
  database.exec(
    `create virtual table vectors using vec0(vector float[${abstracts[0].vector.length}] distance_metric=cosine)`,
  );
  const insert = database.prepare('insert into documents values (?, ?)');
  const insertText = database.prepare('insert into texts(rowid, title, text) values (?, ?, ?)');
  const insertVector = database.prepare('insert into vectors(rowid, vector) values (?, ?)');
  database.transaction(() => {
    abstracts.forEach(({ id, title, text, vector }, n) => {
      insert.run(n, id);
      insertText.run(n, title, text);
      insertVector.run(BigInt(n), Buffer.from(vector.buffer));
    });
  })();
  database.exec("insert into texts(texts) values ('optimize')");
  const byWords = database.prepare(
    'select rowid from texts where texts match ? order by bm25(texts, 3.0, 1.0) limit ?',
  );
  const byVector = database.prepare('select rowid from vectors where vector match ? and k = ?');
  const idOf = database.prepare('select id from documents where n = ?').pluck();
  const words = (query: string, limit: number): string[] =>
    byWords.all(anyWord(query), limit).map(({ rowid }: { rowid: number }) => idOf.get(rowid));
  const meaning = (vector: Float32Array, limit: number): string[] =>
    byVector.all(Buffer.from(vector.buffer), limit).map(({ rowid }: { rowid: number }) => idOf.get(rowid));
  return {
    name: 'SQLite FTS5 + sqlite-vec',
    lexical: async (query) => words(query, TOP),
    semantic: async (vector) => meaning(vector, TOP),
    hybrid: async (query, vector) => fuseRanks(words(query, MIXED), meaning(vector, MIXED)),
    close: () => database.close(),
  };
}

function anyWord(query: string): string {
  return (query.match(/[\p{L}\p{N}]+/gu) ?? ['']).map((word) => `"${word}"`).join(' OR ');
}

/** Reciprocal rank fusion. */
function fuseRanks(...lists: string[][]): string[] {
  const scores = new Map<string, number>();
  for (const list of lists) {
    for (const [rank, id] of list.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (60 + rank));
  }
  return [...scores]
    .sort(([, a], [, b]) => b - a)
    .slice(0, TOP)
    .map(([id]) => id);
}

async function lanceDb(installed: NodeJS.Require, abstracts: readonly Abstract[]): Promise<SearchDatabase> {
  const { connect, Index, rerankers } = installed('@lancedb/lancedb');
  const folder = mkdtempSync(join(tmpdir(), 'lancedb-'));
  const database = await connect(folder);
  const rows = (first: number) =>
    abstracts
      .slice(first, first + 10_000)
      .map(({ id, title, text, vector }) => ({ id, text: `${title}\n${text}`, vector: Array.from(vector) }));
  const table = await database.createTable('documents', rows(0));
  for (let first = 10_000; first < abstracts.length; first += 10_000) await table.add(rows(first));
  await table.optimize();
  await table.createIndex('text', { config: Index.fts() });
  const reranker = await rerankers.RRFReranker.create();
  const ids = (found: { id: string }[]) => found.map(({ id }) => id);
  const nearest = (vector: Float32Array) => table.query().nearestTo(vector).distanceType('cosine');
  return {
    name: 'LanceDB',
    lexical: async (query) => ids(await table.query().fullTextSearch(query).select(['id']).limit(TOP).toArray()),
    semantic: async (vector) => ids(await nearest(vector).select(['id']).limit(TOP).toArray()),
    hybrid: async (query, vector) =>
      ids(await nearest(vector).fullTextSearch(query).rerank(reranker).select(['id']).limit(TOP).toArray()),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function sqliteVectors(installed: NodeJS.Require, vectors: readonly Float32Array[]): Promise<VectorDatabase> {
  const Database = installed('better-sqlite3');
  const database = new Database(':memory:');
  installed('sqlite-vec').load(database);
  const { length } = vectors[0];
  database.exec(`create virtual table passages using vec0(vector float[${length}] distance_metric=cosine)`);
  const insert = database.prepare('insert into passages(vector) values (?)');
  database.transaction(() => {
    for (const vector of vectors) insert.run(Buffer.from(vector.buffer));
  })();
  const select = database.prepare('select rowid, distance from passages where vector match ? and k = 10');
  return {
    name: 'sqlite-vec, float32, 10 nearest',
    nearest: (query) => select.all(Buffer.from(query.buffer)),
    close: () => database.close(),
  };
}

async function lanceDbVectors(installed: NodeJS.Require, vectors: readonly Float32Array[]): Promise<VectorDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'lancedb-'));
  const database = await installed('@lancedb/lancedb').connect(folder);
  const rows = (first: number) =>
    vectors.slice(first, first + 10_000).map((vector) => ({ vector: Array.from(vector) }));
  const table = await database.createTable('passages', rows(0));
  for (let first = 10_000; first < vectors.length; first += 10_000) await table.add(rows(first));
  await table.optimize();
  return {
    name: 'LanceDB, float32, flat, 10 nearest',
    nearest: (query) => table.query().nearestTo(query).distanceType('cosine').limit(10).toArray(),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
