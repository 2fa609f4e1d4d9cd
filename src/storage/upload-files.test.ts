import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StorageWriteError } from './storage.js';
import { UploadFiles } from './upload-files.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-uploads-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('says that nothing can be written if its folder can not be made', async () => {
  const path = join(folder, 'uploads');
  writeFileSync(path, 'a file in its place');
  await expect(new UploadFiles(path).newPath()).rejects.toThrow(StorageWriteError);
});
