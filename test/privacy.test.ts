import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeDocx, makeEpub, makeMessage, makePdf } from '../testing/sample-files.js';
import type { Answer, Client } from './harness/client.js';
import { labelledTexts } from './harness/labelled-texts.js';
import { OpenImport } from './harness/open-import.js';
import { startService } from './harness/service.js';
import { OPERATOR_KEY } from './harness/sextant-process.js';
import { trainModel } from './harness/trained-models.js';
import { CAN_TRACE, WatchedSextant } from './harness/watched-sextant.js';

const LLAMA_LIBRARY = fileURLToPath(new URL('../node_modules/node-llama-cpp', import.meta.url));

const DOCUMENTS = [
  { id: 'tides', title: 'How tides work', content: '<p>The Moon <b>pulls</b> the oceans.</p>', content_type: 'html' },
  { id: 'gezeiten', title: 'Gezeiten', content: 'Der Mond zieht das Meer an.', language: 'de' },
  { id: 'market', title: 'Market day', content: 'Fresh bread is sold on Fridays. The baker comes from Lyon.' },
].map((document) => ({ ...document, tenant_id: 'library' }));

const CATEGORIES = ['sea', 'food'].map((name) => ({ name, description: `Everything about ${name}. `.repeat(8) }));

let sextant: WatchedSextant;

beforeAll(async () => {
  sextant = await WatchedSextant.create();
  const service = await startService({
    folder: sextant.dataFolder,
    spawn: (words, settings) => sextant.start(words, settings),
  });
  await useService(service.client);
  await useCommands(service.url);
  expect(await service.stop()).toBe(0);
  await sextant.run(['restore', sextant.named('a.snapshot')], { SEXTANT_DATA_DIR: sextant.named('restored') });
}, 600_000);

afterAll(() => sextant.dispose());

/** One of everything that the API offers. */
async function useService(client: Client): Promise<void> {
  succeeded(await client.importDocuments(DOCUMENTS));
  await importWithoutReading(client.url);
  for (const search_type of ['lexical', 'ai_semantic', 'hybrid']) {
    const { body } = succeeded(await client.search({ query: 'moon and oceans', search_type }));
    expect(body.data.map(({ id }) => id)).toContain('tides');
  }
  succeeded(await client.search({ query: 'der Mond', search_type: 'ai_semantic', multilingual_search: true }));
  succeeded(await client.retrieve({ query: 'What pulls the oceans?' }));
  succeeded(await client.generateAnswer({ query: 'What pulls the oceans?' }));
  succeeded(await client.summarize({ document_id: 'market' }));
  succeeded(await client.analyzeSentiment({ document_id: ['market'] }));
  succeeded(await client.categorize({ document_id: ['tides'], categories: CATEGORIES }));
  succeeded(await client.suggest({ query: 'tid' }));
  succeeded(await client.findSimilar({ source_documents: [{ id: 'tides' }], multilingual_search: true }));
  succeeded(await client.findDuplicate({ document_id: 'tides' }));
  const trained = await trainModel(client, { id: 'topics', kind: 'text_classifier' }, { examples: labelledTexts() });
  expect(trained.body.status).toBe('ready');
  if (existsSync(LLAMA_LIBRARY))
    succeeded(await client.invokeLlm({ instruction: 'Say hello.', max_output_tokens: 128 }));
}

/** The answer, tens of megabytes, fits neither into memory nor into the buffers of the connection until it is read. */
async function importWithoutReading(url: string): Promise<void> {
  const slow = new OpenImport(url);
  const wrong = `${JSON.stringify(Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`unknown-${i}`, i])))}\n`;
  for (let sent = 0; sent < 16; sent++) await slow.write(wrong.repeat(50));
  slow.end();
  await slow.response();
  await vi.waitUntil(() => existsSync(join(sextant.dataFolder, 'spool')), 60_000);
  expect(await slow.lines()).toHaveLength(801);
}

/** One of everything that the command line offers. */
async function useCommands(url: string): Promise<void> {
  const target = ['--url', url, '--key', OPERATOR_KEY];
  const lines = DOCUMENTS.map((document) => `${JSON.stringify(document)}\n`);
  await writeFile(sextant.named('documents.ndjson'), lines.join(''));
  await sextant.run(['import', sextant.named('documents.ndjson'), ...target]);
  await sextant.run(['import', await folderOfFiles(), ...target]);
  await sextant.run(['models', 'list', ...target]);
  await sextant.run(['keys', 'create', '--name', 'a colleague']);
  await sextant.run(['snapshot', sextant.named('a.snapshot')]);
  await sextant.run(['doctor'], { SEXTANT_API_KEY: OPERATOR_KEY });
}

/** A file of each kind that has a reader of its own; some of them ask for something from elsewhere. */
async function folderOfFiles(): Promise<string> {
  const folder = sextant.named('files');
  const body = '<w:p><w:r><w:t>Text</w:t></w:r></w:p><w:altChunk r:id="r9"/>';
  const files = {
    'page.html':
      '<html><link rel="stylesheet" href="http://example.org/a.css"><img src="http://example.org/a.png"><p>Text</p></html>',
    'note.md': '![picture](http://example.org/a.png)',
    'paper.pdf': makePdf([['海鸥']], { encoding: 'UniGB-UCS2-H' }),
    'letter.docx': makeDocx([], {
      documentXml: `<!DOCTYPE w:document SYSTEM "http://example.org/a.dtd"><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="r"><w:body>${body}</w:body></w:document>`,
    }),
    'book.epub': makeEpub('Book', [{ title: 'One', text: '<img src="http://example.org/b.png"/>Text' }]),
    'mail.eml': makeMessage(),
    'table.csv': 'title\nText\n',
  };
  await mkdir(folder);
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  return folder;
}

function succeeded(answer: Answer): Answer {
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

describe('after one of everything', () => {
  it('nothing is left in the folders for homes, caches and temporary files', async () => {
    expect(await sextant.leftBehind()).toEqual([]);
  });

  it('no name was looked up, and nothing but this machine was connected to', async () => {
    const targets = await sextant.targets();
    // The commands reach the service through it, so the watch is known to work.
    expect(targets).toContain('127.0.0.1');
    expect(targets.filter((target) => !/^(127\.|::1$)/.test(target))).toEqual([]);
  });

  it.skipIf(!CAN_TRACE)(
    'no system call left the machine or wrote outside of the data folder',
    async () => {
      expect(await sextant.foreignCalls()).toEqual([]);
      expect(await sextant.callsOnData()).not.toEqual([]);
    },
    60_000,
  );
});

describe('sextant doctor', () => {
  it('says that telemetry is off and that nothing is sent anywhere', async () => {
    const output = await sextant.run(['doctor']);
    expect(output).toContain('Telemetry is off');
    expect(output).toContain('No outbound connections are configured');
  });

  it('names every address that the settings allow to be reached', async () => {
    const settings = { SEXTANT_EMBEDDING_URL: 'http://127.0.0.1:9/v1', SEXTANT_EMBEDDING_MODEL: 'm' };
    expect(await sextant.run(['doctor'], settings)).toContain('http://127.0.0.1:9 (SEXTANT_EMBEDDING_URL)');
  });
});
