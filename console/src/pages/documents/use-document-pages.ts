import type { FilterDocumentsResult, ListedDocument } from '@sextant/client';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useSession } from '../../app/session.js';
import { choiceRequest, type ListChoice } from './list-choice.js';

const PAGE_LENGTH = 100;
export interface DocumentPages {
  /** Null until the first page is there. */
  total: number | null;
  /** The document at a place of the list; null until its page is there. */
  at: (index: number) => ListedDocument | null;
  error: unknown;
  retry: () => void;
}

/** The documents of a list, loaded by pages as they come into view. */
export function useDocumentPages(choice: ListChoice, visible: { first: number; last: number }): DocumentPages {
  const { client } = useSession();
  const request = choiceRequest(choice);
  const pageQuery = (page: number) => ({
    queryKey: ['documents', 'list', request, page],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      client.documents.filter({ ...request, limit: PAGE_LENGTH, page }, { signal }),
  });
  // Tells how many there are, also while the list is somewhere else. The last list stays until the next one is there.
  const first = useQuery({ ...pageQuery(1), placeholderData: keepPreviousData });
  const numbers = pagesBetween(visible.first, visible.last);
  const pages = useQueries({ queries: numbers.map(pageQuery) });
  const loaded = new Map<number, FilterDocumentsResult | undefined>(numbers.map((page, i) => [page, pages[i]?.data]));
  const failed = [first, ...pages].find(({ error }) => error !== null);
  return {
    total: first.data?.total_number_of_results ?? null,
    at: (index) => {
      const page = Math.floor(index / PAGE_LENGTH) + 1;
      const data = loaded.get(page) ?? (page === 1 ? first.data : undefined);
      return data?.data[index % PAGE_LENGTH] ?? null;
    },
    error: failed?.error ?? null,
    retry: () => failed?.refetch(),
  };
}

function pagesBetween(first: number, last: number): number[] {
  const from = Math.floor(first / PAGE_LENGTH) + 1;
  const to = Math.floor(Math.max(first, last) / PAGE_LENGTH) + 1;
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
