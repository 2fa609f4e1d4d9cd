import type { DocumentHead } from '../../domain/document/document.js';
import type { Language } from '../../domain/document/language.js';
import type { Filter } from '../../domain/filter/filter.js';
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
  const words = wordsOf(query, language);
  const { data, total } = await findPage(
    { ...request, facets: [], sort: [], page: 1 },
    { kind: 'suggest', words, language },
    context,
  );
  return { data: data.map(({ document }) => document), total };
}

const SIGNED_NAME = /^.(?:\+\+|#)$/;

/** C++ and C# are names: their letter alone begins too many words. */
function wordsOf(query: string, language: Language): string[] {
  const tokens = analyze(query, language);
  const names = tokens.filter(({ kind, term }) => kind === 'compound' && SIGNED_NAME.test(term));
  const words = tokens.filter(({ kind, start }) => kind === 'word' && !names.some((name) => name.start === start));
  return [...words, ...names].sort((a, b) => a.start - b.start).map(({ term }) => term);
}
