import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from './harness/client.js';
import { onEmbedded } from './harness/engine.js';
import { issueKeyByCommand } from './harness/keys.js';
import { type Service, startService, temporaryFolder } from './harness/service.js';
import { useService } from './harness/service-under-test.js';
import { runSextant } from './harness/sextant-process.js';

const shared = useService();
let files: string;
let snapshot: string;
let testKey: string;

const sextant = (folder: string, ...words: string[]) =>
  runSextant(words, { environment: { SEXTANT_DATA_DIR: folder } });

beforeAll(async () => {
  files = await temporaryFolder();
  snapshot = join(files, 'a.snapshot');
  testKey = (await issueKeyByCommand(shared.service.folder, { mode: 'test' })).key;
  const documents = Array.from({ length: 300 }, (_, i) => ({
    id: `d${i}`,
    title: 'T',
    tenant_id: 't',
    metadata: { i },
  }));
  await shared.client.importDocuments(documents);
  await shared.client.withKey(testKey).addDocument({ id: 'tested', title: 'T', tenant_id: 't' });
  await shared.client.post(`${VERSION}/synonyms`, { id: 'kept', equivalent: ['sofa', 'couch'] });
  await shared.client.post(`${VERSION}/curations`, { id: 'kept', query: 'x', match: 'exact', pin: ['d1'] });
});

afterAll(() => rm(files, { recursive: true, force: true }));

describe('a snapshot', () => {
  it('is taken while the service is being written to, and holds one moment', async () => {
    let writing = true;
    const writer = (async () => {
      for (let i = 0; writing; i++) await shared.client.addDocument({ id: `late-${i}`, title: 'T', tenant_id: 'late' });
    })();
    const taken = await sextant(shared.service.folder, 'snapshot', snapshot);
    writing = false;
    await writer;
    expect(taken).toMatchObject({ exitCode: 0, errors: '' });
    expect(taken.output).toContain(snapshot);
  });

  it('leaves alone what lies beside it, and is for nobody else', async () => {
    const folder = await temporaryFolder();
    const names = ['b.snapshot.store', 'b.snapshot.partial', 'b.snapshot.folder'];
    for (const name of names) await writeFile(join(folder, name), 'mine');
    expect(await sextant(shared.service.folder, 'snapshot', join(folder, 'b.snapshot'))).toMatchObject({ exitCode: 0 });
    expect((await readdir(folder)).sort()).toEqual(['b.snapshot', ...names].sort());
    for (const name of names) expect(await readFile(join(folder, name), 'utf8')).toBe('mine');
    expect((await stat(join(folder, 'b.snapshot'))).mode & 0o777).toBe(0o600);
    await rm(folder, { recursive: true });
  });

  it('needs a folder that is there', async () => {
    const refused = await sextant(shared.service.folder, 'snapshot', join(files, 'missing', 'a.snapshot'));
    expect(refused.exitCode).toBe(1);
    expect(refused.errors).toMatch(/^ENOENT: no such file or directory.*$/m);
    expect(refused.errors).not.toMatch(/\n\s+at /);
  });

  it('does not replace a file', async () => {
    const again = await sextant(shared.service.folder, 'snapshot', snapshot);
    expect(again.exitCode).toBe(1);
    expect(again.errors).toContain('already exists');
  });

  it('gives a service all its documents, keys, synonyms and curations back', async () => {
    const folder = join(files, 'restored');
    const restored = await sextant(folder, 'restore', snapshot);
    expect(restored).toMatchObject({ exitCode: 0 });
    const service: Service = await startService({ folder });
    try {
      const { client } = service;
      expect((await client.browse({ tenant_id: ['t'] })).body.total_number_of_results).toBe(300);
      expect((await client.getDocument('d299')).body.metadata).toEqual({ i: 299 });
      const late = await client.browse({ tenant_id: ['late'], limit: 100, sort: [{ created_at: 'asc' }] });
      expect(late.body.data.map(({ id }) => id)).toEqual(late.body.data.map((_, i) => `late-${i}`));
      expect((await client.withKey(testKey).browse()).body.data.map(({ id }) => id)).toEqual(['tested']);
      expect((await client.get(`${VERSION}/synonyms/kept`)).body.equivalent).toEqual(['sofa', 'couch']);
      expect((await client.get(`${VERSION}/curations/kept`)).body.pin).toEqual(['d1']);
    } finally {
      await service.dispose();
    }
  });
});

describe('restoring', () => {
  onEmbedded('folder lock')('is refused where a service runs', async () => {
    const answer = await sextant(shared.service.folder, 'restore', snapshot, '--force');
    expect(answer.exitCode).toBe(1);
    expect(answer.errors).toContain('in use');
    expect((await shared.client.getDocument('d0')).status).toBe(200);
  });

  onEmbedded('forced restore')('is refused where something lies already, unless it is forced', async () => {
    const folder = await temporaryFolder();
    await issueKeyByCommand(folder);
    const refused = await sextant(folder, 'restore', snapshot);
    expect(refused.exitCode).toBe(1);
    expect(refused.errors).toContain('--force');
    expect(await sextant(folder, 'restore', snapshot, '--force')).toMatchObject({ exitCode: 0 });
    await rm(folder, { recursive: true });
  });

  it('is refused, and changes nothing, when the file is damaged', async () => {
    const folder = await temporaryFolder();
    await issueKeyByCommand(folder);
    const whole = await readFile(snapshot);
    const flipped = Buffer.from(whole);
    flipped[whole.length >> 1] ^= 1;
    for (const bytes of [flipped, whole.subarray(0, -1000), Buffer.from('not a snapshot'), Buffer.alloc(0)]) {
      const damaged = join(files, 'damaged');
      await writeFile(damaged, bytes);
      const answer = await sextant(folder, 'restore', damaged, '--force');
      expect(answer.exitCode).toBe(1);
      expect(answer.errors).not.toMatch(/\n\s+at /);
    }
    expect((await sextant(folder, 'keys', 'list')).output).toContain('a test');
    await rm(folder, { recursive: true });
  });

  it('of a file that is not there says so', async () => {
    const answer = await sextant(join(files, 'nowhere'), 'restore', join(files, 'missing'));
    expect(answer.exitCode).toBe(1);
    expect(answer.errors).toContain('File not found');
  });
});
