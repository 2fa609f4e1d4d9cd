import type { Document } from '../../domain/document/document.js';
import { isAtLeast } from '../../domain/search/confidence.js';
import { type LanguageModelUsage, NO_LANGUAGE_MODEL } from '../../domain/search/generation.js';
import type { OperationContext } from '../context.js';
import { countDocumentTokens } from '../documents/embed-documents.js';
import { findDocuments } from '../documents/read-documents.js';
import { categorizeByMeaning } from './categorize-by-meaning.js';
import { categorizeByModel } from './categorize-by-model.js';
import type { AssignedCategory, CategorizeRequest } from './category-scores.js';

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

/** The categories of each document, best first. */
interface Assignment {
  assigned: AssignedCategory[][];
  usage: LanguageModelUsage;
}

/** Assigns documents to the caller's categories: with a language model if one is configured, else by embeddings. */
export async function categorizeDocuments(
  request: CategorizeRequest,
  context: OperationContext,
): Promise<Categorization> {
  const documents = await findDocuments(request.documentIds, context);
  const [assignment, tokens] = await Promise.all([
    assign(documents, request, context),
    countDocumentTokens(documents, context),
  ]);
  return {
    data: documents.map((document, index) => ({
      document,
      categories: assignment.assigned[index]
        .filter(({ confidence }) => isAtLeast(confidence, request.minConfidence))
        .slice(0, request.maxCategories),
    })),
    semanticTokens: tokens.reduce((sum, count) => sum + count, 0),
    usage: assignment.usage,
  };
}

/** Documents for which the language model gave no valid answer are assigned by embeddings. */
async function assign(
  documents: readonly Document[],
  request: CategorizeRequest,
  context: OperationContext,
): Promise<Assignment> {
  const model = context.languageModels.writing;
  if (model === null) {
    return { assigned: await categorizeByMeaning(documents, request.categories, context), usage: NO_LANGUAGE_MODEL };
  }
  const { answers, usage } = await categorizeByModel(documents, request, model);
  const unanswered = documents.filter((_, index) => answers[index] === null);
  const fallback = unanswered.length === 0 ? [] : await categorizeByMeaning(unanswered, request.categories, context);
  return { assigned: answers.map((answer) => answer ?? fallback.shift() ?? []), usage };
}
