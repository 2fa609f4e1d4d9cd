import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session.js';

const HOUR_MILLISECONDS = 3_600_000;

export const RANGES = [
  { value: 'hour', label: 'Hour', milliseconds: HOUR_MILLISECONDS },
  { value: 'day', label: 'Day', milliseconds: 24 * HOUR_MILLISECONDS },
  { value: 'week', label: 'Week', milliseconds: 7 * 24 * HOUR_MILLISECONDS },
  { value: 'year', label: 'Year', milliseconds: 365 * 24 * HOUR_MILLISECONDS },
] as const;
export type Range = (typeof RANGES)[number]['value'];

/** The service takes a sample this often. */
const SAMPLE_MILLISECONDS = 15_000;

/** The figures of the service up to now. */
export function useStatistics(range: Range) {
  const { client } = useSession();
  const { milliseconds } = RANGES.find(({ value }) => value === range)!;
  return useQuery({
    queryKey: ['statistics', range],
    queryFn: ({ signal }) => client.statistics({ from: new Date(Date.now() - milliseconds).toISOString() }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: SAMPLE_MILLISECONDS,
  });
}
