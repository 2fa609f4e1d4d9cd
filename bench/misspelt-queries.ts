// How well does lexical search do with a misspelt word, with typo tolerance and without? nDCG@10 of questions as they are, of questions
// with two letters of their longest word swapped, and of that word beside one other word of the question.
// npm run build && node --import ./scripts/run-typescript.mjs bench/misspelt-queries.ts [set …]
import { join } from 'node:path';
import type { Language } from '../src/domain/document/language.js';
import { queryParts } from '../src/text/query/query-parts.js';
import { documentId, EmbeddedCorpus } from './support/embedded-corpus.js';
import { Recording } from './support/recording.js';
import { mean, ndcgAt10, type RetrievalSet, readRetrievalSet } from './support/retrieval-set.js';

const FOLDER = '../shared/data';
const SETS = ['scifact', 'xquad/en', 'xquad/de', 'xquad/es', 'xquad/ru', 'xquad/ar'];
/** Shorter words are not looked up with typos. */
const SHORTEST = 4;
const WAYS = ['forgiven', 'refused'] as const;

/** Only lexical search is measured, so any vector will do. */
const noMeaning = {
  space: 'none',
  embed: async (texts: readonly unknown[]) => texts.map(() => ({ vector: Float32Array.of(1), tokens: 1 })),
};

const recording = new Recording('misspelt-queries');
const asked = process.argv.slice(2);
for (const name of asked.length > 0 ? asked : SETS) await measure(name, name.split('/')[1] ?? 'en');

async function measure(name: string, language: Language): Promise<void> {
  const set = readRetrievalSet(join(FOLDER, name));
  const corpus = new EmbeddedCorpus(noMeaning, language);
  await corpus.add(set.corpus, () => {});
  const questions = set.queries.flatMap(({ id, text }) => {
    const variants = variantsOf(text);
    return variants === null ? [] : [{ id, variants }];
  });
  console.log(`${name}, ${questions.length} questions`);
  for (const kind of ['as it is', 'misspelt', 'two words, one misspelt'] as const) {
    const [forgiven, refused] = WAYS.map((typos) =>
      mean(questions.map(({ id, variants }) => grade(set, id, find(corpus, variants[kind], language, typos)))),
    );
    const alternatives = { 'without typo tolerance': { value: refused } };
    recording.add({ name, measure: kind, unit: 'score', value: forgiven, alternatives });
    const ratio = (forgiven / refused).toFixed(2);
    console.log(`  ${kind.padEnd(24)} forgiven ${forgiven.toFixed(4)}  not ${refused.toFixed(4)}  ${ratio} times`);
  }
  recording.save();
}

/** Null for a question that has too few words. */
function variantsOf(text: string): Record<'as it is' | 'misspelt' | 'two words, one misspelt', string> | null {
  const words = text.split(/[^\p{L}\p{M}]+/u).filter((word) => word.length >= SHORTEST);
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '');
  const others = words.filter((word) => word !== longest);
  if (others.length < 2) return null;
  const wrong = withSwappedLetters(longest);
  const other = others[text.length % others.length];
  return { 'as it is': text, misspelt: text.replace(longest, wrong), 'two words, one misspelt': `${other} ${wrong}` };
}

function withSwappedLetters(word: string): string {
  const letters = [...word];
  const middle = letters.length >> 1;
  [letters[middle], letters[middle + 1]] = [letters[middle + 1] ?? '', letters[middle]];
  return letters.join('');
}

function find(corpus: EmbeddedCorpus, text: string, language: Language, typos: (typeof WAYS)[number]): string[] {
  const words = { language, parts: queryParts(text), typos };
  const { hits } = corpus.find({ kind: 'search', words, semantic: null, semanticShare: 0 });
  return hits.map(({ id }) => id);
}

function grade(set: RetrievalSet, question: string, found: readonly string[]): number {
  const relevant = [...set.relevant.get(question)!].map(([id, value]): [string, number] => [documentId(id), value]);
  return ndcgAt10(found, new Map(relevant));
}
