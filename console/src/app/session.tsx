import { AuthenticationError, type Mode, Sextant } from '@sextant/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import type { Scope } from '../shared/scopes.js';
import { ConnectPage } from './connect-page.js';
import { Connecting } from './connecting.js';
import { forgetKey, keepKey, keptKey } from './key.js';
import { ACCESS } from './queries.js';

export interface Session {
  client: Sextant;
  key: string;
  id: string;
  /** The name of the key. */
  name: string;
  /** Which documents the key is for. */
  mode: Mode;
  /** The tenants that the key is bound to; null if it sees all of them. */
  tenants: readonly string[] | null;
  /** What the key may not do is not offered. */
  may: (scope: Scope) => boolean;
  /** Goes on with another key. Everything is read anew. */
  enter: (key: string) => void;
  leave: () => void;
}

/** While it is not known what the key may do, because the service does not answer. */
const ASK_AGAIN_MILLISECONDS = 2_000;

const SessionContext = createContext<Session | null>(null);

/** Asks for a key once, and then for what it may do. Everything below has both. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [key, setKey] = useState(keptKey);
  const queries = useQueryClient();
  // The key was revoked, or has expired: the service is asked whether it is still good, and then someone for another one.
  const onRefused = useCallback(() => {
    if (queries.isFetching({ queryKey: [ACCESS] }) === 0) void queries.invalidateQueries({ queryKey: [ACCESS] });
  }, [queries]);
  const client = useMemo(() => (key === null ? null : clientFor(key, onRefused)), [key, onRefused]);
  const access = useQuery({
    queryKey: [ACCESS, key],
    queryFn: ({ signal }) => client!.keys.current({ signal }),
    enabled: client !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data, error } }) =>
      data === undefined && error !== null ? ASK_AGAIN_MILLISECONDS : false,
  });
  const isRefused = access.error instanceof AuthenticationError;
  const leave = useCallback(() => {
    forgetKey();
    setKey(null);
    queries.clear();
  }, [queries]);
  const enter = useCallback(
    (entered: string) => {
      keepKey(entered);
      // What another key could see, this one perhaps may not.
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ACCESS });
      void queries.resetQueries({ queryKey: [ACCESS, entered] });
      setKey(entered);
    },
    [queries],
  );
  const session = useMemo((): Session | null => {
    if (key === null || client === null || access.data === undefined || isRefused) return null;
    const { id, name, mode, scopes, tenants } = access.data;
    return { client, key, id, name, mode, tenants, may: (scope) => scopes.includes(scope), enter, leave };
  }, [key, client, access.data, isRefused, enter, leave]);

  if (session !== null) return <SessionContext value={session}>{children}</SessionContext>;
  if (client !== null && !isRefused) return <Connecting error={access.error} onLeave={leave} />;
  return <ConnectPage isRefused={client !== null} onEnter={enter} />;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('There is no SessionProvider above.');
  return session;
}

/**
 * The console is served by the service itself. A failed request is tried again by whoever asked: see `queries.ts`. That the key is
 * refused is heard here, whoever asked and however.
 */
function clientFor(key: string, onRefused: () => void): Sextant {
  return new Sextant({
    url: window.location.origin,
    key,
    retries: 0,
    // Searches as one types would fill the query log with halves of words.
    headers: { 'X-Query-Log': 'off' },
    fetch: async (...request) => {
      const response = await fetch(...request);
      if (response.status === 401) onRefused();
      return response;
    },
  });
}
