import { Worker } from 'node:worker_threads';
import { quantize } from '../src/domain/document/vectors.js';
import { addBit, emptyBitset } from '../src/engine/embedded/segment/bitset.js';
import { BlockScanner, type ScanScope } from '../src/engine/embedded/vectors/scan-block.js';
import { VectorBlock } from '../src/engine/embedded/vectors/vector-block.js';
import { vectorQuery } from '../src/engine/embedded/vectors/vector-query.js';
import { installedVectorDatabases } from './support/databases.js';
import { median } from './support/percentiles.js';
import { counted, type Figure, Recording } from './support/recording.js';
import { SyntheticVectors } from './support/synthetic-vectors.js';

// How long does it take to find every passage whose cosine reaches a threshold, next to plain loops and to databases?
// npm run build && node --import ./scripts/run-typescript.mjs bench/vector-scan.ts [--databases folder] [vectors …]
// (default: 100000 1000000)

const DIMENSIONS = 384;
const THRESHOLD = 0.4;
const ROUNDS = 31;
/** Above this, float32 vectors would take gigabytes and the databases minutes to fill. */
const MOST_FLOATS = 200_000;
const scanner = new BlockScanner();

const recording = new Recording('vector-scan');
await main();

/** Milliseconds. The fastest depends less on other load. */
interface Times {
  median: number;
  fastest: number;
}

async function main(): Promise<void> {
  const options = process.argv.slice(2);
  const flag = options.indexOf('--databases');
  const folder = flag < 0 ? null : options.splice(flag, 2)[1];
  for (const size of options.length === 0 ? [100_000, 1_000_000] : options.map(Number)) await measureSize(size, folder);
}

async function measureSize(rows: number, databasesFolder: string | null): Promise<void> {
  const made = new SyntheticVectors(DIMENSIONS);
  const queries = Array.from({ length: ROUNDS }, () => made.next());
  const floats: Float32Array[] = [];
  const codes = new Int8Array(rows * DIMENSIONS);
  const block = VectorBlock.allocate(rows, DIMENSIONS);
  for (let row = 0; row < rows; row++) {
    const vector = made.next();
    if (rows <= MOST_FLOATS) floats.push(vector);
    codes.set(quantize(vector), row * DIMENSIONS);
    block.write(row, codes.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS));
  }
  console.log(`\n${rows} vectors, ${(block.bytes().length / rows).toFixed(0)} bytes each, ${ROUNDS} queries`);
  const { ours, variants } = await measureOurs(block, queries);
  const alternatives: Figure['alternatives'] = {};
  const measureOther = async (name: string, search: (query: Float32Array) => unknown) => {
    const times = await timed(queries, search);
    alternatives[name] = { value: times.median };
    report(name, times, ours);
  };
  await measureOther('plain loop over int8, dense scores', (query) => plainInt8(codes, query));
  if (floats.length > 0) await measureFloats();
  const row = { name: counted(rows, 'vectors'), measure: 'one thread, p50', unit: 'ms', size: rows } as const;
  recording.add({ ...row, value: ours.median, alternatives }, ...variants);
  recording.save();

  async function measureFloats(): Promise<void> {
    reportError(block, floats, queries[0]);
    await measureOther('plain loop over float32, dense scores', (query) => plainFloat32(floats, query));
    if (databasesFolder === null) return;
    for (const database of await installedVectorDatabases(databasesFolder, floats)) {
      await measureOther(database.name, (query) => database.nearest(query));
      database.close();
    }
  }
}

/** One thread with a threshold, which the others are compared with. */
async function measureOurs(block: VectorBlock, queries: Float32Array[]): Promise<{ ours: Times; variants: Figure[] }> {
  const above: ScanScope = { threshold: THRESHOLD, selection: null };
  let found = 0;
  const ours = await timed(queries, (query) => {
    found += scanner.scan(block, vectorQuery(query), above).length;
  });
  report(`ours, cosine ≥ ${THRESHOLD} (${Math.round(found / queries.length)} found)`, ours, ours);
  const tenth = emptyBitset(block.rows);
  for (let row = 0; row < block.rows; row += 10) addBit(tenth, row);
  const filtered = { threshold: THRESHOLD, selection: tenth };
  const ofTenth = await timed(queries, (query) => scanner.scan(block, vectorQuery(query), filtered));
  report('ours, a tenth selected', ofTenth, ours);
  const everything = { threshold: Number.NEGATIVE_INFINITY, selection: null };
  const ofAll = await timed(queries, (query) => scanner.scan(block, vectorQuery(query), everything));
  report('ours, every cosine', ofAll, ours);
  const inTwoThreads = await measureTwoThreads(block, queries, above);
  report('ours, two threads', inTwoThreads, ours);
  const row = { name: counted(block.rows, 'vectors'), unit: 'ms' } as const;
  const variants: Figure[] = [
    { ...row, measure: 'two threads', value: inTwoThreads.median, size: block.rows },
    { ...row, measure: 'a tenth selected', value: ofTenth.median },
    { ...row, measure: 'every cosine', value: ofAll.median },
  ];
  return { ours, variants };
}

async function measureTwoThreads(block: VectorBlock, queries: Float32Array[], scope: ScanScope): Promise<Times> {
  const worker = new Worker(new URL('./support/scan-thread.mjs', import.meta.url), { workerData: block.shared });
  const half = block.rows >> 1;
  const inBoth = async (vector: Float32Array) => {
    const query = vectorQuery(vector);
    const answer = new Promise((resolve) => worker.once('message', resolve));
    worker.postMessage({ query, scope: { ...scope, range: { first: half, count: block.rows - half } } });
    scanner.scan(block, query, { ...scope, range: { first: 0, count: half } });
    await answer;
  };
  for (const query of queries) await inBoth(query);
  const time = await timed(queries, inBoth);
  await worker.terminate();
  return time;
}

async function timed(queries: Float32Array[], search: (query: Float32Array) => unknown): Promise<Times> {
  for (const query of queries.slice(0, 5)) await search(query);
  const times: number[] = [];
  for (const query of queries) {
    const start = performance.now();
    await search(query);
    times.push(performance.now() - start);
  }
  return { median: median(times), fastest: Math.min(...times) };
}

function plainInt8(codes: Int8Array, vector: Float32Array): Float32Array {
  const query = quantize(vector);
  const scores = new Float32Array(codes.length / DIMENSIONS);
  for (let row = 0, place = 0; row < scores.length; row++) {
    let dot = 0;
    for (let i = 0; i < DIMENSIONS; i++) dot += codes[place++] * query[i];
    scores[row] = dot;
  }
  return scores;
}

function plainFloat32(vectors: Float32Array[], query: Float32Array): Float32Array {
  const scores = new Float32Array(vectors.length);
  for (let row = 0; row < vectors.length; row++) {
    const vector = vectors[row];
    let dot = 0;
    for (let i = 0; i < DIMENSIONS; i++) dot += vector[i] * query[i];
    scores[row] = dot;
  }
  return scores;
}

function reportError(block: VectorBlock, floats: Float32Array[], query: Float32Array): void {
  const { cosines } = scanner.scan(block, vectorQuery(query), { threshold: Number.NEGATIVE_INFINITY, selection: null });
  const errors = plainFloat32(floats, query).map((cosine, row) => Math.abs(cosine - cosines[row]));
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  const worst = errors.reduce((most, error) => Math.max(most, error), 0);
  console.log(`  cosine against float32: off by ${mean.toFixed(5)} on average, ${worst.toFixed(5)} at most`);
}

function report(name: string, times: Times, ours: Times): void {
  const [middle, best] = [times.median, times.fastest].map((time) => `${time.toFixed(2).padStart(8)} ms`);
  const ratio = (times.median / ours.median).toFixed(2);
  console.log(`  ${name.padEnd(42)} median ${middle}, fastest ${best}  ${ratio}×`);
}
