import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonLines } from './json-lines.js';

export interface RetrievalText {
  id: string;
  title: string;
  text: string;
}

/** A corpus, questions about it, and which texts answer which question. */
export interface RetrievalSet {
  corpus: RetrievalText[];
  queries: { id: string; text: string }[];
  /** By question, the grade of each relevant text. */
  relevant: Map<string, Map<string, number>>;
}

export function readRetrievalSet(folder: string): RetrievalSet {
  const relevant = new Map<string, Map<string, number>>();
  for (const line of readFileSync(join(folder, 'qrels.tsv'), 'utf8').trim().split('\n').slice(1)) {
    const [query, text, grade] = line.split('\t');
    if (Number(grade) <= 0) continue;
    relevant.set(query, (relevant.get(query) ?? new Map()).set(text, Number(grade)));
  }
  const queries = readJsonLines<{ id: string; text: string }>(join(folder, 'queries.jsonl.gz'));
  return {
    corpus: readJsonLines<RetrievalText>(join(folder, 'corpus.jsonl.gz')),
    queries: queries.filter(({ id }) => relevant.has(id)),
    relevant,
  };
}

/** Normalised discounted cumulative gain of the first ten: 1 for the best possible order. */
export function ndcgAt10(found: readonly string[], relevant: ReadonlyMap<string, number>): number {
  const gain = (grade: number, rank: number) => grade / Math.log2(rank + 2);
  const actual = found.slice(0, 10).reduce((sum, id, rank) => sum + gain(relevant.get(id) ?? 0, rank), 0);
  const ideal = [...relevant.values()].sort((a, b) => b - a).slice(0, 10);
  return actual / ideal.reduce((sum, grade, rank) => sum + gain(grade, rank), 0);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
