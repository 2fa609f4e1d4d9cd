import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Finds the ten nearest vectors by looking at all. */
export interface FlatSearch {
  name: string;
  nearest(query: Float32Array): unknown;
  close(): void;
}

/**
 * The vector databases that are installed in a folder, loaded with the vectors. They are no dependencies of ours:
 * `npm install --prefix <folder> better-sqlite3 sqlite-vec @lancedb/lancedb` installs them.
 */
export async function installedDatabases(folder: string, vectors: readonly Float32Array[]): Promise<FlatSearch[]> {
  const installed = createRequire(join(resolve(folder), 'package.json'));
  const found: FlatSearch[] = [];
  for (const load of [sqliteVec, lanceDb]) {
    try {
      found.push(await load(installed, vectors));
    } catch (error) {
      console.log(`${load.name} is not measured: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    }
  }
  return found;
}

async function sqliteVec(installed: NodeJS.Require, vectors: readonly Float32Array[]): Promise<FlatSearch> {
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

async function lanceDb(installed: NodeJS.Require, vectors: readonly Float32Array[]): Promise<FlatSearch> {
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
