import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantize } from '../../../domain/document/vectors.js';
import { addBit, type Bitset, emptyBitset, hasBit } from '../segment/bitset.js';
import { BlockScanner, type ScanScope } from './scan-block.js';
import { VectorBlock } from './vector-block.js';
import { scratchLayout } from './vector-memory.js';
import { type VectorQuery, vectorQuery } from './vector-query.js';

/** The cosine of whole numbers, as plainly as it can be said. */
function plainCosine(query: VectorQuery, codes: Int8Array): number {
  let dot = 0;
  let squares = 0;
  codes.forEach((code, i) => {
    dot += code * query.codes[i];
    squares += code * code;
  });
  return squares === 0 ? 0 : (dot * query.inverseNorm) / Math.sqrt(squares);
}

const scanner = new BlockScanner();

function found(block: VectorBlock, query: VectorQuery, scope: ScanScope): Map<number, number> {
  const matches = scanner.scan(block, query, scope);
  return new Map(Array.from(matches.rows.subarray(0, matches.length), (row, i) => [row, matches.cosines[i]]));
}

/** Vectors that lean towards a common direction, so that thresholds divide them. */
function someVectors(rows: number, dimensions: number, seed: number): Float32Array[] {
  let state = seed >>> 0;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  const lean = Float32Array.from({ length: dimensions }, random);
  return Array.from({ length: rows }, (_, row) => lean.map((value) => (value * (row % 7)) / 5 + random() * random()));
}

const everything: ScanScope = { threshold: Number.NEGATIVE_INFINITY, selection: null };
const shape = fc.record({
  rows: fc.integer({ min: 0, max: 700 }),
  dimensions: fc.integer({ min: 1, max: 130 }),
  seed: fc.nat(),
});

describe('a scan of vectors', () => {
  it('gives every row the cosine that a plain loop gives, in any dimensions and any number of rows', () => {
    fc.assert(
      fc.property(shape, ({ rows, dimensions, seed }) => {
        const [question, ...vectors] = someVectors(rows + 1, dimensions, seed);
        const codes = vectors.map(quantize);
        const query = vectorQuery(question);
        const cosines = found(VectorBlock.encode(codes, dimensions), query, everything);
        expect([...cosines.keys()]).toEqual(codes.map((_, row) => row));
        codes.forEach((row, i) => {
          expect(cosines.get(i)).toBeCloseTo(plainCosine(query, row), 5);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('finds with a threshold just what is at or above it without one, under any selection and range', () => {
    const scopes = fc.record({
      threshold: fc.double({ min: -1, max: 1, noNaN: true }),
      every: fc.integer({ min: 1, max: 90 }),
      first: fc.nat(300),
      count: fc.nat(400),
    });
    fc.assert(
      fc.property(shape, scopes, ({ rows, dimensions, seed }, { every, ...scope }) => {
        const [question, ...vectors] = someVectors(rows + 1, dimensions, seed);
        const block = VectorBlock.encode(vectors.map(quantize), dimensions);
        const query = vectorQuery(question);
        const threshold = Math.fround(scope.threshold);
        const selection = rowsWhere(rows, (row) => row % every === 0);
        const first = Math.min(scope.first, rows);
        const range = { first, count: Math.min(scope.count, rows - first) };
        const expected = [...found(block, query, everything)].filter(
          ([row, cosine]) => cosine >= threshold && hasBit(selection, row) && row >= first && row < first + range.count,
        );
        expect([...found(block, query, { threshold, selection, range })]).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it('finds the same in large blocks, where most rows are above the threshold and where few are', () => {
    const shapes = fc.record({ rows: fc.integer({ min: 2000, max: 9000 }), seed: fc.nat() });
    const shares = fc.constantFrom(0.02, 0.5, 0.8, 0.97);
    fc.assert(
      fc.property(shapes, shares, fc.integer({ min: 1, max: 4 }), ({ rows, seed }, share, every) => {
        const [question, ...vectors] = someVectors(rows + 1, 24, seed);
        const block = VectorBlock.encode(vectors.map(quantize), 24);
        const query = vectorQuery(question);
        const all = found(block, query, everything);
        const threshold = [...all.values()].sort((a, b) => b - a)[Math.floor(share * rows)];
        const selection = rowsWhere(rows, (row) => row % every === 0);
        const expected = [...all].filter(([row, cosine]) => cosine >= threshold && hasBit(selection, row));
        expect([...found(block, query, { threshold, selection })]).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });

  it('never rules out a row whose low bits carry it over the threshold', () => {
    const dimensions = 384;
    const codes = Int8Array.from({ length: dimensions }, (_, i) => (i === 0 ? 127 : i % 2 === 0 ? 7 : -8));
    const query = vectorQuery(Float32Array.from(codes, (code, i) => (i === 0 ? 0 : code)));
    const block = VectorBlock.encode(
      Array.from({ length: 300 }, () => codes),
      dimensions,
    );
    const cosine = found(block, query, everything).get(0)!;
    expect(found(block, query, { threshold: cosine, selection: null }).size).toBe(300);
  });

  it('never rules out a row that agrees with what the coarse query has lost', () => {
    const dimensions = 384;
    const sign = (i: number) => (i % 3 === 0 ? -1 : 1);
    const query = vectorQuery(Float32Array.from({ length: dimensions }, (_, i) => (i === 0 ? 2047 : 7 * sign(i))));
    // Codes whose low bits are next to their middle, so that these leave hardly any room.
    const codes = Int8Array.from({ length: dimensions }, (_, i) =>
      i === 0 ? 7 : 119 * sign(i) - (sign(i) < 0 ? 1 : 0),
    );
    const block = VectorBlock.encode(
      Array.from({ length: 300 }, () => codes),
      dimensions,
    );
    const cosine = found(block, query, everything).get(0)!;
    expect(found(block, query, { threshold: cosine, selection: null }).size).toBe(300);
  });

  it('never rules out a row at its own cosine, however much of the query or of the row is lost by rounding', () => {
    const spiky = fc.record({ seed: fc.nat(), spike: fc.double({ min: 1, max: 100, noNaN: true }) });
    fc.assert(
      fc.property(spiky, spiky, fc.integer({ min: 1, max: 400 }), (ofQuery, ofRows, dimensions) => {
        const withSpike = (vector: Float32Array, spike: number) => vector.map((value, i) => (i === 0 ? spike : value));
        const [question] = someVectors(1, dimensions, ofQuery.seed);
        const rows = someVectors(300, dimensions, ofRows.seed).map((row) => quantize(withSpike(row, ofRows.spike)));
        const query = vectorQuery(withSpike(question, ofQuery.spike));
        const block = VectorBlock.encode(rows, dimensions);
        const cosines = found(block, query, everything);
        for (const row of [0, 7, 150, 299]) {
          const threshold = cosines.get(row)!;
          const expected = [...cosines].filter(([, cosine]) => cosine >= threshold);
          expect([...found(block, query, { threshold, selection: null })]).toEqual(expected);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('gives zero vectors the cosine 0, as rows and as the query, and takes what is not finite for 0', () => {
    const rows = [new Float32Array(40), Float32Array.of(Number.NaN, Number.POSITIVE_INFINITY, ...Array(38).fill(0))];
    const block = VectorBlock.encode([...rows.map(quantize), quantize(new Float32Array(40).fill(3e38))], 40);
    expect([...found(block, vectorQuery(new Float32Array(40).fill(1e-42)), everything).values()]).toEqual([0, 0, 1]);
    expect([...found(block, vectorQuery(new Float32Array(40)), everything).values()]).toEqual([0, 0, 0]);
    expect(found(block, vectorQuery(new Float32Array(40)), { threshold: 0.01, selection: null }).size).toBe(0);
  });

  it('holds the largest sums that there can be', () => {
    const opposite = new Float32Array(4096).fill(-1);
    const block = VectorBlock.encode([quantize(opposite), quantize(opposite.map(() => 1))], 4096);
    const [against, along] = found(block, vectorQuery(opposite.map(() => 1)), everything).values();
    expect(against).toBeCloseTo(-1, 6);
    expect(along).toBeCloseTo(1, 6);
  });

  it('goes on with a copy when every slot of a block is taken', () => {
    const [question, ...vectors] = someVectors(601, 48, 5);
    const block = VectorBlock.encode(vectors.map(quantize), 48);
    const free = found(block, vectorQuery(question), everything);
    new Int32Array(block.shared.buffer, scratchLayout(block.layout).taken, 16).fill(1);
    expect(found(block, vectorQuery(question), everything)).toEqual(free);
  });

  it('refuses a query of other dimensions', () => {
    const block = VectorBlock.allocate(1, 32);
    expect(() => found(block, vectorQuery(new Float32Array(16)), everything)).toThrow(RangeError);
  });
});

function rowsWhere(rows: number, isSelected: (row: number) => boolean): Bitset {
  const bits = emptyBitset(rows);
  for (let row = 0; row < rows; row++) if (isSelected(row)) addBit(bits, row);
  return bits;
}
