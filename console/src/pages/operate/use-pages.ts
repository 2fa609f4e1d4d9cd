import { useInfiniteQuery } from '@tanstack/react-query';

interface ListPage<Item> {
  data: readonly Item[];
  next_page: number | null;
  total_number_of_results: number;
}

export const PAGE_SIZE = 100;

/** A list that is read page by page, as far as someone asks for it. */
export function usePages<Item>(
  queryKey: readonly unknown[],
  load: (page: number, signal: AbortSignal) => Promise<ListPage<Item>>,
) {
  const { data, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ next_page }) => next_page,
  });
  return {
    items: data?.pages.flatMap((page) => page.data) ?? [],
    total: data?.pages.at(-1)?.total_number_of_results ?? 0,
    /** Only while there is nothing to show instead. */
    error: data === undefined ? error : null,
    isPending,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: fetchNextPage,
    retry: refetch,
  };
}

export type Pages<Item> = ReturnType<typeof usePages<Item>>;
