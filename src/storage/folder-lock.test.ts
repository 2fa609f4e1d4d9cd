import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serviceLockFile } from './data-folder.js';
import { FolderInUseError, readFolderLock, takeFolder } from './folder-lock.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-lock-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

it('lets one service work on a folder and says which', async () => {
  const lock = await takeFolder(folder, 'http://127.0.0.1:0');
  await expect(takeFolder(folder, 'http://other')).rejects.toThrow(FolderInUseError);
  await lock.announce('http://127.0.0.1:8180');
  expect(await readFolderLock(folder)).toMatchObject({ pid: process.pid, url: 'http://127.0.0.1:8180' });
  await lock.release();
  expect(await readFolderLock(folder)).toBeNull();
  await (await takeFolder(folder, 'http://other')).release();
  expect(readdirSync(folder)).toEqual([]);
});

it('takes over from a process that was killed', async () => {
  const child = spawn(process.execPath, ['--eval', 'setTimeout(() => {}, 60000)']);
  const gone = new Promise((resolve) => child.on('close', resolve));
  writeFileSync(serviceLockFile(folder), JSON.stringify({ pid: child.pid, started: null, url: 'http://child' }));
  await expect(takeFolder(folder, 'http://other')).rejects.toThrow('http://child');
  child.kill('SIGKILL');
  await gone;
  expect(await readFolderLock(folder)).toBeNull();
  await (await takeFolder(folder, 'http://other')).release();
});

it('is not misled by a new process with the number of a dead one', async () => {
  const holder = { pid: process.pid, started: 'another boot/123', url: 'http://earlier' };
  writeFileSync(serviceLockFile(folder), JSON.stringify(holder));
  const expected = process.platform === 'linux' ? null : holder;
  expect(await readFolderLock(folder)).toEqual(expected);
});

it('is not held by a file that says nothing', async () => {
  writeFileSync(serviceLockFile(folder), '{"pi');
  expect(await readFolderLock(folder)).toBeNull();
  await takeFolder(folder, 'http://other');
  expect(readFileSync(serviceLockFile(folder), 'utf8')).toContain('http://other');
});

it('goes to exactly one of many that find a stale lock at once', async () => {
  for (let round = 0; round < 20; round++) {
    leaveStaleLock(serviceLockFile(folder));
    const taken = await Promise.allSettled(Array.from({ length: 8 }, () => takeFolder(folder, 'http://me')));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([basename(serviceLockFile(folder))]);
  }
});

it('is taken over also where a process was killed while it did so', async () => {
  const lock = serviceLockFile(folder);
  leaveStaleLock(lock);
  leaveStaleLock(`${lock}.${createHash('sha256').update(readFileSync(lock)).digest('hex').slice(0, 16)}`);
  await takeFolder(folder, 'http://me');
  expect(await readFolderLock(folder)).toMatchObject({ pid: process.pid });
  expect(readdirSync(folder)).toEqual([basename(lock)]);
});

function leaveStaleLock(file: string): void {
  writeFileSync(file, JSON.stringify({ pid: 2 ** 22 + 5, started: null, url: '' }));
}
