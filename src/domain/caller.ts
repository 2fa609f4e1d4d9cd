import type { Mode } from './document/mode.js';

export const SCOPES = ['read', 'write', 'generate', 'train', 'admin', 'metrics'] as const;
export type Scope = (typeof SCOPES)[number];

/** What a key may do when nothing else is asked for. */
export const DEFAULT_SCOPES: readonly Scope[] = ['read', 'write', 'generate', 'train'];

/** Who is calling: what the key they sent allows. */
export interface Caller {
  keyId: string;
  mode: Mode;
  scopes: readonly Scope[];
  /** The tenants the key is bound to; null for a key that may see them all. */
  tenants: readonly string[] | null;
  /** Requests a minute; null for no limit. */
  rateLimit: number | null;
}
