import type { Mode, NewKey } from '@sextant/client';
import type { Session } from '../../../app/session.js';
import type { Scope } from '../../../shared/scopes.js';

/** What each scope allows, in the order in which they are shown. */
export const SCOPES: readonly { scope: Scope; allows: string }[] = [
  { scope: 'read', allows: 'search, browse and read' },
  { scope: 'write', allows: 'add, change and delete documents' },
  { scope: 'generate', allows: 'answers and summaries' },
  { scope: 'train', allows: 'make and change models' },
  { scope: 'metrics', allows: 'metrics and statistics' },
  { scope: 'admin', allows: 'keys, synonyms and curations' },
];

const USUAL_SCOPES: readonly Scope[] = ['read'];

export const LIFETIMES = ['never', '30', '90', '365', 'date'] as const;
export type Lifetime = (typeof LIFETIMES)[number];

export interface KeyDraft {
  name: string;
  mode: Mode;
  scopes: readonly Scope[];
  /** None: all that the key in use may see. */
  tenants: readonly string[];
  lifetime: Lifetime;
  /** The last day, if the lifetime is a date: `2030-01-31`. */
  date: string;
  /** Requests a minute; empty for the limit of the service. */
  rateLimit: string;
}

export function emptyDraft({ mode, may }: Session): KeyDraft {
  const scopes = USUAL_SCOPES.filter(may);
  return { name: '', mode, scopes, tenants: [], lifetime: 'never', date: '', rateLimit: '' };
}

const DAY_MILLISECONDS = 86_400_000;

export function newKeyOf(draft: KeyDraft, now = Date.now()): NewKey {
  return {
    name: draft.name.trim(),
    mode: draft.mode,
    scopes: [...draft.scopes],
    ...(draft.tenants.length > 0 && { tenants: [...draft.tenants] }),
    expires_at: expiryOf(draft, now),
    rate_limit: draft.rateLimit === '' ? null : Number(draft.rateLimit),
  };
}

function expiryOf({ lifetime, date }: KeyDraft, now: number): string | null {
  if (lifetime === 'never') return null;
  // The key works on the last day, until midnight where its maker is.
  if (lifetime === 'date') return new Date(new Date(`${date}T00:00`).setHours(24)).toISOString();
  return new Date(now + Number(lifetime) * DAY_MILLISECONDS).toISOString();
}
