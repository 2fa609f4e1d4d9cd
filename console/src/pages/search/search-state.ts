import type {
  AutoSuggestRequest,
  Filter,
  FilterDocumentsRequest,
  Language,
  SearchRequest,
  SearchType,
  Sort,
} from '@sextant/client';

export type Mode = 'hybrid' | 'meaning' | 'words';

/** What is searched for, and how. All of it is in the address, so that a search can be sent to someone. */
export interface SearchState {
  query: string;
  mode: Mode;
  /** The three modes beside each other. */
  isSideBySide: boolean;
  /** Null: the one that most documents have. */
  language: string | null;
  tenants: readonly string[];
  /** `created_at:desc`; null: the best first. */
  sort: string | null;
  filter: Filter;
  cutoff: number;
  /** The share of meaning in a hybrid score. */
  ratio: number;
  forgivesTypos: boolean;
}

export const ALL_LANGUAGES = 'all';
export const DEFAULT_CUTOFF = 50;
const DEFAULT_RATIO = 0.6;

const SEARCH_TYPES: Record<Mode, SearchType> = { hybrid: 'hybrid', meaning: 'ai_semantic', words: 'lexical' };

/** Reads the address. What makes no sense there is passed over; what the service refuses, it says itself. */
export function stateOf(address: Record<string, unknown>): SearchState {
  const language = textOf(address.language);
  // Only meaning crosses languages.
  const isEverywhere = language === ALL_LANGUAGES;
  return {
    query: textOf(address.q) ?? '',
    mode: isEverywhere ? 'meaning' : (MODES.find((mode) => mode === address.mode) ?? 'hybrid'),
    isSideBySide: !isEverywhere && address.compare === true,
    language,
    tenants: [address.tenant].flat().flatMap((tenant) => textOf(tenant) ?? []),
    sort: /:(asc|desc)$/.test(textOf(address.sort) ?? '') ? textOf(address.sort) : null,
    filter: isObject(address.filter) ? address.filter : {},
    cutoff: numberWithin(address.cutoff, 0, 90) ?? DEFAULT_CUTOFF,
    ratio: numberWithin(address.ratio, 0.2, 0.8) ?? DEFAULT_RATIO,
    forgivesTypos: address.typos !== false,
  };
}

const MODES: readonly Mode[] = ['hybrid', 'meaning', 'words'];

/** The shortest address that reads as this state. */
export function addressOf(state: SearchState): Record<string, unknown> {
  return {
    q: state.query || undefined,
    mode: state.mode === 'hybrid' || state.language === ALL_LANGUAGES ? undefined : state.mode,
    compare: state.isSideBySide || undefined,
    language: state.language ?? undefined,
    tenant: state.tenants.length === 0 ? undefined : state.tenants,
    sort: state.sort ?? undefined,
    filter: Object.keys(state.filter).length === 0 ? undefined : state.filter,
    cutoff: state.cutoff === DEFAULT_CUTOFF ? undefined : state.cutoff,
    ratio: state.ratio === DEFAULT_RATIO ? undefined : state.ratio,
    typos: state.forgivesTypos ? undefined : false,
  };
}

/** A mode that reads words needs one language. */
export function withMode(state: SearchState, choice: { mode?: Mode; isSideBySide: boolean }): SearchState {
  const mode = choice.mode ?? state.mode;
  const needsLanguage = mode !== 'meaning' || choice.isSideBySide;
  const language = needsLanguage && state.language === ALL_LANGUAGES ? null : state.language;
  return { ...state, mode, isSideBySide: choice.isSideBySide, language };
}

/** All languages are read by meaning alone. With a language again, it is as it was at first. */
export function withLanguage(state: SearchState, language: string): SearchState {
  const isLeft = state.language === ALL_LANGUAGES && language !== ALL_LANGUAGES;
  return { ...state, language, mode: isLeft ? 'hybrid' : state.mode };
}

/** The request of a search, as someone would write it: without what only this page needs. `language` is the one in effect. */
export function searchRequestOf(state: SearchState, language: string, mode = state.mode): SearchRequest {
  return {
    query: state.query.trim(),
    search_type: SEARCH_TYPES[mode],
    ...(language === ALL_LANGUAGES ? { multilingual_search: true } : { language: language as Language }),
    ...scopeOf(state),
    ...(state.cutoff !== DEFAULT_CUTOFF && mode !== 'words' && { ai_search_cutoff_score: state.cutoff }),
    ...(state.ratio !== DEFAULT_RATIO && mode === 'hybrid' && { hybrid_search_ai_ratio: state.ratio }),
    ...(!state.forgivesTypos && mode !== 'meaning' && { fuzzy_search: false }),
  };
}

/** Without a query there is nothing to score: all documents that pass the filter, the newest first. */
export function listRequestOf(state: SearchState, language: string): FilterDocumentsRequest {
  const { filter, ...scope } = scopeOf(state);
  return {
    filter: filter ?? {},
    ...(language !== ALL_LANGUAGES && { language: language as Language }),
    ...scope,
  };
}

/** Where titles are looked up that complete the query. */
export function titleScopeOf(
  state: SearchState,
  language: string,
): Pick<AutoSuggestRequest, 'language' | 'filter' | 'tenant_id'> {
  const { sort, ...scope } = scopeOf(state);
  return { language: language as Language, ...scope };
}

function scopeOf({ filter, tenants, sort }: SearchState): Pick<SearchRequest, 'filter' | 'tenant_id' | 'sort'> {
  return {
    ...(Object.keys(filter).length > 0 && { filter }),
    ...(tenants.length > 0 && { tenant_id: [...tenants] }),
    ...(sort !== null && { sort: sortOf(sort) }),
  };
}

function sortOf(sort: string): Sort {
  const end = sort.lastIndexOf(':');
  return [{ [sort.slice(0, end)]: sort.slice(end + 1) === 'asc' ? 'asc' : 'desc' }];
}

/** The router reads `2024` in an address as a number. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

function numberWithin(value: unknown, least: number, most: number): number | null {
  return typeof value === 'number' && value >= least && value <= most ? value : null;
}

function isObject(value: unknown): value is Filter {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
