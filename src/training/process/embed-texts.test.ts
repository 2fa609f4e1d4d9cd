import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VectorFile } from './embed-texts.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sextant-vectors-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function contents(path: string, of: string): Promise<{ count: number; rows: number[] }> {
  const file = await VectorFile.open(path, { of, dimensions: 2 });
  const rows = new Float32Array(6);
  const count = await file.readInto(rows);
  await file.close();
  return { count, rows: [...rows] };
}

test('vectors survive a restart, and a partial one is computed again', async () => {
  const path = join(folder, 'vectors');
  const file = await VectorFile.open(path, { of: 'texts', dimensions: 2 });
  await file.append(Float32Array.of(1, 2, 3, 4));
  await file.close();
  await appendFile(path, Buffer.alloc(5, 1));
  expect(await contents(path, 'texts')).toEqual({ count: 2, rows: [1, 2, 3, 4, 0, 0] });
  const again = await VectorFile.open(path, { of: 'texts', dimensions: 2 });
  await again.append(Float32Array.of(5, 6));
  await again.close();
  expect(await contents(path, 'texts')).toEqual({ count: 3, rows: [1, 2, 3, 4, 5, 6] });
});

test('vectors of other texts or of another encoder are discarded', async () => {
  const path = join(folder, 'others');
  const file = await VectorFile.open(path, { of: 'texts', dimensions: 2 });
  await file.append(Float32Array.of(1, 2));
  await file.close();
  expect(await contents(path, 'other texts')).toEqual({ count: 0, rows: [0, 0, 0, 0, 0, 0] });
});
