import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { toServiceError } from '../errors.js';
import { ExampleReader } from './example-reader.js';

let folder: string;
let reader: ExampleReader;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-examples-'));
  reader = new ExampleReader();
});
afterEach(async () => {
  await reader.close();
  rmSync(folder, { recursive: true, force: true });
});

it('says that nothing can be written if there is no place for the examples', async () => {
  const file = join(folder, 'upload');
  writeFileSync(file, '{"text":"calm","label":"sea"}\n');
  const target = join(folder, 'missing', 'examples');
  const error = await reader
    .read({ file, target, format: 'ndjson', labelColumn: 'label', kind: 'text_classifier' })
    .catch((thrown: unknown) => thrown);
  expect(toServiceError(error)).toMatchObject({ code: 'storage_unavailable', status: 503 });
  // For the log: what is wrong with the disk.
  expect(error).toMatchObject({ message: expect.stringContaining('ENOENT') });
});
