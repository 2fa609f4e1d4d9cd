import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readAll, writeAll, writeAllSync } from './transfer-all.js';

let folder: string;
let file: FileHandle;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-write-'));
  file = await open(join(folder, 'file'), 'w');
});
afterEach(async () => {
  await file.close();
  rmSync(folder, { recursive: true, force: true });
});

const written = () => readFileSync(join(folder, 'file'), 'utf8');

/** Writes three bytes at a time, whatever it is asked to. */
const shortWriting = (): Pick<FileHandle, 'write'> => {
  const write = (bytes: Buffer, offset: number, length: number, position: number | null) =>
    file.write(bytes, offset, Math.min(length, 3), position);
  return { write: write as FileHandle['write'] };
};

it('goes on where the system has stopped', async () => {
  await writeAll(shortWriting(), Buffer.from('one after '));
  await writeAll(shortWriting(), Buffer.from('another'));
  expect(written()).toBe('one after another');
});

it('goes on from a position too', async () => {
  await writeAll(shortWriting(), Buffer.from('0123456789'));
  await writeAll(shortWriting(), Buffer.from('abcde'), 2);
  expect(written()).toBe('01abcde789');
});

it('writes nothing where there is nothing to write', async () => {
  await writeAll(shortWriting(), Buffer.alloc(0));
  expect(written()).toBe('');
});

it('reads on where the system has stopped, up to the end of the file', async () => {
  await writeAll(file, Buffer.from('0123456789'));
  const stored = await open(join(folder, 'file'), 'r');
  const read = (bytes: Buffer, offset: number, length: number, position: number) =>
    stored.read(bytes, offset, Math.min(length, 3), position);
  const bytes = Buffer.alloc(20);
  expect(await readAll({ read: read as FileHandle['read'] }, bytes, 2)).toBe(8);
  expect(bytes.toString('utf8', 0, 8)).toBe('23456789');
  await stored.close();
});

it('does the same in a thread that may wait', () => {
  writeAllSync(file.fd, Buffer.from('one after '));
  writeAllSync(file.fd, Buffer.from('another'));
  expect(written()).toBe('one after another');
});
