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

it('refuses a table with more columns than a model has fields', async () => {
  const file = join(folder, 'upload');
  const read = async (columns: number) => {
    const header = Array.from({ length: columns }, (_, i) => i.toString(36)).join(',');
    writeFileSync(file, `label,${header}\n`);
    const target = join(folder, `examples-${columns}`);
    return reader.read({ file, target, format: 'csv', labelColumn: 'label', kind: 'predictor' });
  };
  await expect(read(150_000)).rejects.toMatchObject({
    status: 400,
    problems: [{ param: 'examples', code: 'too_many_items', message: expect.stringContaining('150001 columns') }],
  });
  await expect(read(501)).rejects.toMatchObject({ problems: [{ code: 'too_many_items' }] });
  await expect(read(500)).rejects.not.toMatchObject({ problems: [{ message: expect.stringContaining('columns') }] });
});
