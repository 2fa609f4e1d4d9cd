import type { Language } from '@sextant/client';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session.js';
import { useDebounced } from '../../../shared/use-debounced.js';

export interface FoundDocument {
  id: string;
  title: string;
}

const PAUSE_MILLISECONDS = 150;
const MOST_LANGUAGES = 4;
const MOST_FOUND = 8;
const LONGEST_PREFIX = 50;

/** Documents whose title has words that begin like what is written, or whose id is just that. */
export function useFoundDocuments(written: string): readonly FoundDocument[] {
  const { client } = useSession();
  const languages = useCommonLanguages();
  const text = useDebounced(written.trim(), PAUSE_MILLISECONDS);
  const { data = [] } = useQuery({
    queryKey: ['documents', 'found', text, languages],
    queryFn: async ({ signal }) => {
      const [byId, ...byTitle] = await Promise.all([
        client.documents.filter({ filter: { must: [{ ids: { values: [text] } }] }, limit: 1 }, { signal }),
        ...languages.map((language) => client.suggest({ query: text, language, limit: MOST_FOUND }, { signal })),
      ]);
      const found = [byId, ...byTitle].flatMap(({ data }) =>
        data.map(({ id, title }): FoundDocument => ({ id, title })),
      );
      return [...new Map(found.map((document) => [document.id, document])).values()].slice(0, MOST_FOUND);
    },
    enabled: text !== '' && text.length <= LONGEST_PREFIX,
    placeholderData: (before) => before,
  });
  return text === '' ? [] : data;
}

/** Titles are looked up language by language: those of most documents. */
function useCommonLanguages(): readonly Language[] {
  const { client } = useSession();
  const { data } = useQuery({
    queryKey: ['documents', 'languages'],
    queryFn: ({ signal }) =>
      client.documents.filter(
        { filter: {}, limit: 1, facet_advanced: [{ field: 'language', type: 'terms', size: MOST_LANGUAGES }] },
        { signal },
      ),
  });
  const facet = data?.facet_result?.language;
  return facet?.type === 'terms' ? facet.values.map(({ value }) => value as Language) : ['en'];
}
