import { join } from 'node:path';
import { readJsonLines } from './json-lines.js';
import type { RetrievalSet, RetrievalText } from './retrieval-set.js';

export interface LongQuerySet extends RetrievalSet {
  name: string;
  language: string;
}

const MOST_TEXTS = 2000;
/** Quotes and hyphens before words are query syntax, which is not what is measured. */
const QUERY_SIGNS = /["“”„«»「」『』＂]|(?<=^|\s)[-－]/g;

/**
 * Sets with queries as long as a paragraph, made from the data sets: the second half of a text is asked for the first, a
 * paragraph for the others of its article, an abstract for its title.
 */
export function longQuerySets(folder: string): LongQuerySet[] {
  const read = (file: string) => readJsonLines<RetrievalText>(join(folder, file)).slice(0, MOST_TEXTS);
  const arxiv = read('arxiv/corpus_10k.jsonl.gz');
  return [
    halves('scifact halves', 'en', read('scifact/corpus.jsonl.gz')),
    halves('arxiv halves', 'en', arxiv),
    titles('arxiv titles', 'en', arxiv),
    neighbours('squad2 articles', 'en', read('squad2/corpus.jsonl.gz')),
    ...['de', 'es', 'ru', 'ar'].map((code) =>
      halves(`xquad ${code} halves`, code, read(`xquad/${code}/corpus.jsonl.gz`)),
    ),
  ];
}

function halves(name: string, language: string, texts: readonly RetrievalText[]): LongQuerySet {
  const cut = (text: string) => {
    const middle = text.indexOf(' ', text.length / 2);
    return middle < 0 ? text.length : middle;
  };
  return {
    name,
    language,
    corpus: texts.map(({ id, title, text }) => ({ id, title, text: text.slice(0, cut(text)) })),
    queries: texts
      .map(({ id, text }) => ({ id, text: asQuery(text.slice(cut(text))) }))
      .filter(({ text }) => text !== ''),
    relevant: new Map(texts.map(({ id }) => [id, new Map([[id, 1]])])),
  };
}

function titles(name: string, language: string, texts: readonly RetrievalText[]): LongQuerySet {
  return {
    name,
    language,
    corpus: texts.map(({ id, title }) => ({ id, title: '', text: title })),
    queries: texts.map(({ id, text }) => ({ id, text: asQuery(text) })),
    relevant: new Map(texts.map(({ id }) => [id, new Map([[id, 1]])])),
  };
}

/** The paragraph itself is left out of what is found for it: see `bench/long-queries.ts`. */
function neighbours(name: string, language: string, texts: readonly RetrievalText[]): LongQuerySet {
  const others = ({ id, title }: RetrievalText) => texts.filter((text) => text.title === title && text.id !== id);
  return {
    name,
    language,
    // All paragraphs of an article have its title, which would give them away.
    corpus: texts.map(({ id, text }) => ({ id, title: '', text })),
    queries: texts.map(({ id, text }) => ({ id, text: asQuery(text) })),
    relevant: new Map(texts.map((text) => [text.id, new Map(others(text).map(({ id }) => [id, 1]))])),
  };
}

function asQuery(text: string): string {
  return text.replace(QUERY_SIGNS, ' ').trim();
}
