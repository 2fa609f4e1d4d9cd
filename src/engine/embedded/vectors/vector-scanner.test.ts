import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addBit, emptyBitset } from '../segment/bitset.js';
import { BlockScanner, type VectorMatches } from './scan-block.js';
import { type SharedScan, SharedScanState } from './shared-scan.js';
import { VectorBlock } from './vector-block.js';
import { vectorQuery } from './vector-query.js';
import { type BlockPart, type CallForHelp, VectorScanner } from './vector-scanner.js';

const DIMENSIONS = 4;
const blocks = new BlockScanner();
const query = vectorQuery(Float32Array.of(3, -2, 1, 0.5));

function part(rows: number, uid: number): BlockPart {
  const block = VectorBlock.encode(
    Array.from({ length: rows }, (_, row) => Int8Array.of(row % 127, (row * 7) % 127, -(row % 31), uid)),
    DIMENSIONS,
  );
  const selection = uid % 2 === 0 ? null : emptyBitset(rows);
  for (let row = 0; selection !== null && row < rows; row += 3) addBit(selection, row);
  return { uid, space: 'test', rows, selection, block };
}

/** Long enough for several chunks, of several lengths. */
const parts = [part(20_000, 1), part(9000, 2), part(300, 3), part(16_384, 4)];

const plain = (matches: readonly VectorMatches[]) =>
  matches.map(({ rows, cosines, length }) => [[...rows.subarray(0, length)], [...cosines.subarray(0, length)]]);

type Deed = 'deliver' | 'give back';

/** A helper that takes as many chunks as there are deeds, before the caller takes its first. */
function helperThat(deeds: readonly Deed[]): CallForHelp {
  return (scan) => {
    const state = new SharedScanState(structuredClone(scan));
    for (const deed of deeds) {
      const chunk = state.take();
      if (chunk === null) return;
      const { block, selection } = parts[chunk.part];
      if (deed === 'give back') state.giveBack(chunk);
      else state.deliver(chunk, blocks.scan(block, query, { threshold: scan.threshold, selection, range: chunk }));
    }
  };
}

const alone = new VectorScanner(blocks);

describe('a scan that is shared', () => {
  it('finds the same as one thread alone, whoever does what and whoever fails', () => {
    const deeds = fc.array(fc.constantFrom<Deed>('deliver', 'deliver', 'give back'), { maxLength: 10 });
    fc.assert(
      fc.property(deeds, fc.constantFrom(Number.NEGATIVE_INFINITY, 0.2, 0.9), (done, threshold) => {
        const shared = new VectorScanner(blocks, helperThat(done));
        const expected = plain(alone.start(parts, query, threshold).finish());
        expect(plain(shared.start(parts, query, threshold).finish())).toEqual(expected);
        expect(plain(shared.start(parts, query, threshold).finish())).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  it('does the work again of a helper that never delivers', () => {
    const vanishing = (scan: SharedScan) => void new SharedScanState(structuredClone(scan)).take();
    const shared = new VectorScanner(blocks, vanishing).start(parts, query, 0.5).finish();
    expect(plain(shared)).toEqual(plain(alone.start(parts, query, 0.5).finish()));
  });
});
