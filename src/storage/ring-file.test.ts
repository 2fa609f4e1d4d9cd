import { type FileHandle, mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RingFile, type TimedRow } from './ring-file.js';

const STEP = 1000;
const CAPACITY = 10;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sextant-ring-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/** From now on the system writes and reads no more than so many bytes at a time, as it may. */
async function transferAtMost(bytes: number): Promise<void> {
  const file = await open(join(folder, 'any'), 'w+');
  const handles: FileHandle = Object.getPrototypeOf(file);
  await file.close();
  for (const transfer of ['write', 'read'] as const) {
    const whole = handles[transfer] as (...given: unknown[]) => Promise<unknown>;
    vi.spyOn(handles, transfer).mockImplementation(function (this: FileHandle, ...given: unknown[]) {
      const [buffer, offset, length, position] = given as [Buffer, number, number, number];
      return whole.call(this, buffer, offset, Math.min(length, bytes), position) as never;
    });
  }
}

function ring(columns: readonly string[] = ['a', 'b'], name = 'test.ring'): RingFile {
  return new RingFile({ path: join(folder, name), stepMilliseconds: STEP, capacity: CAPACITY, columns });
}

function row(time: number, ...values: number[]): TimedRow {
  return { time, values: Float64Array.from(values) };
}

async function rowsOf(file: RingFile, from = 0, to = 1e15): Promise<[number, ...number[]][]> {
  const found: [number, ...number[]][] = [];
  for await (const rows of file.read(from, to)) for (const { time, values } of rows) found.push([time, ...values]);
  return found;
}

it('has the newest rows, whatever was written in however many processes', async () => {
  let run = 0;
  const steps = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 1000 }), async (gaps, start) => {
      const name = `${run++}.ring`;
      let time = start * STEP;
      const times = gaps.map((gap) => {
        time += gap * STEP;
        return time;
      });
      // Every row is written by a file object of its own, as after a restart.
      for (const written of times) await ring(['a'], name).write([row(written, written / STEP)]);
      const kept = times.filter((written) => written > time - CAPACITY * STEP);
      expect(await rowsOf(ring(['a'], name), time - (CAPACITY - 1) * STEP, time)).toEqual(
        kept.map((written) => [written, written / STEP]),
      );
    }),
    { numRuns: 20 },
  );
});

it('can be written and read at once before there is a file', async () => {
  const file = ring(['a']);
  const [, , rows] = await Promise.all([file.write([row(1000, 1)]), file.write([row(2000, 2)]), rowsOf(file)]);
  expect(rows.length).toBeLessThanOrEqual(2);
  expect(await rowsOf(file)).toEqual([
    [1000, 1],
    [2000, 2],
  ]);
});

it('is prepared again after the folder could not be written', async () => {
  await writeFile(join(folder, 'blocked'), '');
  const file = ring(['a'], join('blocked', 'test.ring'));
  await expect(file.write([row(1000, 1)])).rejects.toThrow();
  await rm(join(folder, 'blocked'));
  await file.write([row(2000, 2)]);
  expect(await rowsOf(file)).toEqual([[2000, 2]]);
});

it('never grows beyond its capacity', async () => {
  const file = ring();
  const sizeAfter = async (rows: number) => {
    for (let time = 1; time <= rows; time++) await file.write([row(time * STEP, 1, 2)]);
    return (await stat(join(folder, 'test.ring'))).size;
  };
  expect(await sizeAfter(100)).toBe(await sizeAfter(CAPACITY));
});

it('leaves out rows before and after what is asked for', async () => {
  const file = ring();
  await file.write([3, 4, 5, 6].map((time) => row(time * STEP, time, Number.NaN)));
  expect(await rowsOf(file, 4 * STEP, 5 * STEP)).toEqual([
    [4 * STEP, 4, Number.NaN],
    [5 * STEP, 5, Number.NaN],
  ]);
  expect(await rowsOf(file, -1e12, -1)).toEqual([]);
});

it('does not read a row of which only a part was written', async () => {
  const file = ring();
  await file.write([row(3 * STEP, 1, 2), row(4 * STEP, 3, 4)]);
  const raw = await open(join(folder, 'test.ring'), 'r+');
  await raw.write(Buffer.alloc(4, 0xff), 0, 4, 16 * 1024 + 3 * 24);
  await raw.close();
  expect(await rowsOf(ring())).toEqual([[4 * STEP, 3, 4]]);
});

it('keeps what it knows when columns are added or removed', async () => {
  await ring(['a', 'b']).write([row(3 * STEP, 1, 2), row(14 * STEP, 3, 4)]);
  expect(await rowsOf(ring(['c', 'b']), 3 * STEP, 15 * STEP)).toEqual([
    [3 * STEP, Number.NaN, 2],
    [14 * STEP, Number.NaN, 4],
  ]);
});

it.each(['no history', 'null\0', '{"stepMilliseconds":1000,"capacity":10}\0', `{"columns":[7]}\0`])(
  'begins anew where the file is damaged: %j',
  async (content) => {
    await writeFile(join(folder, 'test.ring'), content);
    const file = ring();
    await file.write([row(3 * STEP, 1, 2)]);
    expect(await rowsOf(file)).toEqual([[3 * STEP, 1, 2]]);
  },
);

it('is made again when it was deleted while in use, as it may be', async () => {
  const file = ring(['a'], join('statistics', 'test.ring'));
  await file.write([row(STEP, 1)]);
  await rm(join(folder, 'statistics'), { recursive: true });
  expect(await rowsOf(file)).toEqual([]);
  await rm(join(folder, 'statistics'), { recursive: true });
  await file.write([row(2 * STEP, 2)]);
  expect(await rowsOf(file)).toEqual([[2 * STEP, 2]]);
});

it('writes and reads rows whole where the system transfers only a part of them', async () => {
  await transferAtMost(10);
  const rows = [3, 4, 5].map((time) => row(time * STEP, time, 2 * time));
  await ring().write(rows);
  expect(await rowsOf(ring())).toEqual([3, 4, 5].map((time) => [time * STEP, time, 2 * time]));
  expect(await rowsOf(ring(['b', 'a']))).toEqual([3, 4, 5].map((time) => [time * STEP, 2 * time, time]));
});
