// Do both engines find equally well? nDCG@10 of lexical and hybrid search over HTTP, the same documents and vectors in both: they are
// imported into the embedded engine and copied into an OpenSearch node by `sextant migrate`.
// npm run build && node --import ./scripts/run-typescript.mjs bench/engine-quality.ts [part …] [--data folder]   (needs Maven and Java 21)
// Parts: scifact, xquad/LANGUAGE; all of them if none is named. scifact:1500 is its first 1500 texts and the questions about them. Embedding
// the texts takes minutes; a folder given with --data keeps them for the next run.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { documentId } from './support/embedded-corpus.js';
import { OpenSearchNodes } from './support/opensearch-nodes.js';
import { counted, Recording } from './support/recording.js';
import { mean, ndcgAt10, type RetrievalSet, readRetrievalSet } from './support/retrieval-set.js';
import { Service } from './support/service.js';

const FOLDER = '../shared/data';
const PARTS = ['scifact', 'xquad/en', 'xquad/de', 'xquad/es', 'xquad/zh', 'xquad/ar'];
const KINDS = ['lexical', 'hybrid'] as const;
/** Every so many questions of XQuAD: it has 1,190 in each language. */
const EVERY = 10;
const TITLE_LENGTH = 250;

interface Part {
  name: string;
  tenant: string;
  language: string;
  set: RetrievalSet;
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { data: { type: 'string' } } });
const parts = (positionals.length > 0 ? positionals : PARTS).map(readPart);
const recording = new Recording('engine-quality');
const folder = values.data === undefined ? null : resolve(values.data);
const isImported = folder !== null && existsSync(join(folder, 'store.mdb'));
const embedded = new Service(folder === null ? {} : { SEXTANT_DATA_DIR: folder });
const nodes = await OpenSearchNodes.start(1);
const cluster = new Service(nodes.environment());
try {
  await embedded.start();
  if (!isImported) for (const part of parts) await importPart(embedded, part);
  const own = await measureAll(embedded);
  await embedded.stop();
  migrate();
  await cluster.start();
  const others = await measureAll(cluster);
  for (const [row, value] of own) {
    const other = others.get(row) ?? Number.NaN;
    const [name, measure] = row.split(' | ');
    console.log(`${name.padEnd(30)} ${measure.padEnd(8)} embedded ${value.toFixed(4)}  OpenSearch ${other.toFixed(4)}`);
    recording.add(
      { name, measure: `${measure}, embedded`, unit: 'score', value },
      { name, measure: `${measure}, OpenSearch`, unit: 'score', value: other },
    );
  }
  recording.save();
} finally {
  await embedded.dispose();
  await cluster.dispose();
  await nodes.stop();
}

function readPart(written: string): Part {
  const [path, limit] = written.split(':');
  const [kind, language = 'en'] = path.split('/');
  const { corpus, queries, relevant } = readRetrievalSet(join(FOLDER, path));
  const kept = limit === undefined ? corpus : corpus.slice(0, Number(limit));
  const ids = new Set(kept.map(({ id }) => id));
  const answered = queries.filter(({ id }) => [...(relevant.get(id)?.keys() ?? [])].every((one) => ids.has(one)));
  const asked = kind === 'xquad' ? answered.filter((_, i) => i % EVERY === 0) : answered;
  const name = limit === undefined ? path : `${path}, ${counted(kept.length, 'texts')}`;
  return { name, language, tenant: path.replace('/', '-'), set: { corpus: kept, queries: asked, relevant } };
}

/** Each part is a tenant. */
async function importPart(service: Service, { name, tenant, language, set }: Part): Promise<void> {
  const lines = set.corpus.map(({ id, title, text }) => {
    const document = { id: `${tenant}-${documentId(id)}`, title: title.slice(0, TITLE_LENGTH) || 'Untitled' };
    return JSON.stringify({ ...document, tenant_id: tenant, content: text, language });
  });
  const answer = await service.post('/documents/import', lines.join('\n'), 'application/x-ndjson');
  const { failed } = JSON.parse(answer.trimEnd().split('\n').at(-1) ?? '{}');
  if (failed !== 0) throw new Error(`${failed} lines of ${name} failed`);
}

/** By part and kind of search. */
async function measureAll(service: Service): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const part of parts) {
    for (const kind of KINDS) found.set(`${part.name} | ${kind}`, await measure(service, part, kind));
  }
  return found;
}

async function measure(service: Service, { tenant, language, set }: Part, kind: string): Promise<number> {
  const grades: number[] = [];
  for (const { id, text } of set.queries) {
    const asked = { query: text, search_type: kind, language, tenant_id: [tenant], limit: 10, excerpts: false };
    const { data } = JSON.parse(await service.post('/search', JSON.stringify({ ...asked, highlights: false })));
    const relevant = new Map(
      Array.from(set.relevant.get(id) ?? [], ([one, grade]) => [`${tenant}-${documentId(one)}`, grade] as const),
    );
    grades.push(
      ndcgAt10(
        (data as { id: string }[]).map((hit) => hit.id),
        relevant,
      ),
    );
  }
  return mean(grades);
}

function migrate(): void {
  execFileSync(
    process.execPath,
    [embedded.program, 'migrate', '--from', folder ?? embedded.folder, '--to', 'opensearch'],
    {
      env: { ...process.env, ...nodes.environment() },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
}
