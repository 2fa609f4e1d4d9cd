import { ConnectionError, RateLimitError, SextantError, UnavailableError } from '@sextant/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

const RETRIES = 2;

/** Whether the service could not be reached at all, or says that it does not serve now. */
function isAway(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof UnavailableError && error.status === 503);
}

/**
 * Everything that the console reads. `onAway` hears when the service can't be reached; until it is back, queries keep what
 * they have and are asked again.
 */
export function createQueries(onAway: () => void): QueryClient {
  const note = (error: unknown) => {
    if (error instanceof ConnectionError) onAway();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: note }),
    mutationCache: new MutationCache({ onError: note }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => isWorthRetrying(error) && failures < RETRIES,
        retryDelay: (failures) => 400 * 2 ** failures,
        refetchOnWindowFocus: false,
        staleTime: 5_000,
        // A service on this machine can be reached without a network.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof SextantError) || isAway(error) || error instanceof RateLimitError;
}
