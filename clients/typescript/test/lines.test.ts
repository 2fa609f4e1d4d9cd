import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readNdjson } from '../src/index.js';

/** The bytes of a text in pieces that end anywhere. */
function* piecesOf(text: string, sizes: readonly number[]): Generator<Uint8Array> {
  let rest = new TextEncoder().encode(text);
  for (const size of sizes) {
    yield rest.subarray(0, size);
    rest = rest.subarray(size);
  }
  yield rest;
}

it('NDJSON is read however it is cut and whatever ends its lines', async () => {
  const cases = fc.record({
    values: fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.constant({ title: 'Ein Föhn 🌊' }))),
    sizes: fc.array(fc.integer({ min: 0, max: 9 })),
    end: fc.constantFrom('\n', '\r\n', '\n\n'),
    last: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ values, sizes, end, last }) => {
      const text = values.map((value) => JSON.stringify(value)).join(end) + (last ? end : '');
      const read: unknown[] = [];
      for await (const value of readNdjson(ReadableStream.from(piecesOf(text, sizes)))) read.push(value);
      expect(read).toEqual(values);
    }),
  );
});

it('NDJSON that is wrong is refused with the number of the line', async () => {
  const reading = readNdjson(ReadableStream.from(piecesOf('{"a": 1}\n\n{"a": \n', [])));
  expect((await reading.next()).value).toEqual({ a: 1 });
  await expect(reading.next()).rejects.toThrow('Line 3 is not JSON.');
});
