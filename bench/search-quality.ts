// How good are the first ten results, by words, by meaning and by both? nDCG@10 over retrieval sets.
// npm run build && node --import ./scripts/run-typescript.mjs bench/search-quality.ts [folder of data sets]   (minutes: it embeds the sets)
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBundledEmbedder } from '../src/inference/onnx/bundled-embedder.js';
import { readQuery } from '../src/operations/search/lexical-query.js';
import { documentId, EmbeddedCorpus } from './support/embedded-corpus.js';
import { mean, ndcgAt10, type RetrievalSet, readRetrievalSet } from './support/retrieval-set.js';

const folder = process.argv[2] ?? '../shared/data';
const LANGUAGES = ['en', 'de', 'es', 'ru', 'zh', 'ar'];
const CUTOFF = 50;
const RATIO = 0.6;
const { middle, steepness } = JSON.parse(readFileSync('models/calibration.json', 'utf8'));

const embedder = await openBundledEmbedder({
  threads: 2,
  onFailure: (error) => {
    throw error;
  },
});
try {
  const rows = [await measure('scifact', 'en')];
  let english: EmbeddedCorpus | null = null;
  for (const language of LANGUAGES) {
    const row = await measure(`xquad/${language}`, language);
    rows.push(row);
    english ??= row.corpus;
    console.log(`  … among English paragraphs, by meaning: ${(await across(row.set, english)).toFixed(4)}`);
  }
  const xquad = rows.slice(1);
  for (const leg of ['lexical', 'semantic', 'hybrid'] as const) {
    console.log(`xquad average, ${leg}: ${mean(xquad.map((row) => row[leg])).toFixed(4)}`);
  }
} finally {
  await embedder.close();
}

async function measure(name: string, language: string) {
  const set = readRetrievalSet(join(folder, name));
  const corpus = new EmbeddedCorpus(embedder, language);
  await corpus.add(set.corpus, (done) => process.stderr.write(`\r${name}: ${done} of ${set.corpus.length} embedded `));
  process.stderr.write('\n');
  const scores = { lexical: [] as number[], semantic: [] as number[], hybrid: [] as number[] };
  let matches = 0;
  for (const query of set.queries) {
    const { lexical } = readQuery(query.text, language, 'forgiven');
    const semantic = await meaningOf(query.text, language);
    const byWords = corpus.find({ kind: 'search', lexical, semantic: null, semanticShare: 0 });
    matches += byWords.total;
    scores.lexical.push(grade(set, query.id, byWords.hits));
    const byMeaning = corpus.find({
      kind: 'search',
      lexical: null,
      semantic: { ...semantic, cutoff: 0 },
      semanticShare: 1,
    });
    scores.semantic.push(grade(set, query.id, byMeaning.hits));
    const byBoth = corpus.find({ kind: 'search', lexical, semantic, semanticShare: RATIO });
    scores.hybrid.push(grade(set, query.id, byBoth.hits));
  }
  const row = { lexical: mean(scores.lexical), semantic: mean(scores.semantic), hybrid: mean(scores.hybrid) };
  const figures = Object.entries(row).map(([leg, value]) => `${leg} ${value.toFixed(4)}`);
  const share = ((100 * matches) / set.queries.length / set.corpus.length).toFixed(1);
  console.log(`${name.padEnd(10)} ${figures.join('  ')}   a query's words match ${share} % of the documents`);
  return { ...row, set, corpus };
}

/** The question in one language, the paragraphs in another. */
async function across(set: RetrievalSet, corpus: EmbeddedCorpus): Promise<number> {
  const grades: number[] = [];
  for (const query of set.queries) {
    const semantic = { ...(await meaningOf(query.text, null)), cutoff: 0 };
    grades.push(grade(set, query.id, corpus.find({ kind: 'search', lexical: null, semantic, semanticShare: 1 }).hits));
  }
  return mean(grades);
}

async function meaningOf(text: string, language: string | null) {
  const [{ vector }] = await embedder.embed([{ text, language, kind: 'query' }]);
  return { vector, space: embedder.space, cutoff: CUTOFF, scale: { middle, steepness } };
}

function grade(set: RetrievalSet, query: string, hits: readonly { id: string }[]): number {
  const relevant = new Map([...(set.relevant.get(query) ?? [])].map(([id, value]) => [documentId(id), value]));
  return ndcgAt10(
    hits.map(({ id }) => id),
    relevant,
  );
}
