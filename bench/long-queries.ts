// How good are the first ten results where the query is as long as a paragraph? nDCG@10 of lexical, semantic and hybrid search,
// next to BM25 as the textbooks have it, and to reciprocal rank fusion of our own two lists.
// npm run build && node --import ./scripts/run-typescript.mjs bench/long-queries.ts [folder of data sets] [vector cache | words]
// With `words` only lexical search is measured, which takes a minute; otherwise the sets are embedded.
import { readFileSync } from 'node:fs';
import { openBundledEmbedder } from '../src/inference/onnx/bundled-embedder.js';
import { queryParts } from '../src/text/query/query-parts.js';
import { documentId, EmbeddedCorpus } from './support/embedded-corpus.js';
import { type LongQuerySet, longQuerySets } from './support/long-queries.js';
import { PlainBm25 } from './support/plain-bm25.js';
import { byRanks } from './support/rank-fusion.js';
import { Recording } from './support/recording.js';
import { mean, ndcgAt10 } from './support/retrieval-set.js';
import { VectorCache } from './support/vector-cache.js';

const [folder = '../shared/data', cacheFile = null] = process.argv.slice(2);
const wordsOnly = cacheFile === 'words';
const QUERIES = 300;
const CUTOFF = 50;
const RATIO = 0.6;
const ALL = 10_000;

const recording = new Recording('long-queries');
const bundled = await openBundledEmbedder({
  threads: 2,
  onFailure: (error) => {
    throw error;
  },
});
const embedder = wordsOnly ? withoutVectors() : new VectorCache(bundled, cacheFile);
const scale: { middle: number; steepness: number } = JSON.parse(readFileSync('models/calibration.json', 'utf8'));
for (const set of longQuerySets(folder)) {
  await measure(set);
  if (embedder instanceof VectorCache) embedder.save();
}
await bundled.close();
if (!wordsOnly) recording.save();

async function measure(set: LongQuerySet): Promise<void> {
  const { language } = set;
  const corpus = new EmbeddedCorpus(embedder, language);
  await corpus.add(set.corpus, () => undefined);
  const plain = new PlainBm25(language, set.corpus);
  const grades: Record<string, number[]> = { lexical: [], BM25: [], semantic: [], hybrid: [], ranks: [] };
  let found = 0;
  let lengths = 0;
  const queries = set.queries.filter((_, i) => i % Math.ceil(set.queries.length / QUERIES) === 0);
  for (const { id, text } of queries) {
    const relevant = new Map([...set.relevant.get(id)!].map(([other, grade]) => [documentId(other), grade]));
    if (relevant.size === 0) continue;
    const isAsked = (hit: string) => hit === documentId(id) && !relevant.has(hit);
    const note = (way: string, hits: readonly string[]) =>
      grades[way].push(ndcgAt10(hits.filter((hit) => !isAsked(hit)).slice(0, 10), relevant));
    const words = { language, parts: queryParts(text), typos: 'forgiven' as const };
    const byWords = corpus.find({ kind: 'search', words, semantic: null, semanticShare: 0 }, ALL);
    found += byWords.total / set.corpus.length;
    lengths += text.split(/\s+/).length;
    note(
      'lexical',
      byWords.hits.map(({ id: hit }) => hit),
    );
    note('BM25', plain.find(text).map(documentId));
    if (wordsOnly) continue;
    const [{ vector }] = await embedder.embed([{ text, language, kind: 'query' }]);
    const semantic = { vector, space: embedder.space, cutoff: CUTOFF, scale };
    const byMeaning = corpus.find({ kind: 'search', words: null, semantic, semanticShare: 1 }, ALL);
    note(
      'semantic',
      byMeaning.hits.map(({ id: hit }) => hit),
    );
    note(
      'hybrid',
      corpus.find({ kind: 'search', words, semantic, semanticShare: RATIO }, 11).hits.map(({ id: hit }) => hit),
    );
    note(
      'ranks',
      byRanks(byWords.hits, byMeaning.hits, RATIO).map(({ id: hit }) => hit),
    );
  }
  const shown = Object.entries(grades).filter(([, values]) => values.length > 0);
  const figures = shown.map(([way, values]) => `${way} ${mean(values).toFixed(4)}`);
  const size = `${(lengths / queries.length).toFixed(0)} words a query, its words match ${((100 * found) / queries.length).toFixed(1)} %`;
  console.log(`${set.name.padEnd(16)} ${figures.join('  ')}   ${size}`);
  if (wordsOnly) return;
  const row = { table: 'Queries as long as a paragraph, nDCG@10', name: set.name, unit: 'score' } as const;
  recording.add(
    { ...row, measure: 'lexical', value: mean(grades.lexical), alternatives: { BM25: { value: mean(grades.BM25) } } },
    { ...row, measure: 'semantic', value: mean(grades.semantic) },
    {
      ...row,
      measure: 'hybrid',
      value: mean(grades.hybrid),
      alternatives: { 'reciprocal rank fusion': { value: mean(grades.ranks) } },
    },
  );
}

/** All texts get the same vector: nobody looks at it. */
function withoutVectors() {
  const vector = new Float32Array(384).fill(1 / Math.sqrt(384));
  return { space: 'none', embed: async (texts: readonly unknown[]) => texts.map(() => ({ vector, tokens: 0 })) };
}
