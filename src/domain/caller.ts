import type { Mode } from './document/document.js';

export const SCOPES = ['read', 'write', 'generate', 'train', 'admin', 'metrics'] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes of a key that is created without naming any. */
export const DEFAULT_SCOPES: readonly Scope[] = ['read', 'write', 'generate', 'train'];

/** The caller of a request, and what their key allows. */
export interface Caller {
  keyId: string;
  mode: Mode;
  scopes: readonly Scope[];
  /** The tenants the key is bound to; null if it has access to all. */
  tenants: readonly string[] | null;
  /** Requests per minute; null for no limit. */
  rateLimit: number | null;
}
