import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonLines } from './json-lines.js';
import type { Service } from './service.js';
import { SyntheticVectors } from './synthetic-vectors.js';

const DIMENSIONS = 384;
const IMPORTED_AT_ONCE = 20_000;

export interface Abstract {
  id: string;
  title: string;
  text: string;
  /** Synthetic: embedding 100,000 texts takes half an hour, and the time of a scan does not depend on the values. */
  vector: Float32Array;
}

export interface KnownItem {
  text: string;
  /** The abstract that the query was made from. */
  id: string;
  /** Near the vector of that abstract. */
  vector: Float32Array;
}

export interface Arxiv {
  abstracts: Abstract[];
  queries: KnownItem[];
}

interface Row {
  id: string;
  title: string;
  text: string;
}

/**
 * Reads `corpus_100k.jsonl.gz`, `queries_title.jsonl.gz` and `qrels_title.tsv` of a folder. Documents beyond the size of the corpus
 * are made of halves of two abstracts.
 */
export function readArxiv(folder: string, { documents, queries }: { documents: number; queries: number }): Arxiv {
  const vectors = new SyntheticVectors(DIMENSIONS);
  const rows = readJsonLines<Row>(join(folder, 'corpus_100k.jsonl.gz'));
  const abstracts = Array.from({ length: documents }, (_, i): Abstract => {
    const { id, title, text } = i < rows.length ? rows[i] : repeated(rows, i);
    return { id: documentId(id), title: title.slice(0, 250), text, vector: vectors.next() };
  });
  return { abstracts, queries: knownItems(folder, abstracts).slice(0, queries) };
}

/** Into the tenant `bench`. Its vectors are the service's own. */
export async function importAbstracts(service: Service, abstracts: readonly Abstract[]): Promise<void> {
  for (let from = 0; from < abstracts.length; from += IMPORTED_AT_ONCE) {
    const lines = abstracts
      .slice(from, from + IMPORTED_AT_ONCE)
      .map(({ id, title, text }) => JSON.stringify({ id, title, tenant_id: 'bench', content: text, language: 'en' }));
    const answer = await service.post('/documents/import', lines.join('\n'), 'application/x-ndjson');
    const failed = answer.split('\n').filter((line) => line.includes('"status":"failed"'));
    if (failed.length > 0) throw new Error(`${failed.length} lines failed: ${failed[0]}`);
  }
}

/** Half of one abstract and half of another: of realistic length, and not a duplicate of either. */
function repeated(rows: readonly Row[], i: number): Row {
  const round = Math.floor(i / rows.length);
  const { id, text } = rows[i % rows.length];
  const other = rows[(i * 7 + round * 13) % rows.length];
  const half = (whole: string) => whole.lastIndexOf(' ', whole.length / 2);
  return {
    id: `${id}-${round}`,
    title: other.title,
    text: text.slice(0, half(text)) + other.text.slice(half(other.text)),
  };
}

function knownItems(folder: string, abstracts: readonly Abstract[]): KnownItem[] {
  const byId = new Map(abstracts.map((abstract) => [abstract.id, abstract]));
  const targets = new Map(
    readFileSync(join(folder, 'qrels_title.tsv'), 'utf8')
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([query, id]): [string, string] => [query, documentId(id ?? '')]),
  );
  return readJsonLines<{ id: string; text: string }>(join(folder, 'queries_title.jsonl.gz')).flatMap(({ id, text }) => {
    const target = byId.get(targets.get(id) ?? '');
    return target === undefined ? [] : [{ text, id: target.id, vector: near(target.vector) }];
  });
}

/** Every tenth component negated: a cosine of about 0.8. */
function near(vector: Float32Array): Float32Array {
  return vector.map((value, i) => (i % 10 === 0 ? -value : value));
}

/** Ids of arXiv have characters that are not allowed in ours. */
function documentId(id: string): string {
  return id.replace(/[^a-zA-Z0-9_-]/g, '_');
}
