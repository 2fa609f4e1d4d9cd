import type { Document } from '../../domain/document/document.js';
import { detectLanguage } from '../../text/language/detect-language.js';
import type { OperationContext } from '../context.js';
import { divideDocuments, embedInSpace } from '../documents/embed-documents.js';
import {
  type AssignedCategory,
  type CategorizeRequest,
  type Category,
  categoryConfidence,
  chooseCategories,
  isOtherTopic,
  type Topic,
} from './category-scores.js';
import { evenlySpread } from './sample-passages.js';

/** Separates the phrases of a description, in any script. */
const PHRASE_SEPARATOR = /[.,:;!?()\n。、，：；！？（）।؟،؛]+/u;

/** Longer documents are compared by this many evenly spread passages: each costs thousands of multiplications per phrase. */
const MAX_PASSAGES = 32;

/** The most probable categories of each document, best first, by the cosine similarity of passages and descriptions. */
export async function categorizeByMeaning(
  documents: readonly Document[],
  { categories, maxCategories }: Pick<CategorizeRequest, 'categories' | 'maxCategories'>,
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
    topics: [...phrases, ...others.map((topic) => topic.phrases)],
  });
  return similarities.map((toAll) => {
    const toCategories = toAll.slice(0, categories.length);
    const toOthers = toAll.slice(categories.length);
    const chosen = chooseCategories({ toCategories, toOthers }, { max: maxCategories, scale: context.scale });
    return chosen.map(({ category, probability }) => ({
      name: categories[category].name,
      confidence: categoryConfidence(probability),
    }));
  });
}

/** The common topics that none of the categories covers. */
async function otherTopics(
  topics: readonly Topic[],
  categories: readonly Float32Array[][],
  { compareTopics, scale }: Pick<OperationContext, 'compareTopics' | 'scale'>,
): Promise<Topic[]> {
  const subjects = topics.map(({ direction }) => [direction]);
  const toCategories = await compareTopics({ subjects, topics: categories });
  return topics.filter((_, i) => isOtherTopic(toCategories[i], scale));
}

/** Descriptions may be in another language than the documents. */
export async function embedPhrases(
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
  const phrases = description.split(PHRASE_SEPARATOR).map((phrase) => phrase.trim());
  return [name, ...phrases.filter((phrase) => phrase !== '')];
}
