import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ModelFileUnreadable, readModelFile, writeModelFile } from './model-file.js';

const file = fc.record({
  kind: fc.string(),
  fields: fc.dictionary(
    fc.string().filter((key) => key !== '__proto__'),
    fc.oneof(fc.string(), fc.integer(), fc.array(fc.string())),
  ),
  arrays: fc.record({
    a: fc.float32Array(),
    b: fc.uint8Array(),
    c: fc.uint32Array(),
    d: fc.float64Array(),
    e: fc.int8Array(),
  }),
});

test('a written file reads back the same at any byte offset', () => {
  fc.assert(
    fc.property(file, fc.nat(9), (written, offset) => {
      const bytes = writeModelFile(written);
      const moved = new Uint8Array(bytes.length + offset).subarray(offset);
      moved.set(bytes);
      const read = readModelFile(moved, written.kind);
      expect(read.arrays).toEqual(written.arrays);
      expect(read.fields).toEqual({ ...written.fields });
    }),
  );
});

test('a truncated file, another kind or version, and other bytes are refused', () => {
  const bytes = writeModelFile({ kind: 'x', fields: {}, arrays: { a: Float32Array.of(1, 2, 3) } });
  for (let length = 0; length < bytes.length - 7; length++) {
    expect(() => readModelFile(bytes.subarray(0, length), 'x')).toThrow(ModelFileUnreadable);
  }
  expect(() => readModelFile(bytes, 'y')).toThrow('it is a x, not a y');
  const newer = bytes.slice();
  newer[4] = 99;
  expect(() => readModelFile(newer, 'x')).toThrow('version 99');
  expect(() => readModelFile(new TextEncoder().encode('something else'), 'x')).toThrow('not a model');
});

test('files of the version before are read', () => {
  const bytes = writeModelFile({ kind: 'x', fields: {}, arrays: { a: Float32Array.of(1, 2, 3) } });
  bytes[4] = 2;
  expect(readModelFile(bytes, 'x').arrays.a).toEqual(Float32Array.of(1, 2, 3));
  bytes[4] = 1;
  expect(() => readModelFile(bytes, 'x')).toThrow('version 1');
});
