import type { DocumentHead } from '../../domain/document/document.js';
import type { Language } from '../../domain/document/language.js';
import type { Clause, Filter } from '../../domain/filter/filter.js';
import { type ConfidenceLevel, confidenceLevel } from '../../domain/search/confidence.js';
import type { OperationContext } from '../context.js';
import { embedQuery } from './embed-query.js';
import { searchScope } from './find-page.js';
import { quotePassages } from './passage-reader.js';

export interface RetrieveRequest {
  query: string;
  cutoff: number;
  documentIds: readonly string[] | null;
  tenantIds: readonly string[] | null;
  /** Null for documents of all languages. */
  language: Language | null;
  filter: Filter | null;
  limit: number;
}

export interface RetrievedPassage {
  text: string;
  document: DocumentHead;
  confidence: ConfidenceLevel;
}

export interface RetrievedPassages {
  data: RetrievedPassage[];
  semanticTokens: number;
}

/** The passages that are nearest to the query in meaning, best first, word for word as they stand in the documents. */
export async function retrievePassages(
  request: RetrieveRequest,
  context: OperationContext,
): Promise<RetrievedPassages> {
  const scope = [...searchScope(request, context), ...documentScope(request.documentIds)];
  const { semantic, tokens } = await embedQuery(request, context);
  const { collection, queryTimeLimit: timeLimit, signal } = context;
  const { filter, limit } = request;
  const found = await collection.engine.findPassages({ scope, filter, semantic, limit, timeLimit }, { signal });
  const quotes = await quotePassages(found, context);
  const data = found.flatMap(({ score }, index) => {
    const quoted = quotes[index];
    return quoted === null ? [] : [{ confidence: confidenceLevel(score), ...quoted }];
  });
  return { data, semanticTokens: tokens };
}

export function documentScope(documentIds: readonly string[] | null): Clause[] {
  return documentIds === null ? [] : [{ kind: 'ids', values: [...documentIds] }];
}
