import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from './harness/client.js';
import { idsOf } from './harness/expectations.js';
import { issueKey } from './harness/keys.js';
import { type Service, startService } from './harness/service.js';
import { runSextant } from './harness/sextant-process.js';
import { WordEncoder } from './harness/word-encoder.js';

const SUBJECTS = ['tides', 'pasta', 'violins', 'glaciers'];
/** No two texts are the same, but the encoder does not look at numbers. */
const DOCUMENTS = Array.from({ length: 60 }, (_, i) => ({
  id: `${SUBJECTS[i % 4]}-${i}`,
  title: `${SUBJECTS[i % 4]} ${i}`,
  tenant_id: 't',
}));
const TITLES = DOCUMENTS.map(({ title }) => title);
const about = (subject: string) => DOCUMENTS.map(({ id }) => id).filter((id) => id.startsWith(subject));
const documentsAsked = (model: 'a' | 'b') => encoder.asked[model].filter((text) => TITLES.includes(text));

/** A former encoder is kept for as long as a request may need it. Not shorter: a busy host may halt a query for seconds. */
const SHORT_REQUESTS = { SEXTANT_QUERY_TIMEOUT: '6', SEXTANT_LLM_TIMEOUT: '1' };

let encoder: WordEncoder;
let service: Service;

beforeEach(async () => {
  encoder = new WordEncoder();
  await encoder.start();
});
afterEach(async () => {
  encoder.close();
  await service.dispose();
});

const start = (model: 'a' | 'b', folder?: string) =>
  startService({ folder, environment: { ...encoder.environment(model), ...SHORT_REQUESTS } });

async function startWithDocuments(): Promise<void> {
  service = await start('a');
  const { text } = await service.client.importDocuments(DOCUMENTS);
  expect(text).toContain('"created":60');
}

async function restart(model: 'a' | 'b', end: 'stop' | 'kill' = 'stop'): Promise<void> {
  await service[end]();
  service = await start(model, service.folder);
}

const find = (query: string, client: Client = service.client) =>
  client.search({ query, search_type: 'ai_semantic', limit: 100 });

/** Searches by meaning find exactly the documents of a subject, which takes vectors of one space on both sides. */
async function expectFound(client: Client = service.client): Promise<void> {
  for (const subject of SUBJECTS) {
    const answer = await find(subject, client);
    expect(idsOf(answer).sort()).toEqual(about(subject).sort());
    expect(answer.body.total_number_of_results).toBe(15);
    const { body } = await client.retrieve({ query: subject, retrieval_limit: 15 });
    expect(body.data.map(({ document_id }) => document_id).sort()).toEqual(about(subject).sort());
    for (const { passage } of body.data) expect(passage).toMatch(subject);
  }
}

async function gauge(name: string): Promise<number> {
  const { text } = await service.client.get('/metrics');
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
}

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await sleep(20);
}

const embeddedAnew = () => until(async () => service.log.some((line) => line.includes('another encoder is served')));
const tidiedUp = () => until(() => service.log.some((line) => line.includes('former encoders have been removed')));

describe('a service that is started with another encoder', { timeout: 180_000 }, () => {
  it('answers by the former one until all documents are embedded anew, then by the other', async () => {
    await startWithDocuments();
    encoder.holdAfter('b', 30);
    await restart('b');
    await until(() => encoder.asked.b.length > 10);
    encoder.asked.a.length = 0;
    await expectFound();
    expect(encoder.asked.a).toEqual(expect.arrayContaining(SUBJECTS));
    expect(encoder.asked.b.length).toBeLessThanOrEqual(30);
    expect(await gauge('sextant_reembedding_active')).toBe(1);
    expect(await gauge('sextant_reembedding_documents')).toBe(60);
    expect(await gauge('sextant_reembedding_documents_done')).toBeLessThan(60);
    encoder.release();
    await embeddedAnew();
    encoder.asked.a.length = 0;
    await expectFound();
    expect(encoder.asked.a).toEqual([]);
    await tidiedUp();
    await expectFound();
    expect(await gauge('sextant_reembedding_active')).toBe(0);
    expect(await gauge('sextant_reembedding_documents_done')).toBe(60);
  });

  it('finds what is written meanwhile, before and after', async () => {
    await startWithDocuments();
    encoder.holdAfter('b', 30);
    await restart('b');
    await until(() => encoder.asked.b.length > 10);
    const writing = [
      service.client.addDocument({ id: 'new', title: 'volcanoes', tenant_id: 't' }),
      service.client.updateDocument(about('tides')[0], { title: 'volcanoes' }),
      service.client.deleteDocument(about('pasta')[0]),
    ];
    encoder.release();
    for (const { status } of await Promise.all(writing)) expect(status).toBe(200);
    const expectChanges = async () => {
      expect(idsOf(await find('volcanoes')).sort()).toEqual(['new', about('tides')[0]].sort());
      expect((await find('tides')).body.total_number_of_results).toBe(14);
      expect((await find('pasta')).body.total_number_of_results).toBe(14);
      expect((await find('violins')).body.total_number_of_results).toBe(15);
    };
    await expectChanges();
    await tidiedUp();
    await expectChanges();
  });

  it('goes on after it was killed, and embeds nothing twice', async () => {
    await startWithDocuments();
    encoder.holdAfter('b', 30);
    await restart('b');
    await until(async () => (await gauge('sextant_reembedding_documents_done')) >= 16);
    const done = await gauge('sextant_reembedding_documents_done');
    encoder.asked.b.length = 0;
    encoder.holdAfter('b', 0);
    await restart('b', 'kill');
    await expectFound();
    expect(encoder.asked.b).toEqual([]);
    encoder.release();
    await embeddedAnew();
    await expectFound();
    expect(documentsAsked('b').length).toBeLessThanOrEqual(60 - done + 8);
    encoder.asked.b.length = 0;
    await restart('b', 'kill');
    await expectFound();
    await tidiedUp();
    encoder.asked.b.length = 0;
    await restart('b');
    await expectFound();
    expect(documentsAsked('b')).toEqual([]);
  });

  it('goes back to the former one at once if it is set again', async () => {
    await startWithDocuments();
    encoder.holdAfter('b', 30);
    await restart('b');
    await until(() => encoder.asked.b.length > 10);
    encoder.release();
    encoder.asked.a.length = 0;
    await restart('a');
    await expectFound();
    expect(documentsAsked('a')).toEqual([]);
    expect(await gauge('sextant_reembedding_active')).toBe(0);
  });

  it('embeds test documents as well, and the doctor tells of it', async () => {
    await startWithDocuments();
    const { key } = await issueKey(service.client, { mode: 'test' });
    const ofTest = () => service.client.withKey(key);
    await ofTest().importDocuments(DOCUMENTS);
    encoder.holdAfter('b', 70);
    await restart('b');
    await until(() => encoder.asked.b.length > 60);
    await expectFound(ofTest());
    const environment = { ...encoder.environment('b'), SEXTANT_DATA_DIR: service.folder };
    const examined = await runSextant(['doctor'], { environment });
    expect(examined.output).toMatch(/Documents are being embedded with a new encoder \(b-64\): \d+ of 120 done\./);
    encoder.release();
    await embeddedAnew();
    await expectFound(ofTest());
    await expectFound();
  });

  it('says that the former one is gone, and finds documents as they are embedded', async () => {
    service = await startService();
    await service.client.importDocuments(DOCUMENTS);
    await service.stop();
    service = await start('a', service.folder);
    await until(() => service.log.some((line) => line.includes('another encoder is served')));
    await service.stop();
    encoder.close();
    const { folder } = service;
    service = await startService({ folder, environment: SHORT_REQUESTS });
    expect(service.log.some((line) => line.includes('the former encoder cannot be opened'))).toBe(true);
    await tidiedUp();
    expect(idsOf(await find('violins')).sort()).toEqual(expect.arrayContaining(about('violins').sort()));
  });
});
