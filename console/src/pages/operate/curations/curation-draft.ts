import type { CurationMatch, ListedCuration, NewCuration } from '@sextant/client';

/** A curation as it is written in the form. */
export interface CurationDraft {
  query: string;
  match: CurationMatch;
  tenant: string | null;
  pin: readonly string[];
  hide: readonly string[];
}

export const EMPTY_CURATION: CurationDraft = { query: '', match: 'exact', tenant: null, pin: [], hide: [] };

export function draftOf({ query, match, tenant_id, pin, hide }: ListedCuration): CurationDraft {
  return { query, match, tenant: tenant_id, pin, hide };
}

export function isComplete({ query, pin, hide }: CurationDraft): boolean {
  return query.trim() !== '' && pin.length + hide.length > 0;
}

/** Without an id: the service assigns one, or it is changed. */
export function newCurationOf({ query, match, tenant, pin, hide }: CurationDraft): Omit<NewCuration, 'id'> {
  return { query: query.trim(), match, pin: [...pin], hide: [...hide], ...(tenant !== null && { tenant_id: tenant }) };
}
