import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../app/session.js';

/** The document with this id; nothing if it is null. */
export function useDocument(id: string | null) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['documents', 'one', id],
    queryFn: ({ signal }) => client.documents.get(id!, { signal }),
    enabled: id !== null,
  });
}
