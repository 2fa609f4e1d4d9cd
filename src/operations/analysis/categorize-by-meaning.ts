import { evenlySpread } from '../../algorithms/evenly-spread.js';
import type { Document } from '../../domain/document/document.js';
import { analysisConfidence } from '../../domain/search/confidence.js';
import type { OperationContext } from '../context.js';
import { divideDocuments, embedInSpace } from '../documents/embed-documents.js';
import {
  type AssignedCategory,
  type Category,
  categoryMargin,
  isSameTopic,
  rankCategories,
  type Topic,
} from './category-scores.js';
import { embedPhrases } from './topic-phrases.js';

/** Longer documents are compared by this many evenly spread passages: each costs thousands of multiplications per phrase. */
const MAX_PASSAGES = 32;

/** All categories of each document, the most probable first, by the cosine similarity of passages and descriptions. */
export async function categorizeByMeaning(
  documents: readonly Document[],
  categories: readonly Category[],
  context: OperationContext,
): Promise<AssignedCategory[][]> {
  const [embedded, phrases, topics] = await Promise.all([
    divideDocuments(documents, context).then((divided) => embedInSpace(divided, context.embedder)),
    embedPhrases(categories, context),
    context.commonTopics.embedded(),
  ]);
  const others = await otherTopics(topics, phrases, context);
  const similarities = await context.compareTopics({
    subjects: embedded.map(({ vectors }) => evenlySpread(vectors.codes, MAX_PASSAGES)),
    topics: [...phrases, ...topics.map((topic) => topic.phrases)],
  });
  return similarities.map((toAll, document) => {
    const toTopics = toAll.slice(categories.length);
    const margins = others.map((ofCategory, category) => {
      const toOthers = ofCategory.map((topic) => toTopics[topic]);
      return categoryMargin(toAll[category], toOthers, context.scale);
    });
    return rankCategories(margins, embedded[document].tokens).map(({ category, probability }) => ({
      name: categories[category].name,
      confidence: analysisConfidence(probability),
    }));
  });
}

/** For each category, the indexes of the common topics that it is not about; all of them if it seems to be about each. */
async function otherTopics(
  topics: readonly Topic[],
  categories: readonly Float32Array[][],
  { compareTopics, scale }: Pick<OperationContext, 'compareTopics' | 'scale'>,
): Promise<number[][]> {
  const subjects = topics.map(({ direction }) => [direction]);
  const toCategories = await compareTopics({ subjects, topics: categories });
  const all = topics.map((_, topic) => topic);
  return categories.map((_, category) => {
    const others = all.filter((topic) => !isSameTopic(toCategories[topic][category], scale));
    return others.length > 0 ? others : all;
  });
}
