import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantize } from '../../../domain/document/vectors.js';
import { VectorBlock } from './vector-block.js';

const code = fc.integer({ min: -127, max: 127 });
const blockOfCodes = fc.integer({ min: 1, max: 100 }).chain((dimensions) =>
  fc.tuple(
    fc.constant(dimensions),
    fc.array(
      fc.array(code, { minLength: dimensions, maxLength: dimensions }).map((row) => Int8Array.from(row)),
      { maxLength: 40 },
    ),
  ),
);

describe('a block of vectors', () => {
  it('gives back the codes it was made of, also after its bytes were saved and read', () => {
    fc.assert(
      fc.property(blockOfCodes, ([dimensions, rows]) => {
        const block = VectorBlock.from(VectorBlock.encode(rows, dimensions).bytes().slice());
        expect(rows.map((_, row) => block.read(row))).toEqual(rows);
      }),
    );
  });

  it('is the same merged from copied rows as encoded at once', () => {
    fc.assert(
      fc.property(blockOfCodes, fc.nat(40), ([dimensions, rows], cut) => {
        const whole = VectorBlock.encode(rows, dimensions);
        const merged = VectorBlock.allocate(rows.length, dimensions);
        const middle = Math.min(cut, rows.length);
        const upper = VectorBlock.encode(rows.slice(middle), dimensions);
        merged.copyRows(middle, upper, { first: 0, count: rows.length - middle });
        merged.copyRows(0, whole, { first: 0, count: middle });
        expect(merged.bytes()).toEqual(whole.bytes());
      }),
    );
  });

  it('takes 392 bytes a row at 384 dimensions', () => {
    const bytesOf = (rows: number) => VectorBlock.allocate(rows, 384).bytes().length;
    expect(bytesOf(11) - bytesOf(10)).toBe(392);
  });

  it('overwrites a row as if it had not been written before', () => {
    const rows = [Int8Array.of(-127, 127, 3), Int8Array.of(1, -1, 0)];
    const block = VectorBlock.encode([rows[0]], 3);
    block.write(0, rows[1]);
    expect(block.bytes()).toEqual(VectorBlock.encode([rows[1]], 3).bytes());
  });

  it('reaches another thread without a copy', async () => {
    const block = VectorBlock.encode(
      Array.from({ length: 300 }, (_, i) => Int8Array.of(i % 100, 1)),
      2,
    );
    const thread = new Worker(
      `const { parentPort } = require('node:worker_threads');
       parentPort.once('message', ({ buffer, memory }) => {
         new Uint32Array(buffer)[3] = 7;
         parentPort.postMessage(memory.buffer === buffer || new Uint32Array(memory.buffer)[3] === 7);
       });`,
      { eval: true },
    );
    thread.postMessage(block.shared);
    expect(await new Promise((resolve) => thread.once('message', resolve))).toBe(true);
    expect(new Uint32Array(block.shared.buffer)[3]).toBe(7);
    expect(VectorBlock.open(block.shared).read(299)).toEqual(Int8Array.of(99, 1));
    await thread.terminate();
  });

  it('refuses bytes that are no block, or one cut short', () => {
    expect(() => VectorBlock.from(new Uint8Array(64))).toThrow('not a block');
    const { length } = VectorBlock.encode([quantize(Float32Array.of(1, 2))], 2).bytes();
    const bytes = VectorBlock.encode([quantize(Float32Array.of(1, 2))], 2)
      .bytes()
      .slice(0, length - 1);
    expect(() => VectorBlock.from(bytes)).toThrow('wrong length');
    expect(() => VectorBlock.allocate(1, 5000)).toThrow(RangeError);
  });
});
