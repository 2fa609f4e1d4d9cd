import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../app/session.js';
import type { Turn } from './conversation.js';

/** Where a document is opened: at some characters of its content, or at a passage with these words. */
export type Place = { start: number; end: number } | { passage: string } | Record<string, never>;

const LONGEST_WORDS = 200;

/** The words that find a passage in the text of its document. */
export function placeOf(passage: string): Place {
  return { passage: passage.slice(0, LONGEST_WORDS) };
}

/**
 * Where each source of an answer is opened. A quoted answer says where its words are; of sources that a language model cites,
 * it is the passage that is closest to the question.
 */
export function useSourcePlaces(turn: Turn): (documentId: string) => Place {
  const { client } = useSession();
  const span = turn.result?.data[0]?.answer_span ?? null;
  const others = turn.sources.map(({ id }) => id).filter((id) => id !== span?.document_id);
  const { data } = useQuery({
    queryKey: ['passages', 'of', turn.question, others],
    queryFn: ({ signal }) =>
      client.retrieve(
        {
          query: turn.question,
          document_id: others,
          multilingual_search: true,
          ai_search_cutoff_score: 0,
          retrieval_limit: 4 * others.length,
        },
        { signal },
      ),
    enabled: turn.state === 'done' && others.length > 0,
  });
  return (documentId) => {
    if (span !== null && span.document_id === documentId) return { start: span.start, end: span.end };
    const passage = data?.data.find((found) => found.document_id === documentId)?.passage;
    return passage === undefined ? {} : placeOf(passage);
  };
}
