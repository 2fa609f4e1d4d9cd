import type { AnalysisConfidence } from '../../domain/analysis-confidence.js';
import type { Document } from '../../domain/document.js';
import type { ScoreScale } from '../../engine/engine.js';
import { detectLanguage } from '../../text/detect-language.js';
import type { OperationContext } from '../context.js';
import { embedInSpace } from '../documents/embed-documents.js';
import type { AssignedCategory, CategorizeRequest, Category } from './category.js';
import { chooseCategories, isOtherTopic, type Topic } from './category-scores.js';
import { commonTopics } from './common-topics.js';
import { evenlySpread } from './evenly-spread.js';
import { meanNearness } from './mean-nearness.js';
import { SharedTurns } from './shared-turns.js';

/** The least probability of each level; `bench/categorize.ts` says how often each is right, and said of documents about something else. */
const LEAST_PROBABILITIES: readonly [AnalysisConfidence, number][] = [
  ['very_high', 0.85],
  ['high', 0.65],
  ['medium', 0.3],
];

/** Where one thing ends that a description names, in any script. */
const PHRASE_BORDER = /[.,:;!?()\n。、，：；！？（）।؟،؛]+/u;

/** Of a longer document only so many passages are compared, evenly spread: each takes thousands of multiplications for every phrase. */
const MOST_PASSAGES = 32;

/** For each document the likeliest categories, best first: those whose descriptions name what its passages are about. */
export async function categorizeByMeaning(
  documents: readonly Document[],
  { categories, maxCategories }: Pick<CategorizeRequest, 'categories' | 'maxCategories'>,
  context: OperationContext,
): Promise<AssignedCategory[][]> {
  const { scale } = context;
  const [embedded, phrases, topics] = await Promise.all([
    embedInSpace(documents, context),
    embedPhrases(categories, context),
    commonTopics(context.embedder),
  ]);
  const turns = new SharedTurns();
  const others = await otherTopics(topics, phrases, { scale, turns });
  const found: AssignedCategory[][] = [];
  for (const { vectors } of embedded) {
    const codes = evenlySpread(vectors.passages, MOST_PASSAGES).map((passage) => passage.codes);
    const toCategories = await meanNearness(codes, phrases, turns);
    const toOthers = await meanNearness(codes, others, turns);
    const choices = chooseCategories({ toCategories, toOthers }, maxCategories, scale);
    found.push(
      choices.map(({ category, probability }) => ({ name: categories[category].name, confidence: level(probability) })),
    );
  }
  return found;
}

/** The phrases of those topics that none of the categories is about. */
async function otherTopics(
  topics: readonly Topic[],
  categories: readonly Float32Array[][],
  { scale, turns }: { scale: ScoreScale; turns: SharedTurns },
): Promise<(readonly Float32Array[])[]> {
  const others: (readonly Float32Array[])[] = [];
  for (const { phrases, direction } of topics) {
    if (isOtherTopic(await meanNearness([direction], categories, turns), scale)) others.push(phrases);
  }
  return others;
}

/** Categories are described in any language, not that of the documents. */
async function embedPhrases(
  categories: readonly Category[],
  { embedder }: Pick<OperationContext, 'embedder'>,
): Promise<Float32Array[][]> {
  const texts = categories.map((category) => {
    const language = detectLanguage(category.description);
    return phrasesOf(category).map((text) => ({ text, language, kind: 'query' as const }));
  });
  const embeddings = await embedder.embed(texts.flat());
  let next = 0;
  return texts.map((ofCategory) => ofCategory.map(() => embeddings[next++].vector));
}

function phrasesOf({ name, description }: Category): string[] {
  const phrases = description.split(PHRASE_BORDER).map((phrase) => phrase.trim());
  return [name, ...phrases.filter((phrase) => phrase !== '')];
}

function level(probability: number): AnalysisConfidence {
  return LEAST_PROBABILITIES.find(([, least]) => probability >= least)?.[0] ?? 'low';
}
