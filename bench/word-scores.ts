// How long does it take to add up the scores of a query's words (BM25), next to the same loops in TypeScript?
// npm run build && node --import ./scripts/run-typescript.mjs bench/word-scores.ts [documents …]   (default: 100000 1000000)

import { buildVocabulary } from '../src/engine/embedded/lexical/build-lexical.js';
import { PostingList, type WeighedField } from '../src/engine/embedded/lexical/posting-list.js';
import { PostingWriter } from '../src/engine/embedded/lexical/postings.js';
import { ScoreWindow } from '../src/engine/embedded/lexical/score-window.js';
import { emptyBitset, fullBitset } from '../src/engine/embedded/segment/bitset.js';
import { Dictionary } from '../src/engine/embedded/segment/dictionary.js';
import { FEW_WORDS } from '../src/engine/ranking/ranking.js';
import { PlainScores } from './support/plain-scores.js';
import { counted, Recording } from './support/recording.js';

/** Document frequency of each query word as a share of all documents: some rare words, and two common ones. */
const SHARES = [0.0005, 0.002, 0.004, 0.01, 0.02, 0.03, 0.08, 0.15];
/** Words from here on are pruned (MaxScore): they can't make a document match that has none of the words before. */
const COMMON_FROM = 6;
const NEEDED = 1.5;
const ROUNDS = 400;

const recording = new Recording('word-scores');
for (const documents of process.argv.length > 2 ? process.argv.slice(2).map(Number) : [100_000, 1_000_000]) {
  measure(documents);
}

function measure(documents: number): void {
  const field = fieldOf(documents);
  const target = { bits: emptyBitset(documents), scores: new Float64Array(documents) };
  const among = fullBitset(documents);
  const window = new ScoreWindow();
  window.saturate(FEW_WORDS);
  const plain = new PlainScores();
  const ours = () => {
    const words = wordsOf(field);
    for (let base = 0; base < documents; base += window.size) {
      window.begin({ fields: [field], documents }, base);
      words.forEach((word, i) => {
        window.addWord(word, i < COMMON_FROM ? 'everywhere' : 'where found');
      });
      window.finish({ needed: NEEDED, best: SHARES.length, typoOnlyFactor: 1, stretch: 0 }, among, target);
    }
  };
  const theirs = () => {
    const words = wordsOf(field).map(({ known: [list], weight }) => ({ list, weight }));
    for (let base = 0; base < documents; base += plain.size) {
      plain.begin(field, base);
      words.forEach((word, i) => {
        plain.addWord(word, i < COMMON_FROM ? 'everywhere' : 'where found');
      });
      plain.finish({ needed: NEEDED, best: SHARES.length, among }, target);
    }
  };
  check(ours, theirs, target.scores);
  const times = { ours: Infinity, theirs: Infinity };
  // Both take turns, and the fastest round counts: it depends least on other load.
  for (let round = 0; round < ROUNDS; round++) {
    times.ours = Math.min(times.ours, timeOf(ours));
    times.theirs = Math.min(times.theirs, timeOf(theirs));
  }
  recording.add({
    name: counted(documents, 'documents'),
    measure: 'WebAssembly, copying included',
    unit: 'ms',
    value: times.ours,
    size: documents,
    alternatives: { 'the same loops in TypeScript': { value: times.theirs } },
  });
  recording.save();
  const postings = field.column.gaps.length;
  console.log(`${documents} documents, ${postings} postings of ${SHARES.length} words`);
  console.log(`  WebAssembly, copying included   ${times.ours.toFixed(3)} ms`);
  console.log(
    `  the same loops in TypeScript    ${times.theirs.toFixed(3)} ms, ${(times.theirs / times.ours).toFixed(2)} times`,
  );
}

/** Both must score alike but for rounding. */
function check(ours: () => void, theirs: () => void, scores: Float64Array): void {
  ours();
  const found = scores.slice();
  scores.fill(0);
  theirs();
  const apart = scores.findIndex((score, document) => Math.abs(score - found[document]) > 1e-3);
  if (apart >= 0) throw new Error(`document ${apart}: ${found[apart]}, and ${scores[apart]} in TypeScript`);
}

function timeOf(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

function fieldOf(documents: number): WeighedField {
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x7fffffff;
  };
  const writer = new PostingWriter(SHARES.length);
  for (const share of SHARES) {
    for (let document = 0; document < documents; document++) {
      if (random() < share) writer.add(document, random() < 0.7 ? [0] : [0, 1]);
    }
    writer.endEntry();
  }
  const names = SHARES.map((_, i) => `word ${i}`);
  const column = {
    vocabulary: buildVocabulary(
      Dictionary.fromSorted(names),
      names.map((name) => [name]),
      'en',
    ),
    ...writer.finish(),
  };
  const lengths = Uint16Array.from({ length: documents }, () => 60 + 180 * random());
  const byLength = Float32Array.from({ length: 600 }, (_, length) => 1 / (0.25 + (0.75 * length) / 150));
  return { field: 'content', column, lengths, weight: 1, byLength };
}

function wordsOf(field: WeighedField) {
  return SHARES.map((_, entry) => ({
    known: [new PostingList(field, { entry, weight: 1, asWritten: true })],
    typos: [],
    weight: 1,
    isKnown: true,
    typoShare: 0,
  }));
}
