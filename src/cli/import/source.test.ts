import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Chunk, linesOf, readChunks, skipBytes } from './source.js';

async function* cut(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function chunksOf(text: string, size: number): Promise<Chunk[]> {
  return collect(readChunks(cut(Buffer.from(text), size), { line: 0, offset: 0 }));
}

it('cuts only between lines, and counts lines and bytes', async () => {
  const lines = Array.from({ length: 4000 }, (_, index) => `${index} ${'é'.repeat(index)}`);
  const chunks = await chunksOf(lines.join('\n'), 65_536);
  expect(chunks.length).toBeGreaterThan(3);
  expect(Buffer.concat(chunks.map(({ body }) => body)).toString()).toBe(lines.join('\n'));
  for (const chunk of chunks) {
    expect(linesOf(chunk)[0]).toBe(lines[chunk.start.line]);
    expect(chunk.end.offset - chunk.start.offset).toBe(chunk.body.length);
  }
  expect(chunks.at(-1)?.end.line).toBe(lines.length);
});

it('cuts the same chunks when it begins where one ended, whatever the pieces', async () => {
  const lines = Array.from({ length: 4000 }, (_, index) => `${index} ${'é'.repeat(index)}`);
  lines.splice(2000, 0, 'x'.repeat(5 * 2 ** 20));
  const bytes = Buffer.from(lines.join('\n'));
  const all = await collect(readChunks(cut(bytes, 65_536), { line: 0, offset: 0 }));
  const [{ end }] = all;
  const resumed = await collect(readChunks(cut(bytes.subarray(end.offset), 50_000), end));
  expect(resumed.map((chunk) => chunk.end)).toEqual(all.slice(1).map((chunk) => chunk.end));
});

it('counts a last line with and without its line break, and blank ones', async () => {
  for (const [text, lines] of [
    ['a\nb', 2],
    ['a\nb\n', 2],
    ['\n\n', 2],
    ['a', 1],
  ] as const) {
    expect((await chunksOf(text, 10)).at(-1)?.end.line).toBe(lines);
  }
  expect(await chunksOf('', 10)).toEqual([]);
});

it('gives up on a line without end', async () => {
  await expect(chunksOf('x'.repeat(20 * 2 ** 20), 65_536)).rejects.toThrow('not NDJSON');
});

it('skips exactly as many bytes as asked', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(40), fc.integer({ min: 1, max: 9 }), fc.nat(50), async (length, size, count) => {
      const bytes = Buffer.from(Array.from({ length }, (_, index) => index));
      const left = Buffer.concat(await collect(skipBytes(cut(bytes, size), count)));
      expect(left.equals(bytes.subarray(count))).toBe(true);
    }),
  );
});
