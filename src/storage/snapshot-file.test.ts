import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { extractStore, readSnapshotHeader, verifySnapshot, writeSnapshot } from './snapshot-file.js';

let folder: string;
let snapshot: string;
const store = Buffer.from('every byte of a store\n'.repeat(100_000));
const unheard = () => {};
const copy = () => ({ file: join(folder, 'store'), createdAt: new Date(0) });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-snapshot-'));
  snapshot = join(folder, 'snapshot');
  writeFileSync(join(folder, 'store'), store);
  await writeSnapshot(copy(), snapshot, unheard);
});

afterEach(() => rmSync(folder, { recursive: true }));

it('gives back the store that went in', async () => {
  const heard: number[] = [];
  expect((await verifySnapshot(snapshot, (done, total) => heard.push(done / total))).store_bytes).toBe(store.length);
  expect(heard.at(-1)).toBe(1);
  await extractStore(snapshot, join(folder, 'again'), unheard);
  expect(readFileSync(join(folder, 'again')).equals(store)).toBe(true);
});

it('is never written over a file', async () => {
  await expect(writeSnapshot(copy(), snapshot, unheard)).rejects.toThrow('EEXIST');
});

it('is refused when a byte differs', async () => {
  const bytes = readFileSync(snapshot);
  bytes[1_000_000] ^= 1;
  writeFileSync(snapshot, bytes);
  await expect(verifySnapshot(snapshot, unheard)).rejects.toThrow('checksum');
});

it('is refused when its checksum was touched', async () => {
  const bytes = readFileSync(snapshot);
  bytes[bytes.length - 10] ^= 1;
  writeFileSync(snapshot, bytes);
  await expect(verifySnapshot(snapshot, unheard)).rejects.toThrow('checksum');
});

it('is refused when it is too short or too long', async () => {
  truncateSync(snapshot, 5000);
  await expect(readSnapshotHeader(snapshot)).rejects.toThrow('not whole');
  await writeSnapshot(copy(), `${snapshot}2`, unheard);
  appendFileSync(`${snapshot}2`, 'x');
  await expect(readSnapshotHeader(`${snapshot}2`)).rejects.toThrow('not whole');
});

it('is refused when it is something else, or of a later format', async () => {
  for (const text of ['', 'x'.repeat(10_000), '\n', 'null\n', '{}\n', '{"magic":"sextant-snapshot"}\n']) {
    writeFileSync(snapshot, text);
    await expect(readSnapshotHeader(snapshot)).rejects.toThrow(/not a Sextant snapshot|has format/);
  }
  writeFileSync(snapshot, '{"magic":"sextant-snapshot","format":2}\n');
  await expect(readSnapshotHeader(snapshot)).rejects.toThrow('has format 2');
});
