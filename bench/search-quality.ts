// How good are the first ten results of lexical, semantic and hybrid search? And of semantic search where the question is in another
// language than the texts? nDCG@10 over retrieval sets; hybrid search next to two simpler ways to combine the same results.
// npm run build && node --import ./scripts/run-typescript.mjs bench/search-quality.ts [part …]   (a minute or two a part: it embeds the set)
// Parts: scifact, xquad/LANGUAGE, across/LANGUAGE (questions in it, English paragraphs); all of them if none is named.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SemanticQuery } from '../src/engine/engine.js';
import { openBundledEmbedder } from '../src/inference/onnx/bundled-embedder.js';
import { queryParts } from '../src/text/query/query-parts.js';
import { documentId, EmbeddedCorpus } from './support/embedded-corpus.js';
import { byAddedScores, byRanks } from './support/rank-fusion.js';
import { Recording } from './support/recording.js';
import { mean, ndcgAt10, type RetrievalSet, readRetrievalSet } from './support/retrieval-set.js';

const FOLDER = '../shared/data';
const LANGUAGES = ['en', 'de', 'es', 'ru', 'zh', 'ar'];
const PARTS = ['scifact', ...LANGUAGES.map((one) => `xquad/${one}`), ...LANGUAGES.map((one) => `across/${one}`)];
const CUTOFF = 50;
const RATIO = 0.6;
const ALL = 10_000;
const { middle, steepness } = JSON.parse(readFileSync('models/calibration.json', 'utf8'));

const recording = new Recording('search-quality');
const embedder = await openBundledEmbedder({
  threads: 2,
  onFailure: (error) => {
    throw error;
  },
});
const asked = process.argv.slice(2);
const unknown = asked.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}. There are: ${PARTS.join(', ')}.`);

try {
  for (const part of asked.length > 0 ? asked : PARTS) {
    const [set, language = 'en'] = part.split('/');
    if (set === 'across') await measureAcross(language);
    else await measureWithin(part, language);
    recording.save();
  }
} finally {
  await embedder.close();
}

async function measureWithin(name: string, language: string): Promise<void> {
  const set = readRetrievalSet(join(FOLDER, name));
  const corpus = await embedCorpus(name, language);
  const scores: Record<string, number[]> = { lexical: [], semantic: [], hybrid: [], added: [], ranks: [] };
  let matches = 0;
  for (const query of set.queries) {
    const words = { language, parts: queryParts(query.text), typos: 'forgiven' as const };
    const semantic = await meaningOf(query.text, language);
    const note = (way: string, hits: readonly { id: string }[]) => scores[way].push(grade(set, query.id, hits));
    const byWords = corpus.find({ kind: 'search', words, semantic: null, semanticShare: 0 }, ALL);
    matches += byWords.total;
    note('lexical', byWords.hits);
    note('semantic', byMeaning(corpus, semantic, 0));
    note('hybrid', corpus.find({ kind: 'search', words, semantic, semanticShare: RATIO }).hits);
    const near = byMeaning(corpus, semantic, CUTOFF);
    note('added', byAddedScores(byWords.hits, near, RATIO));
    note('ranks', byRanks(byWords.hits, near, RATIO));
  }
  const figures = Object.entries(scores).map(([leg, grades]) => `${leg} ${mean(grades).toFixed(4)}`);
  const row = { table: 'Question and texts in the same language, nDCG@10', name, unit: 'score' } as const;
  recording.add(
    { ...row, measure: 'lexical', value: mean(scores.lexical) },
    { ...row, measure: 'semantic', value: mean(scores.semantic) },
    {
      ...row,
      measure: 'hybrid',
      value: mean(scores.hybrid),
      alternatives: {
        'scores added': { value: mean(scores.added) },
        'reciprocal rank fusion': { value: mean(scores.ranks) },
      },
    },
  );
  const share = ((100 * matches) / set.queries.length / set.corpus.length).toFixed(1);
  console.log(`${name.padEnd(10)} ${figures.join('  ')}   a query's words match ${share} % of the documents`);
}

/** The question in one language, the paragraphs in English, as `multilingual_search` finds them. */
async function measureAcross(language: string): Promise<void> {
  const set = readRetrievalSet(join(FOLDER, `xquad/${language}`));
  const corpus = await embedCorpus('xquad/en', 'en');
  const grades: number[] = [];
  for (const query of set.queries) {
    grades.push(grade(set, query.id, byMeaning(corpus, await meaningOf(query.text, null), 0)));
  }
  const everyFourth = grades.filter((_, index) => index % 4 === 0);
  const row = {
    table: 'Semantic search, English texts, nDCG@10',
    name: `question in ${language}`,
    unit: 'score',
  } as const;
  recording.add(
    { ...row, measure: 'all questions', value: mean(grades) },
    { ...row, measure: 'every fourth question', value: mean(everyFourth) },
  );
  console.log(
    `across/${language}  semantic ${mean(grades).toFixed(4)}   every fourth question ${mean(everyFourth).toFixed(4)}`,
  );
}

async function embedCorpus(name: string, language: string): Promise<EmbeddedCorpus> {
  const texts = readRetrievalSet(join(FOLDER, name)).corpus;
  const corpus = new EmbeddedCorpus(embedder, language);
  await corpus.add(texts, (done) => process.stderr.write(`\r${name}: ${done} of ${texts.length} embedded `));
  process.stderr.write('\n');
  return corpus;
}

function byMeaning(corpus: EmbeddedCorpus, semantic: SemanticQuery, cutoff: number) {
  const search = { kind: 'search', words: null, semantic: { ...semantic, cutoff }, semanticShare: 1 } as const;
  return corpus.find(search, ALL).hits;
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
