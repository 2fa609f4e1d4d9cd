import { useInfiniteQuery } from '@tanstack/react-query';

interface ListPage<Item> {
  data: readonly Item[];
  next_page: number | null;
  total_number_of_results: number;
}

export const PAGE_SIZE = 100;

export interface Pages<Item> {
  items: readonly Item[];
  total: number;
  /** Only while there is nothing to show instead. */
  error: Error | null;
  isPending: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  retry: () => void;
}

/** A list that is read page by page, as far as someone asks for it. The first page may tell more than its items. */
export function usePages<Page extends ListPage<unknown>>(
  queryKey: readonly unknown[],
  load: (page: number, signal: AbortSignal) => Promise<Page>,
): Pages<Page['data'][number]> & { firstPage: Page | undefined } {
  const { data, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ next_page }) => next_page,
  });
  return {
    items: data?.pages.flatMap((page) => page.data) ?? [],
    total: data?.pages.at(-1)?.total_number_of_results ?? 0,
    error: data === undefined ? error : null,
    isPending,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
    retry: () => void refetch(),
    firstPage: data?.pages[0],
  };
}
