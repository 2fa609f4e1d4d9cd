// Shows how hybrid search ranks with other constants of its mixture, to choose STRENGTH in src/engine/ranking/ranking.ts.
// npm run build && node --import ./scripts/run-typescript.mjs training/calibration/fit-mixture.ts [folder of data sets] [vector cache]
//
// Prints nDCG@10 of each set and their mean, for each score of strength 0, each exponent of the words' agreement and each weight of
// words. Then, with the constants as they are, how many of the first ten results of each confidence level are
// relevant, by words, by meaning and by both. Needs models/calibration.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentId, EmbeddedCorpus } from '../../bench/support/embedded-corpus.js';
import { mean, ndcgAt10, readRetrievalSet } from '../../bench/support/retrieval-set.js';
import { VectorCache } from '../../bench/support/vector-cache.js';
import { confidenceLevel } from '../../src/domain/search/confidence.js';
import { STRENGTH, scoreOfStrength } from '../../src/engine/ranking/ranking.js';
import { openBundledEmbedder } from '../../src/inference/onnx/bundled-embedder.js';
import { queryParts } from '../../src/text/query/query-parts.js';

const [folder = '../shared/data', cacheFile = null] = process.argv.slice(2);
const SETS = [['scifact', 'en'], ...['en', 'de', 'es', 'ru', 'zh', 'ar'].map((code) => [`xquad/${code}`, code])];
const LEAST_SCORES = [5, 6, 7, 8, 10];
const EXPONENTS = [0.5, 0.625, 0.75];
const WORDS_WEIGHTS = [1, 1.1, 1.2, 1.3];
/** The caller's share of meaning, and the lowest semantic score that counts: the defaults of a search. */
const RATIO = 0.6;
const CUTOFF = 50;
const ALL = 10_000;
const LEVELS = ['very_high', 'high', 'medium', 'low'] as const;
/** Every second question is enough to tell constants apart. */
const EVERY = 2;

/** What a document scores for one question, 0–100; null where it was not found. */
interface Legs {
  words: number | null;
  meaning: number | null;
}

type Constants = Record<'leastScore' | 'agreementExponent' | 'wordsWeight', number>;

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

console.log(`least  exponent  words  mean    ${SETS.map(([name]) => name).join('  ')}`);
for (const leastScore of LEAST_SCORES)
  for (const agreementExponent of EXPONENTS)
    for (const wordsWeight of WORDS_WEIGHTS) {
      const constants = { leastScore, agreementExponent, wordsWeight };
      const grades = sets.map((questions) => mean(questions.map((question) => grade(question, constants))));
      const columns = [mean(grades), ...grades].map((value) => value.toFixed(4));
      console.log(
        `${String(leastScore).padEnd(6)} ${String(agreementExponent).padEnd(9)} ${String(wordsWeight).padEnd(6)} ${columns.join('  ')}`,
      );
    }
for (const [mode, scoreOf] of [
  ['words', ({ words }: Legs) => words],
  ['meaning', ({ meaning }: Legs) => meaning],
  ['both', mixedScore(STRENGTH)],
] as const) {
  console.log(`\nrelevant of the first ten by ${mode}: ${LEVELS.join(', ')}`);
  sets.forEach((questions, i) => {
    console.log(`${SETS[i][0].padEnd(9)} ${precisionOfLevels(questions, scoreOf).join('  ')}`);
  });
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
      documents.set(id, { words: score, meaning: null });
    for (const { id, score } of corpus.find({ kind: 'search', words: null, semantic, semanticShare: 1 }, ALL).hits)
      documents.set(id, { words: documents.get(id)?.words ?? null, meaning: score });
    const relevant = new Map([...set.relevant.get(query.id)!].map(([id, value]) => [documentId(id), value]));
    questions.push({ relevant, documents });
  }
  return questions;
}

/** As `ScoreMixture` does it, with other constants. The score of strength 1 stays where it is. */
function mixedScore({ leastScore, agreementExponent, wordsWeight }: Constants): (legs: Legs) => number {
  const weightOfWords = (1 - RATIO) * wordsWeight;
  const share = RATIO / (RATIO + weightOfWords);
  const leastLogit = logit(leastScore);
  const span = logit(scoreOfStrength(1)) - leastLogit;
  const strengthOf = (score: number) => Math.max(0, (logit(score) - leastLogit) / span);
  return ({ words, meaning }) => {
    const byMeaning = meaning === null ? 0 : strengthOf(meaning);
    const byWords = words === null ? 0 : agreementOf(words) ** agreementExponent;
    const strength =
      (share * byMeaning ** STRENGTH.order + (1 - share) * byWords ** STRENGTH.order) ** (1 / STRENGTH.order);
    return 100 / (1 + Math.exp(-leastLogit - span * strength));
  };
}

/** How much words agree (0–1) that have a score: the inverse of `scoreOfWords`. */
function agreementOf(score: number): number {
  const strength = Math.max(0, (logit(score) - logit(STRENGTH.leastScore)) / STRENGTH.span);
  return strength ** (1 / STRENGTH.agreementExponent);
}

function logit(score: number): number {
  return Math.log(score / (100 - score));
}

function bestTen({ documents }: Question, scoreOf: (legs: Legs) => number | null) {
  const scored = [...documents].flatMap(([id, legs]) => {
    const score = scoreOf(legs);
    return score === null ? [] : [{ id, score }];
  });
  return scored.sort((a, b) => b.score - a.score).slice(0, 10);
}

function grade(question: Question, constants: Constants): number {
  const ids = bestTen(question, mixedScore(constants)).map(({ id }) => id);
  return ndcgAt10(ids, question.relevant);
}

/** For each level, the share of its results that are relevant, and how many it has. */
function precisionOfLevels(questions: readonly Question[], scoreOf: (legs: Legs) => number | null): string[] {
  const results = questions.flatMap((question) =>
    bestTen(question, scoreOf).map(({ id, score }) => ({
      level: confidenceLevel(score),
      isRelevant: question.relevant.has(id),
    })),
  );
  return LEVELS.map((level) => {
    const ofLevel = results.filter((result) => result.level === level);
    const relevant = ofLevel.filter(({ isRelevant }) => isRelevant).length;
    return `${(relevant / Math.max(1, ofLevel.length)).toFixed(2)} of ${ofLevel.length}`;
  });
}
