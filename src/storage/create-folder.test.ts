import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFolder } from './create-folder.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('creates what is missing, for this user alone, and takes what is there', async () => {
  const path = join(folder, 'a/b/c');
  await Promise.all(Array.from({ length: 8 }, () => createFolder(path)));
  await createFolder(path);
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

it('fails below a file and below a link that leads nowhere', async () => {
  writeFileSync(join(folder, 'file'), '');
  symlinkSync(join(folder, 'nothing'), join(folder, 'link'));
  await expect(createFolder(join(folder, 'file/data'))).rejects.toThrow('ENOTDIR');
  await expect(createFolder(join(folder, 'link/data'))).rejects.toThrow('EEXIST');
  await expect(createFolder(join(folder, 'link'))).rejects.toThrow('EEXIST');
});

it.runIf(process.platform === 'linux')('fails where nothing can be created', async () => {
  await expect(createFolder('/proc/sextant/data')).rejects.toThrow('ENOENT');
});
