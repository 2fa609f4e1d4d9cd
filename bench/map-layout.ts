// How well a map keeps similar documents together, and how long it takes to make: our layout next to principal components alone. SciFact,
// each abstract by the vector of its title and beginning; larger sets are mixtures of two of these.
// npm run build && node --import ./scripts/run-typescript.mjs bench/map-layout.ts [cache]   (some minutes; the cache keeps the vectors)
import { arrangePoints } from '../src/algorithms/layout/arrange-points.js';
import { Directions } from '../src/algorithms/layout/directions.js';
import { layOutPoints } from '../src/algorithms/layout/lay-out-points.js';
import { nearestNeighbours } from '../src/algorithms/layout/nearest-neighbours.js';
import { neighbourGraph } from '../src/algorithms/layout/neighbour-graph.js';
import { placeAmong } from '../src/algorithms/layout/place-among.js';
import { principalComponents } from '../src/algorithms/layout/principal-components.js';
import { quantize, underTitle } from '../src/domain/document/vectors.js';
import { openBundledEmbedder } from '../src/inference/onnx/bundled-embedder.js';
import { seededRandom } from '../src/learning/random.js';
import { Recording } from './support/recording.js';
import { readRetrievalSet } from './support/retrieval-set.js';
import { VectorCache } from './support/vector-cache.js';

const SIZES = [10_000, 100_000];
const NEIGHBOURS = 15;
/** Every tenth point is placed among the others, as documents are that come later. */
const LATER = 10;
const LONGEST_BEGINNING = 700;

const recording = new Recording('map-layout');
const vectors = await embedAbstracts(process.argv[2] ?? null);
measureQuality(new Directions(vectors.codes, vectors.dimensions));
for (const size of SIZES) measureTime(size);
recording.save();

async function embedAbstracts(cache: string | null): Promise<{ codes: Int8Array; dimensions: number }> {
  const embedder = new VectorCache(await openBundledEmbedder({ threads: 2, onFailure: console.error }), cache);
  const texts = readRetrievalSet('../shared/data/scifact').corpus.map(({ title, text }) => ({
    text: underTitle(title, text.slice(0, LONGEST_BEGINNING)),
    language: 'en' as const,
    kind: 'passage' as const,
  }));
  const embedded = await embedder.embed(texts);
  const { dimensions } = embedder;
  const codes = new Int8Array(embedded.length * dimensions);
  for (const [i, { vector }] of embedded.entries()) codes.set(quantize(vector), i * dimensions);
  await embedder.close();
  return { codes, dimensions };
}

function measureQuality(directions: Directions): void {
  const positions = layOutPoints(directions, { random: seededRandom(24), onProgress: () => undefined });
  report('principal components', quality(directions, principalComponents(directions, seededRandom(24))));
  report('layout', quality(directions, positions));
  report('layout, every tenth placed later', quality(directions, withLatecomers(directions, positions)));
}

function report(name: string, { kept, trust }: { kept: number; trust: number }): void {
  console.log(`${name}: ${kept.toFixed(3)} of neighbours kept, trustworthiness ${trust.toFixed(3)}`);
  const table = 'SciFact, 5,183 abstracts';
  recording.add({ table, name, measure: `of ${NEIGHBOURS} neighbours kept`, unit: 'score', value: kept });
  recording.add({ table, name, measure: 'trustworthiness', unit: 'score', value: trust });
}

/** The share of nearest neighbours that are nearest on the map too, and how far off those are that are not (Venna and Kaski 2001). */
function quality(directions: Directions, positions: Float32Array): { kept: number; trust: number } {
  const { count } = directions;
  let kept = 0;
  let penalty = 0;
  let asked = 0;
  for (let point = 0; point < count; point += LATER) {
    asked++;
    const others = Array.from({ length: count }, (_, other) => other).filter((other) => other !== point);
    const cosines = directions.cosinesWith(directions.row(point).slice());
    const ranks = new Map(others.toSorted((a, b) => cosines[b] - cosines[a]).map((other, rank) => [other, rank + 1]));
    const distance = (other: number) =>
      Math.hypot(positions[2 * point] - positions[2 * other], positions[2 * point + 1] - positions[2 * other + 1]);
    for (const near of others.toSorted((a, b) => distance(a) - distance(b)).slice(0, NEIGHBOURS)) {
      const rank = ranks.get(near) ?? 0;
      if (rank <= NEIGHBOURS) kept++;
      else penalty += rank - NEIGHBOURS;
    }
  }
  const worst = (asked * NEIGHBOURS * (2 * count - 3 * NEIGHBOURS - 1)) / 2;
  return { kept: kept / (asked * NEIGHBOURS), trust: 1 - penalty / worst };
}

function withLatecomers(directions: Directions, positions: Float32Array): Float32Array {
  const rows = Array.from({ length: directions.count }, (_, row) => row);
  const early = rows.filter((row) => row % LATER !== 0);
  const codes = new Int8Array(early.length * directions.dimensions);
  for (const [i, row] of early.entries()) codes.set(directions.row(row), i * directions.dimensions);
  const places = Float32Array.from(early.flatMap((row) => [positions[2 * row], positions[2 * row + 1]]));
  const known = new Directions(codes, directions.dimensions);
  const all = positions.slice();
  for (const row of rows.filter((one) => one % LATER === 0)) {
    all.set(placeAmong(known, places, directions.row(row).slice()), 2 * row);
  }
  return all;
}

/** Processor time of one thread, which other load on the machine distorts little. */
function measureTime(size: number): void {
  const directions = new Directions(mixtures(size), vectors.dimensions);
  const random = seededRandom(24);
  const onProgress = () => undefined;
  let positions = new Float32Array();
  let lists: ReturnType<typeof nearestNeighbours> | null = null;
  const table = 'processor time of one thread';
  const name = `${size.toLocaleString('en')} documents`;
  const measure = (what: string, work: () => void) => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    const value = (user + system) / 1e6;
    console.log(`${name}, ${what}: ${value.toFixed(1)} s`);
    recording.add({ table, name, measure: what, unit: 's', value, size });
  };
  measure('principal components', () => {
    positions = principalComponents(directions, random).map((value) => 20 * value);
  });
  measure('neighbours', () => {
    lists = nearestNeighbours(directions, { size: NEIGHBOURS, random, onProgress });
  });
  measure('arranging', () => {
    if (lists !== null) arrangePoints({ graph: neighbourGraph(lists), positions, epochs: 200, random, onProgress });
  });
}

function mixtures(size: number): Int8Array {
  const { codes, dimensions } = vectors;
  const random = seededRandom(7);
  const some = () => Math.floor(random() * (codes.length / dimensions)) * dimensions;
  const mixed = new Int8Array(size * dimensions);
  for (let row = 0; row < size; row++) {
    const [one, other] = [some(), some()];
    for (let i = 0; i < dimensions; i++) {
      mixed[row * dimensions + i] = Math.round(0.7 * codes[one + i] + 0.3 * codes[other + i]);
    }
  }
  return mixed;
}
