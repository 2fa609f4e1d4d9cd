import type { Document } from '../../domain/document/document.js';
import type { AnalysisConfidence } from '../../domain/search/confidence.js';
import { detectLanguage } from '../../text/language/detect-language.js';
import type { OperationContext } from '../context.js';
import { embedInSpace } from '../documents/embed-documents.js';
import type { AssignedCategory, CategorizeRequest, Category } from './category.js';
import { chooseCategories, isOtherTopic, type Topic } from './category-scores.js';
import { commonTopics } from './common-topics.js';
import { evenlySpread } from './evenly-spread.js';

/** The least probability of each level; `bench/categorize.ts` says how often each is right, and said of documents about something else. */
const LEAST_PROBABILITIES: readonly [AnalysisConfidence, number][] = [
  ['very_high', 0.85],
  ['high', 0.65],
  ['medium', 0.25],
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
  const [embedded, phrases, topics] = await Promise.all([
    embedInSpace(documents, context),
    embedPhrases(categories, context),
    commonTopics(context.embedder),
  ]);
  const others = await otherTopics(topics, phrases, context);
  const nearness = await context.compareTopics({
    subjects: embedded.map(({ vectors }) => evenlySpread(vectors.passages, MOST_PASSAGES).map(({ codes }) => codes)),
    topics: [...phrases, ...others.map((topic) => topic.phrases)],
  });
  return nearness.map((toAll) => {
    const toCategories = toAll.slice(0, categories.length);
    const toOthers = toAll.slice(categories.length);
    return chooseCategories({ toCategories, toOthers }, maxCategories, context.scale).map(
      ({ category, probability }) => ({ name: categories[category].name, confidence: level(probability) }),
    );
  });
}

/** Those topics that none of the categories is about. */
async function otherTopics(
  topics: readonly Topic[],
  categories: readonly Float32Array[][],
  { compareTopics, scale }: Pick<OperationContext, 'compareTopics' | 'scale'>,
): Promise<Topic[]> {
  const subjects = topics.map(({ direction }) => [direction]);
  const toCategories = await compareTopics({ subjects, topics: categories });
  return topics.filter((_, i) => isOtherTopic(toCategories[i], scale));
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
