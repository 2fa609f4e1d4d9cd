import { cp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect } from 'vitest';
import { onEmbedded } from './harness/engine.js';
import { type Service, startService, temporaryFolder } from './harness/service.js';

let written: Service | null = null;
let service: Service;

afterEach(() => service.dispose());
afterAll(() => written?.dispose());

const it = onEmbedded('index files');

/** A copy of a data folder that a service has left. */
async function writtenFolder(): Promise<string> {
  written ??= await writeDocuments();
  const copy = await temporaryFolder();
  await cp(written.folder, copy, { recursive: true });
  return copy;
}

async function writeDocuments(): Promise<Service> {
  const writer = await startService();
  const documents = Array.from({ length: 200 }, (_, i) => ({
    ...{ id: `d${i}`, title: `T${i}`, tenant_id: 't', metadata: { half: i % 2 } },
  }));
  await writer.client.importDocuments(documents);
  await writer.client.deleteDocument('d0');
  await writer.client.updateDocument('d1', { metadata: { half: 0 } });
  expect(await writer.stop()).toBe(0);
  return writer;
}

async function indexFiles(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'index'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const DAMAGES: [string, (files: string[], folder: string) => Promise<unknown>][] = [
  ['gone', (_, folder) => rm(join(folder, 'index'), { recursive: true })],
  ['empty', (files) => Promise.all(files.map((file) => truncate(file, 0)))],
  ['cut off', (files) => Promise.all(files.map((file) => truncate(file, 100)))],
  ['something else', (files) => Promise.all(files.map((file) => writeFile(file, 'x'.repeat(5000))))],
];

describe('an index whose files are', () => {
  it.each(DAMAGES)('%s is made from the store again', async (_, damage) => {
    const folder = await writtenFolder();
    const files = await indexFiles(folder);
    expect(files.length).toBeGreaterThan(0);
    await damage(files, folder);

    service = await startService({ folder });
    const { body } = await service.client.filter({ filter: {}, facet: ['metadata.half'], sort: [{ title: 'desc' }] });
    expect(body.total_number_of_results).toBe(199);
    expect(body.facet_result?.['metadata.half'].values).toEqual([
      { value: 0, count: 100 },
      { value: 1, count: 99 },
    ]);
    expect(body.data[0].title).toBe('T99');
  });

  it('damaged are told of in the log', async () => {
    const folder = await writtenFolder();
    for (const file of await indexFiles(folder)) await writeFile(file, 'nonsense');
    service = await startService({ folder });
    const warnings = service.log.filter((line) => line.startsWith('{') && JSON.parse(line).level >= 40);
    expect(warnings.join('\n')).toMatch(/rebuil|made again|damaged/i);
  });
});
