// Shows how hybrid search ranks with other constants of its mixture, to choose MIXTURE in src/engine/embedded/query/ranking.ts.
// npm run build && node --import ./scripts/run-typescript.mjs training/calibration/fit-mixture.ts [folder of data sets] [vector cache]
//
// Prints nDCG@10 of each set and their mean, for each semantic score at which meaning begins to count
// and each order of the power mean. Needs models/calibration.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentId, EmbeddedCorpus } from '../../bench/support/embedded-corpus.js';
import { mean, ndcgAt10, readRetrievalSet } from '../../bench/support/retrieval-set.js';
import { VectorCache } from '../../bench/support/vector-cache.js';
import { cosineOf } from '../../src/engine/embedded/query/ranking.js';
import { openBundledEmbedder } from '../../src/inference/onnx/bundled-embedder.js';
import { queryParts } from '../../src/text/query/query-parts.js';

const [folder = '../shared/data', cacheFile = null] = process.argv.slice(2);
const SETS = [['scifact', 'en'], ...['en', 'de', 'es', 'ru', 'zh', 'ar'].map((code) => [`xquad/${code}`, code])];
/** Semantic scores at which meaning begins to count. */
const LEAST_SCORES = [50, 45, 37, 30, 20, 10, 5];
const ORDERS = [1, 2, 3, 4];
/** The caller's share of meaning, and the lowest semantic score that counts: the defaults of a search. */
const RATIO = 0.6;
const CUTOFF = 50;
const ALL = 10_000;
/** Every second question is enough to tell constants apart. */
const EVERY = 2;

/** A document's scores for one question. */
interface Legs {
  /** 0–1. */
  words: number;
  cosine: number | null;
}

interface Question {
  relevant: ReadonlyMap<string, number>;
  documents: Map<string, Legs>;
}

const scale: { middle: number; steepness: number } = JSON.parse(readFileSync('models/calibration.json', 'utf8'));
const bundled = await openBundledEmbedder({
  threads: 2,
  onFailure: (error) => {
    throw error;
  },
});
const embedder = new VectorCache(bundled, cacheFile);
const sets: Question[][] = [];
for (const [name, language] of SETS) {
  sets.push(await ask(name, language));
  embedder.save();
}
await embedder.close();

console.log(`order  least  mean    ${SETS.map(([name]) => name).join('  ')}`);
for (const order of ORDERS)
  for (const least of LEAST_SCORES) {
    const grades = sets.map((questions) => mean(questions.map((question) => grade(question, order, least))));
    const columns = [mean(grades), ...grades].map((value) => value.toFixed(4));
    console.log(`${String(order).padEnd(6)} ${String(least).padEnd(6)} ${columns.join('  ')}`);
  }

async function ask(name: string, language: string): Promise<Question[]> {
  const set = readRetrievalSet(join(folder, name));
  const corpus = new EmbeddedCorpus(embedder, language);
  await corpus.add(set.corpus, (done) => process.stderr.write(`\r${name}: ${done} of ${set.corpus.length} `));
  const questions: Question[] = [];
  for (const query of set.queries.filter((_, i) => i % EVERY === 0)) {
    const words = { language, parts: queryParts(query.text), typos: 'forgiven' as const };
    const [{ vector }] = await embedder.embed([{ text: query.text, language, kind: 'query' }]);
    const semantic = { vector, space: embedder.space, cutoff: CUTOFF, scale };
    const documents = new Map<string, Legs>();
    for (const { id, score } of corpus.find({ kind: 'search', words, semantic: null, semanticShare: 0 }, ALL).hits)
      documents.set(id, { words: (score ?? 0) / 100, cosine: null });
    for (const { id, score } of corpus.find({ kind: 'search', words: null, semantic, semanticShare: 1 }, ALL).hits)
      documents.set(id, { words: documents.get(id)?.words ?? 0, cosine: cosineOf(score ?? 0, scale) });
    const relevant = new Map([...set.relevant.get(query.id)!].map(([id, value]) => [documentId(id), value]));
    questions.push({ relevant, documents });
  }
  return questions;
}

/** As `ScoreMixture` does it, with other constants. */
function grade({ relevant, documents }: Question, order: number, least: number): number {
  const farthest = cosineOf(least, scale);
  const scoreOf = ({ words, cosine }: Legs) => {
    const meaning = cosine === null ? 0 : Math.min(1, Math.max(0, (cosine - farthest) / (1 - farthest)));
    return RATIO * meaning ** order + (1 - RATIO) * Math.sqrt(words) ** order;
  };
  const scored = [...documents].map(([id, legs]) => ({ id, score: scoreOf(legs) }));
  scored.sort((a, b) => b.score - a.score);
  return ndcgAt10(
    scored.slice(0, 10).map(({ id }) => id),
    relevant,
  );
}
