import type { AnalysisConfidence } from '../../domain/analysis-confidence.js';
import type { Document } from '../../domain/document.js';
import { detectLanguage } from '../../text/detect-language.js';
import type { OperationContext } from '../context.js';
import { embedInSpace } from '../documents/embed-documents.js';
import type { AssignedCategory, Category } from './category.js';
import { chooseCategories, nearness, otherTopics } from './category-scores.js';
import { COMMON_TOPICS } from './common-topics.js';

/** The least probability of each level; `bench/categorize.ts` says how often each is right, and said of documents about something else. */
const LEAST_PROBABILITIES: readonly [AnalysisConfidence, number][] = [
  ['very_high', 0.85],
  ['high', 0.65],
  ['medium', 0.3],
];

/** Where one thing ends that a description names, in any script. */
const PHRASE_BORDER = /[.,:;!?()\n。、，：；！？（）।؟،؛]+/u;

/** For each document all categories, best first: those whose descriptions name what its passages are about. */
export async function categorizeByMeaning(
  documents: readonly Document[],
  categories: readonly Category[],
  context: OperationContext,
): Promise<AssignedCategory[][]> {
  const { embedder, scale } = context;
  const [embedded, phrases, topics] = await Promise.all([
    embedInSpace(documents, context),
    embedPhrases(categories, context),
    embedder.embed(COMMON_TOPICS.map((text) => ({ text, language: 'en', kind: 'query' }))),
  ]);
  const others = otherTopics(
    topics.map(({ vector }) => vector),
    phrases,
    scale,
  );
  return embedded.map(({ vectors }) => {
    const passages = vectors.passages.map(({ codes }) => codes);
    const nearnesses = phrases.map((ofCategory) => nearness(passages, ofCategory));
    const toOthers = others.map((topic) => nearness(passages, [topic]));
    return chooseCategories(nearnesses, toOthers, scale).map(({ category, probability }) => ({
      name: categories[category].name,
      confidence: level(probability),
    }));
  });
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
