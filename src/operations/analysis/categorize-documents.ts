import type { Document } from '../../domain/document/document.js';
import { isAtLeast } from '../../domain/search/confidence.js';
import { type LanguageModelUsage, NO_LANGUAGE_MODEL } from '../../domain/search/generation.js';
import type { OperationContext } from '../context.js';
import { countDocumentTokens } from '../documents/embed-documents.js';
import { findDocuments } from '../documents/find-documents.js';
import { categorizeByMeaning } from './categorize-by-meaning.js';
import { categorizeByModel } from './categorize-by-model.js';
import type { AssignedCategory, CategorizeRequest } from './category.js';

interface CategorizedDocument {
  document: Document;
  /** Best first. */
  categories: AssignedCategory[];
}

export interface Categorization {
  /** In the order of the request. */
  data: CategorizedDocument[];
  semanticTokens: number;
  usage: LanguageModelUsage;
}

/** What was found for each document: categories with a confidence, best first. */
interface Judgement {
  assigned: AssignedCategory[][];
  usage: LanguageModelUsage;
}

/** Assigns documents to the caller's categories. A language model does it where the operator named one, else nearness of meaning. */
export async function categorizeDocuments(
  request: CategorizeRequest,
  context: OperationContext,
): Promise<Categorization> {
  const documents = findDocuments(request.documentIds, context);
  const [judgement, tokens] = await Promise.all([
    judge(documents, request, context),
    countDocumentTokens(documents, context),
  ]);
  return {
    data: documents.map((document, index) => ({
      document,
      categories: judgement.assigned[index]
        .filter(({ confidence }) => isAtLeast(confidence, request.minConfidence))
        .slice(0, request.maxCategories),
    })),
    semanticTokens: tokens.reduce((sum, count) => sum + count, 0),
    usage: judgement.usage,
  };
}

/** What a language model says of a document is of no use where it can't be read: meaning decides on that one then. */
async function judge(
  documents: readonly Document[],
  request: CategorizeRequest,
  context: OperationContext,
): Promise<Judgement> {
  const model = context.languageModels.writing;
  if (model === null)
    return { assigned: await categorizeByMeaning(documents, request, context), usage: NO_LANGUAGE_MODEL };
  const { answers, usage } = await categorizeByModel(documents, request, model);
  const unread = documents.filter((_, index) => answers[index] === null);
  const fallback = unread.length === 0 ? [] : await categorizeByMeaning(unread, request, context);
  return { assigned: answers.map((answer) => answer ?? fallback.shift() ?? []), usage };
}
