import { ConnectionError, RateLimitError, SextantError, UnavailableError } from '@sextant/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

const RETRIES = 2;

/** Whether the service could not be reached at all, or says that it does not serve now. */
function isAway(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof UnavailableError && error.status === 503);
}

/** What the key of the session may do. */
export const ACCESS = 'access';

/**
 * Everything that the console reads. `onAway` hears when the service can't be reached; until it is back, queries keep what
 * they have and are asked again.
 */
export function createQueries(onAway: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ConnectionError) onAway();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
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
