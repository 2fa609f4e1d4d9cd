import type { Directions } from './directions.js';
import { NeighbourLists, NOBODY } from './neighbour-lists.js';
import { randomDivisions } from './random-divisions.js';

export interface NeighbourSearch {
  /** Neighbours to find of each point. */
  size: number;
  random: () => number;
  /** Told how far it is, from 0 to 1. */
  onProgress: (done: number) => void;
}

/** Up to so many points, all pairs are compared: that is exact, and no slower. */
const MOST_COMPARED_WITH_ALL = 2_000;
const DIVISIONS = 10;
const MOST_TOGETHER = 40;
const MOST_ROUNDS = 8;
/** Neighbours of a point, and points that it is a neighbour of, that one round compares with each other. */
const MOST_CANDIDATES = 20;
/** The search ends when a round improves fewer than this share of all places. */
const LEAST_IMPROVED = 0.005;

/**
 * The nearest neighbours of every point by cosine. For many points, nearly all of them: random divisions give a first guess, and
 * neighbours of neighbours improve it, since these are likely to be near each other (NN-descent, Dong et al. 2011).
 */
export function nearestNeighbours(directions: Directions, search: NeighbourSearch): NeighbourLists {
  const { count } = directions;
  const lists = new NeighbourLists(count, Math.max(0, Math.min(search.size, count - 1)));
  if (lists.size === 0) return lists;
  if (count <= MOST_COMPARED_WITH_ALL) {
    compareAll(
      directions,
      lists,
      Int32Array.from({ length: count }, (_, point) => point),
    );
    return lists;
  }
  for (let division = 0; division < DIVISIONS; division++) {
    for (const together of randomDivisions(directions, { most: MOST_TOGETHER, random: search.random })) {
      compareAll(directions, lists, together);
    }
    search.onProgress((0.3 * (division + 1)) / DIVISIONS);
  }
  improve(directions, lists, search);
  return lists;
}

function improve(directions: Directions, lists: NeighbourLists, { random, onProgress }: NeighbourSearch): void {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const candidates = new Candidates(lists, random);
    let improved = 0;
    for (let point = 0; point < lists.count; point++)
      improved += compareCandidates(directions, lists, candidates, point);
    onProgress(0.3 + (0.7 * (round + 1)) / MOST_ROUNDS);
    if (improved < LEAST_IMPROVED * lists.ids.length) return;
  }
}

function compareAll(directions: Directions, lists: NeighbourLists, points: Int32Array): void {
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++) comparePair(directions, lists, points[i], points[j]);
  }
}

/** Fresh candidates with each other, and with those of earlier rounds. */
function compareCandidates(
  directions: Directions,
  lists: NeighbourLists,
  { fresh, known }: Candidates,
  point: number,
): number {
  let improved = 0;
  const news = fresh.of(point);
  const olds = known.of(point);
  for (let i = 0; i < news.length; i++) {
    for (let j = i + 1; j < news.length; j++) improved += comparePair(directions, lists, news[i], news[j]);
    for (let j = 0; j < olds.length; j++) improved += comparePair(directions, lists, news[i], olds[j]);
  }
  return improved;
}

function comparePair(directions: Directions, lists: NeighbourLists, one: number, other: number): number {
  if (one === other) return 0;
  const near = directions.cosine(one, other);
  return Number(lists.offer(one, other, near)) + Number(lists.offer(other, one, near));
}

/** For each point, a sample of its neighbours and of the points that it is a neighbour of. */
class Candidates {
  readonly fresh: Samples;
  readonly known: Samples;

  constructor(lists: NeighbourLists, random: () => number) {
    this.fresh = new Samples(lists.count, random);
    this.known = new Samples(lists.count, random);
    for (let point = 0; point < lists.count; point++) {
      for (let at = point * lists.size; at < (point + 1) * lists.size; at++) {
        const neighbour = lists.ids[at];
        if (neighbour === NOBODY) break;
        const samples = lists.isFresh[at] === 1 ? this.fresh : this.known;
        samples.add(point, neighbour);
        samples.add(neighbour, point);
        lists.isFresh[at] = 0;
      }
    }
  }
}

/** A random sample of bounded size per point, in one pass (reservoir sampling). */
class Samples {
  readonly #items: Int32Array;
  readonly #seen: Uint32Array;
  readonly #random: () => number;

  constructor(points: number, random: () => number) {
    this.#items = new Int32Array(points * MOST_CANDIDATES);
    this.#seen = new Uint32Array(points);
    this.#random = random;
  }

  add(point: number, item: number): void {
    const seen = this.#seen[point]++;
    const place = seen < MOST_CANDIDATES ? seen : Math.floor(this.#random() * (seen + 1));
    if (place < MOST_CANDIDATES) this.#items[point * MOST_CANDIDATES + place] = item;
  }

  of(point: number): Int32Array {
    const start = point * MOST_CANDIDATES;
    return this.#items.subarray(start, start + Math.min(this.#seen[point], MOST_CANDIDATES));
  }
}
