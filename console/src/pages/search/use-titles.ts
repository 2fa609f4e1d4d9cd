import type { AutoSuggestRequest, SuggestedDocument } from '@sextant/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSession } from '../../app/session.js';
import { ALL_LANGUAGES, type SearchState, titleScopeOf } from './search-state.js';

const LONGEST_PREFIX = 50;
const TITLES = 5;

/** Documents whose titles complete what is being written. A search takes words as they are; titles may be half-written. */
export function useTitles(state: SearchState, language: string): readonly SuggestedDocument[] {
  const { client } = useSession();
  const prefix = state.query.trim();
  // Titles are looked up by the words of one language.
  const isAsked = language !== ALL_LANGUAGES && prefix.length > 0 && prefix.length <= LONGEST_PREFIX;
  const request: AutoSuggestRequest = { ...titleScopeOf(state, language), query: prefix, limit: TITLES };
  const { data } = useQuery({
    queryKey: ['search', 'titles', request],
    queryFn: ({ signal }) => client.suggest(request, { signal }),
    placeholderData: keepPreviousData,
    enabled: isAsked,
  });
  return isAsked ? (data?.data ?? []) : [];
}
