import { type DocumentMap, NotFoundError } from '@sextant/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSession } from '../../app/session.js';
import { useDebounced } from '../../shared/use-debounced.js';

const POLL_MILLISECONDS = 1_000;
const TYPING_MILLISECONDS = 250;
const RESTING_MILLISECONDS = 120;
/** The most that one page of a search has: more lights would say less. */
const MOST_LIT = 100;
/** Fields that every document has and that are worth a colour. */
const COMMON_FIELDS = ['language', 'tenant_id', 'created_at'];

/** The map, asked for again while it or the next one is being made. */
export function useMap(color: string | null) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['map', color],
    queryFn: ({ signal }) => client.map(color === null ? {} : { color_by: color }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isBeingMade(state.data) ? POLL_MILLISECONDS : false),
  });
}

function isBeingMade(map: DocumentMap | undefined): boolean {
  return map !== undefined && (map.state === 'computing' || map.progress !== null);
}

/** The fields that points can be coloured by. */
export function useColorFields(): string[] {
  const { client } = useSession();
  const { data } = useQuery({
    queryKey: ['map', 'fields'],
    queryFn: ({ signal }) => client.documents.metadataSchema({ signal }),
  });
  return [...COMMON_FIELDS, ...(data?.data.map(({ field }) => field) ?? [])];
}

/** The documents that a search finds, best first, in any language; null without one. */
export function useLitDocuments(query: string) {
  const { client } = useSession();
  const asked = useDebounced(query.trim(), TYPING_MILLISECONDS);
  return useQuery({
    queryKey: ['map', 'lit', asked],
    queryFn: ({ signal }) => {
      const search = { search_type: 'ai_semantic', multilingual_search: true, limit: MOST_LIT } as const;
      return client.search({ query: asked, ...search }, { signal });
    },
    enabled: asked !== '',
    placeholderData: asked === '' ? undefined : keepPreviousData,
  });
}

/** The titles of some documents, in order of id. */
export function useHeads(ids: readonly string[]) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['map', 'heads', ids],
    queryFn: ({ signal }) => {
      const filter = { must: [{ ids: { values: [...ids] } }] };
      return client.documents.filter({ filter, limit: Math.max(1, ids.length), sort: [{ id: 'asc' }] }, { signal });
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
}

/** The title of the document that the pointer rests on; null until it is known. */
export function useTitle(id: string): string | null {
  const resting = useDebounced(id, RESTING_MILLISECONDS);
  const { data, isPlaceholderData } = useHeads([resting]);
  return resting === id && !isPlaceholderData ? (data?.data[0]?.title ?? null) : null;
}

/** Null if it is no longer there. */
export function useDocument(id: string) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['documents', id],
    queryFn: async ({ signal }) => {
      try {
        return await client.documents.get(id, { signal });
      } catch (error) {
        if (error instanceof NotFoundError) return null;
        throw error;
      }
    },
  });
}
