import type { DocumentHead } from '../../domain/document.js';
import type { Filter } from '../../domain/filter.js';
import type { Language } from '../../domain/language.js';
import { analyze } from '../../text/analysis/analyze.js';
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
  const { query, language } = request;
  const words = analyze(query, language).flatMap(({ term, kind }) => (kind === 'word' ? [term] : []));
  const { data, total } = await findPage(
    { ...request, facets: [], sort: [], page: 1 },
    { kind: 'suggest', words, language },
    context,
  );
  return { data: data.map(({ document }) => document), total };
}
