import type { DocumentHead } from '../../domain/document/document.js';
import type { Language } from '../../domain/document/language.js';
import type { Filter } from '../../domain/filter/filter.js';
import type { OperationContext } from '../context.js';
import { findPage } from './find-page.js';

export interface SuggestRequest {
  query: string;
  tenantIds: readonly string[] | null;
  language: Language;
  filter: Filter | null;
  limit: number;
}

export interface Suggestions {
  data: DocumentHead[];
  /** All that match, not only those returned. */
  total: number;
}

/** Documents for a query that is still being typed: each of its words begins a word of their title. */
export async function suggestDocuments(request: SuggestRequest, context: OperationContext): Promise<Suggestions> {
  const { query: typed, language } = request;
  const { data, total } = await findPage(
    { ...request, facets: [], sort: [], page: 1 },
    { kind: 'suggest', typed, language },
    context,
  );
  return { data: data.map(({ document }) => document), total };
}
