import { AuthenticationError, type Mode, Sextant } from '@sextant/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { Loading } from '../design/states.js';
import type { Scope } from '../shared/scopes.js';
import { ConnectPage } from './connect-page.js';
import { forgetKey, keepKey, keptKey } from './key.js';

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

const SessionContext = createContext<Session | null>(null);

/** Asks for a key once, and then for what it may do. Everything below has both. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [key, setKey] = useState(keptKey);
  const queries = useQueryClient();
  const client = useMemo(() => (key === null ? null : clientFor(key)), [key]);
  const access = useQuery({
    queryKey: ['access', key],
    queryFn: ({ signal }) => client!.keys.current({ signal }),
    enabled: client !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const leave = useCallback(() => {
    forgetKey();
    setKey(null);
    queries.clear();
  }, [queries]);
  const enter = useCallback((entered: string) => {
    keepKey(entered);
    setKey(entered);
  }, []);
  const session = useMemo((): Session | null => {
    if (key === null || client === null || access.data === undefined) return null;
    const { id, name, mode, scopes, tenants } = access.data;
    return { client, key, id, name, mode, tenants, may: (scope) => scopes.includes(scope), enter, leave };
  }, [key, client, access.data, enter, leave]);

  if (session !== null) return <SessionContext value={session}>{children}</SessionContext>;
  // While the service is away, the query is tried again until it answers.
  if (client !== null && !(access.error instanceof AuthenticationError)) return <Loading label="Connecting" />;
  return <ConnectPage isRefused={client !== null} onEnter={enter} />;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('There is no SessionProvider above.');
  return session;
}

/** The console is served by the service itself. A failed request is tried again by whoever asked: see `queries.ts`. */
function clientFor(key: string): Sextant {
  // Searches as one types would fill the query log with halves of words.
  return new Sextant({ url: window.location.origin, key, retries: 0, headers: { 'X-Query-Log': 'off' } });
}
