// What does Sextant in front of an OpenSearch cluster cost next to the embedded engine, and what do more nodes and instances bring?
// The same abstracts in both: import, latency of each kind of request, throughput, bytes on disk. Three nodes keep every document twice.
// npm run build && node --import ./scripts/run-typescript.mjs bench/cluster.ts [documents] [--setups embedded,1,3] [--queries 100]
// 100000 documents by default. Needs Maven and Java 21. Setups are the embedded engine and numbers of nodes.
// All nodes and services share the cores of this machine, so more of them can only show what they cost here, not what they bring.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { documents, type SentDocument } from './support/documents.js';
import { startInstantEncoder } from './support/instant-encoder.js';
import { OpenSearchNodes } from './support/opensearch-nodes.js';
import { percentiles } from './support/percentiles.js';
import { counted, Recording } from './support/recording.js';
import { Service } from './support/service.js';

const FILE = '../shared/data/arxiv/corpus_100k.jsonl.gz';
const IMPORTED_AT_ONCE = 5000;
const WARM_UP = 30;
const CLIENTS = 8;
const SECONDS = 15;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    setups: { type: 'string', default: 'embedded,1,3' },
    queries: { type: 'string', default: '100' },
  },
});
const setups = values.setups.split(',');
const count = Number(positionals[0] ?? 100_000);
const size = counted(count, 'documents');
const recording = new Recording('cluster');
const sent = documents(count, FILE);
const every = Math.ceil(count / (WARM_UP + Number(values.queries)));
const titles = sent.filter((_, i) => i % every === 0).map(({ title }) => title);
const instant = await startInstantEncoder();

try {
  if (setups.includes('embedded')) await measureEmbedded();
  if (setups.includes('1')) await measureCluster(1, 'one node');
  if (setups.includes('3')) await measureCluster(3, 'three nodes');
} finally {
  instant.close();
}

async function measureEmbedded(): Promise<void> {
  const service = new Service(instant.environment);
  try {
    await service.start();
    await importAll(service, 'embedded');
    await measureLatency(service, 'embedded');
    await measureThroughput([service], 'embedded');
    // A stop writes what is in memory only.
    await service.stop();
    note('Size', { name: 'on disk, per document', measure: 'embedded', unit: 'bytes' }, sizeOf(service.folder) / count);
    recording.save();
  } finally {
    await service.dispose();
  }
}

async function measureCluster(nodeCount: 1 | 3, setup: string): Promise<void> {
  const nodes = await OpenSearchNodes.start(nodeCount);
  const environment = nodes.environment({ ...instant.environment, SEXTANT_OPENSEARCH_EXACT_PASSAGES: '1000000000' });
  const services = [new Service(environment), new Service(environment)];
  const radial = new Service({ ...environment, SEXTANT_OPENSEARCH_EXACT_PASSAGES: '0' });
  try {
    const [first, second] = services;
    await first.start();
    await importAll(first, setup);
    note('Size', { name: 'on disk, per document', measure: setup, unit: 'bytes' }, (await nodes.bytes()) / count);
    await measureLatency(first, setup);
    await radial.start();
    await measureKind(radial, setup, requests().semantic, 'semantic, radial');
    await radial.stop();
    await measureThroughput([first], setup);
    await second.start();
    await measureThroughput(services, `${setup}, two instances`);
    recording.save();
  } finally {
    for (const service of [...services, radial]) await service.dispose();
    await nodes.stop();
  }
}

async function importAll(service: Service, setup: string): Promise<void> {
  const began = performance.now();
  for (let from = 0; from < count; from += IMPORTED_AT_ONCE) {
    const lines = sent.slice(from, from + IMPORTED_AT_ONCE).map((document: SentDocument) => JSON.stringify(document));
    const answer = await service.post('/documents/import', lines.join('\n'), 'application/x-ndjson');
    const result = JSON.parse(answer.trimEnd().split('\n').at(-1) ?? '{}');
    if (result.failed !== 0) throw new Error(`${result.failed} lines failed`);
  }
  const perSecond = count / ((performance.now() - began) / 1000);
  note('Throughput', { name: 'import', measure: setup, unit: 'documents/s' }, perSecond);
}

interface Kind {
  path: string;
  body(title: string): object;
}

function requests(): Record<string, Kind> {
  const search = (search_type: string): Kind => ({
    path: '/search',
    body: (query) => ({ query, search_type, language: 'en' }),
  });
  return {
    lexical: search('lexical'),
    semantic: search('ai_semantic'),
    hybrid: search('hybrid'),
    'auto-suggest': { path: '/auto-suggest', body: (title) => ({ query: title.slice(0, 10), language: 'en' }) },
    'filter and two facets': {
      path: '/filter',
      body: (title) => ({
        filter: {
          must: [
            { term: { 'metadata.topic': ['law', 'art', 'physics'][title.length % 3] } },
            { range: { 'metadata.year': { gte: 1990 + (title.length % 20) } } },
          ],
        },
        facet: ['metadata.tags', 'tenant_id'],
        sort: [{ 'metadata.year': 'desc' }],
      }),
    },
  };
}

async function measureLatency(service: Service, setup: string): Promise<void> {
  for (const [name, kind] of Object.entries(requests())) await measureKind(service, setup, kind, name);
}

/** One client, one request after the other. */
async function measureKind(service: Service, setup: string, { path, body }: Kind, name: string): Promise<void> {
  const times: number[] = [];
  for (const title of titles) {
    const began = performance.now();
    await service.post(path, JSON.stringify(body(title)));
    times.push(performance.now() - began);
  }
  const [p50, p95] = percentiles(times.slice(WARM_UP), [0.5, 0.95]);
  note('Latency', { name, measure: `${setup}, p50`, unit: 'ms' }, p50);
  note('Latency', { name, measure: `${setup}, p95`, unit: 'ms' }, p95);
}

/** Lexical searches by several clients, which are spread over the services. */
async function measureThroughput(services: readonly Service[], setup: string): Promise<void> {
  const { path, body } = requests().lexical;
  let answered = 0;
  const end = performance.now() + SECONDS * 1000;
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const service = services[client % services.length];
    for (let i = client; performance.now() < end; i += CLIENTS) {
      await service.post(path, JSON.stringify(body(titles[i % titles.length])));
      answered++;
    }
  });
  await Promise.all(clients);
  const name = `lexical, ${CLIENTS} clients`;
  note('Throughput', { name, measure: setup, unit: 'requests/s' }, answered / SECONDS);
}

function note(
  what: string,
  figure: { name: string; measure: string; unit: 'ms' | 'bytes' | 'documents/s' | 'requests/s' },
  value: number,
): void {
  const table = `${what}, ${size}`;
  console.log(`${table}: ${figure.name}, ${figure.measure}: ${value.toPrecision(4)} ${figure.unit}`);
  recording.add({ table, ...figure, value });
}

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => statSync(join(folder, file)));
  return files.reduce((sum, { size: bytes }) => sum + bytes, 0);
}
