import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnCluster } from './harness/cluster.js';
import { issueKeyByCommand } from './harness/keys.js';
import { type Service, startService, temporaryFolder } from './harness/service.js';
import { runSextant, spawnSextant } from './harness/sextant-process.js';
import { MODELS, trainModel } from './harness/trained-models.js';

const DOCUMENTS = 1200;
const WORDS = ['harbour', 'tide', 'compass', 'sail', 'anchor', 'lantern', 'keel'];

/** What both places must answer alike. */
async function describeContents({ client }: Service, testKey: string): Promise<unknown> {
  const pages = [1, 2, 3].map((page) => client.browse({ page, limit: 50, sort: [{ title: 'asc' }, { id: 'asc' }] }));
  const facets = client.filter({
    filter: { must: [{ range: { 'metadata.i': { lt: 700 } } }] },
    facet: ['metadata.word'],
  });
  // In order of id: scores of both engines may differ in their last digits, and so the order of what is nearly equal.
  const withContent = { must: [{ ids: { values: Array.from({ length: DOCUMENTS / 100 }, (_, i) => `d${100 * i}`) } }] };
  const searches = ['lexical', 'ai_semantic', 'hybrid'].map((search_type) =>
    client.search({ query: 'lantern at sea', search_type, filter: withContent, sort: [{ id: 'asc' }], limit: 50 }),
  );
  const others = [
    client.getDocument('d17'),
    client.withKey(testKey).browse(),
    client.get(`${MODELS}/size`),
    client.post('/v20241104/predict', { model_id: 'size', input: { length: 3 } }),
  ];
  const answers = await Promise.all([...pages, facets, ...searches, ...others]);
  for (const { status, text } of answers) expect(status, text).toBe(200);
  return answers.map(({ body: { token_usage: _, ...body } }) => body);
}

describeOnCluster('sextant migrate', (places) => {
  let files: string;
  let folder: string;
  let testKey: string;
  let contents: unknown;

  beforeAll(async () => {
    files = await temporaryFolder();
    folder = join(files, 'data');
    const service = await startService({ folder });
    try {
      await fill(service);
      contents = await describeContents(service, testKey);
    } finally {
      expect(await service.stop()).toBe(0);
    }
  });
  afterAll(() => rm(files, { recursive: true, force: true }));

  async function fill({ client }: Service): Promise<void> {
    const documents = Array.from({ length: DOCUMENTS }, (_, i) => ({
      ...{ id: `d${i}`, title: `The ${WORDS[i % 7]} ${i}`, tenant_id: 't', metadata: { i, word: WORDS[i % 5] } },
      content: i % 100 === 0 ? `A ${WORDS[i % 3]} and a ${WORDS[(i + 1) % 7]} out at sea.` : null,
    }));
    await client.importDocuments(documents);
    testKey = (await issueKeyByCommand(folder, { mode: 'test' })).key;
    await client.withKey(testKey).addDocument({ id: 'tested', title: 'T', tenant_id: 't', content: 'words' });
    const examples = Array.from({ length: 120 }, (_, i) => ({
      input: { length: i },
      label: i < 60 ? 'small' : 'large',
    }));
    await trainModel(client, { id: 'size', kind: 'predictor' }, { examples });
  }

  const migrate = (from: string, to: string, settings: Record<string, string>) =>
    runSextant(['migrate', '--from', from, '--to', to], { environment: settings });

  async function expectContents(environment: Record<string, string>, at?: string): Promise<void> {
    const service = await startService({ environment, folder: at });
    try {
      expect(await describeContents(service, testKey)).toEqual(contents);
    } finally {
      await service.stop();
      if (at === undefined) await service.dispose();
    }
  }

  it('copies a folder into a cluster and back, and what was copied is served alike', async () => {
    const settings = places.settings();
    const there = await migrate(folder, 'opensearch', settings);
    expect(there).toMatchObject({ exitCode: 0 });
    expect(there.output).toContain(`${DOCUMENTS} live and 1 test document, 1 model and 1 key`);
    await expectContents(settings);
    const again = await migrate(folder, 'opensearch', settings);
    expect(again).toMatchObject({ exitCode: 0, output: there.output });
    const back = join(files, 'back');
    expect(await migrate('opensearch', back, settings)).toMatchObject({ exitCode: 0 });
    await expectContents({}, back);
  });

  it('goes on where it was broken off', async () => {
    const settings = places.settings();
    const child = spawnSextant(['migrate', '--from', folder, '--to', 'opensearch'], settings);
    const index = `${settings.SEXTANT_OPENSEARCH_PREFIX}-documents-live`;
    const copied = async () => {
      const answer = await fetch(`${places.node}/${index}/_count`);
      return answer.ok ? ((await answer.json()) as { count: number }).count : 0;
    };
    const refresh = () => fetch(`${places.node}/${index}/_refresh`, { method: 'POST' });
    while ((await copied()) === 0 && child.exitCode === null) await sleep(20).then(refresh);
    child.kill('SIGKILL');
    await sleep(100);
    await refresh();
    expect(await copied()).toBeLessThan(DOCUMENTS);
    expect(await migrate(folder, 'opensearch', settings)).toMatchObject({ exitCode: 0 });
    await expectContents(settings);
  });

  it('counts, and says if the other place has more', async () => {
    const settings = places.settings();
    const service = await startService({ environment: settings });
    await service.client.addDocument({ id: 'another', title: 'T', tenant_id: 't' });
    await service.stop();
    await service.dispose();
    const { exitCode, errors } = await migrate(folder, 'opensearch', settings);
    expect(exitCode).toBe(1);
    expect(errors).toContain(String(DOCUMENTS + 1));
    expect(errors).not.toMatch(/\n\s+at /);
  });

  it('is refused while a service uses the folder', async () => {
    const used = join(files, 'used');
    const service = await startService({ folder: used });
    const { exitCode, errors } = await migrate(used, 'opensearch', places.settings());
    expect(exitCode).toBe(1);
    expect(errors).toContain('in use');
    await service.dispose();
  });

  it('creates nothing where there is nothing to copy', async () => {
    const settings = places.settings();
    const nowhere = join(files, 'nowhere');
    for (const [from, to] of [
      [nowhere, 'opensearch'],
      ['opensearch', nowhere],
    ]) {
      const { exitCode, errors } = await migrate(from, to, settings);
      expect(exitCode).toBe(1);
      expect(errors).toContain('no store');
      expect(errors).not.toMatch(/\n\s+at /);
    }
    expect(existsSync(nowhere)).toBe(false);
    expect(await places.indexes(settings.SEXTANT_OPENSEARCH_PREFIX)).toEqual([]);
  });

  it('says what is wrong with its places', async () => {
    const settings = places.settings();
    expect((await runSextant(['migrate', '--from', folder], { environment: settings })).exitCode).toBe(2);
    expect((await migrate(folder, `${folder}/.`, settings)).errors).toContain('same');
    expect((await migrate('opensearch', 'opensearch', settings)).exitCode).toBe(2);
    const unnamed = await migrate(folder, 'opensearch', {});
    expect(unnamed.exitCode).toBe(1);
    expect(unnamed.errors).toContain('SEXTANT_OPENSEARCH_URL');
    const away = await migrate(folder, 'opensearch', { ...settings, SEXTANT_OPENSEARCH_URL: 'http://127.0.0.1:9' });
    expect(away.exitCode).toBe(1);
    expect(away.errors).not.toMatch(/\n\s+at /);
  });
});
