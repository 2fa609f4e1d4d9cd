import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session.js';

const MOST_TITLES = 100;

/** The titles of documents by their ids. Ids that no document has, and those beyond the first hundred, have none. */
export function useTitles(ids: readonly string[]): ReadonlyMap<string, string> {
  const { client } = useSession();
  const wanted = [...new Set(ids)].sort().slice(0, MOST_TITLES);
  const { data } = useQuery({
    queryKey: ['documents', 'titles', wanted],
    queryFn: ({ signal }) =>
      client.documents.filter({ filter: { must: [{ ids: { values: wanted } }] }, limit: MOST_TITLES }, { signal }),
    enabled: wanted.length > 0,
    placeholderData: (before) => before,
  });
  return new Map(data?.data.map(({ id, title }) => [id, title]));
}
