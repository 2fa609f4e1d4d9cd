import { describe, expect, it } from 'vitest';
import { Directions } from './directions.js';
import { layOutPoints } from './lay-out-points.js';
import { nearestNeighbours } from './nearest-neighbours.js';
import { placeAmong } from './place-among.js';

/** The same numbers every time (a linear congruential generator). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const DIMENSIONS = 40;
const GROUPS = 5;

/** Points in groups, one after the other in turns: each is the direction of its group and a little of its own. */
function grouped(count: number): { codes: Int8Array; directions: Directions } {
  const random = seededRandom(7);
  const noise = () => Array.from({ length: DIMENSIONS }, () => random() - 0.5);
  const groups = Array.from({ length: GROUPS }, noise);
  const codes = new Int8Array(count * DIMENSIONS);
  for (let point = 0; point < count; point++) {
    const own = noise();
    const row = groups[point % GROUPS].map((value, i) => Math.round(120 * (0.7 * value + 0.3 * own[i])));
    codes.set(row, point * DIMENSIONS);
  }
  return { codes, directions: new Directions(codes, DIMENSIONS) };
}

const options = (earlier: Float32Array | null = null) => ({
  random: seededRandom(1),
  onProgress: () => undefined,
  earlier,
});

/** What share of points have a point of their own group as the nearest. */
function sameGroup(positions: Float32Array): number {
  const count = positions.length / 2;
  let same = 0;
  for (let one = 0; one < count; one++) {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let other = 0; other < count; other++) {
      const distance = Math.hypot(
        positions[2 * one] - positions[2 * other],
        positions[2 * one + 1] - positions[2 * other + 1],
      );
      if (other !== one && distance < least) [best, least] = [other, distance];
    }
    if (best % GROUPS === one % GROUPS) same++;
  }
  return same / count;
}

describe('a layout', () => {
  it('keeps groups together, and is the same every time', () => {
    const { directions } = grouped(200);
    const positions = layOutPoints(directions, options());
    expect(sameGroup(positions)).toBeGreaterThan(0.95);
    expect(layOutPoints(directions, options())).toEqual(positions);
  });

  it('starts from an earlier one, with newcomers among their neighbours', () => {
    const { directions } = grouped(200);
    const earlier = layOutPoints(directions, options());
    for (let point = 180; point < 200; point++) earlier.fill(Number.NaN, 2 * point, 2 * point + 2);
    const positions = layOutPoints(directions, options(earlier));
    expect(positions.every(Number.isFinite)).toBe(true);
    expect(sameGroup(positions)).toBeGreaterThan(0.95);
  });

  it.each([0, 1, 2, 5, 9])('takes %i points, and copies of one document', (count) => {
    expect([...layOutPoints(grouped(count).directions, options())].every(Number.isFinite)).toBe(true);
    const copies = new Directions(new Int8Array(count * DIMENSIONS).fill(3), DIMENSIONS);
    const positions = layOutPoints(copies, options());
    expect(positions).toHaveLength(2 * count);
    expect([...positions].every(Number.isFinite)).toBe(true);
  });

  it('places a further point in its group', () => {
    const { codes, directions } = grouped(200);
    const positions = layOutPoints(directions, options());
    const [x, y] = placeAmong(directions, positions, codes.slice(3 * DIMENSIONS, 4 * DIMENSIONS));
    expect(sameGroup(Float32Array.from([...positions.subarray(0, 6), x, y, ...positions.subarray(8)]))).toBeGreaterThan(
      0.95,
    );
  });
});

it('finds nearly all nearest neighbours among many points', () => {
  const count = 3_000;
  const { directions } = grouped(count);
  const lists = nearestNeighbours(directions, { size: 10, random: seededRandom(1), onProgress: () => undefined });
  let found = 0;
  for (let point = 0; point < count; point += 100) {
    const others = Array.from({ length: count }, (_, other) => other).filter((other) => other !== point);
    const best = others.sort((a, b) => directions.cosine(point, b) - directions.cosine(point, a)).slice(0, 10);
    const listed = new Set(lists.ids.subarray(10 * point, 10 * point + 10));
    found += best.filter((other) => listed.has(other)).length;
  }
  expect(found / 300).toBeGreaterThan(0.9);
});
