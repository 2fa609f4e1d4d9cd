import type { Language, ListedSynonym, NewSynonym } from '@sextant/client';

/** A synonym as it is written in the form. */
export interface SynonymDraft {
  /** Who searches for the words also finds `to`, not the other way round. */
  isOneWay: boolean;
  words: readonly string[];
  to: readonly string[];
  language: Language | null;
  tenant: string | null;
}

export const EMPTY_SYNONYM: SynonymDraft = { isOneWay: false, words: [], to: [], language: null, tenant: null };

export function draftOf({ equivalent, from, to, language, tenant_id }: ListedSynonym): SynonymDraft {
  return { isOneWay: equivalent === null, words: equivalent ?? from ?? [], to: to ?? [], language, tenant: tenant_id };
}

export function isComplete({ isOneWay, words, to }: SynonymDraft): boolean {
  return isOneWay ? words.length > 0 && to.length > 0 : words.length > 1;
}

/** Without an id: the service assigns one, or it is changed. */
export function newSynonymOf({ isOneWay, words, to, language, tenant }: SynonymDraft): Omit<NewSynonym, 'id'> {
  return {
    ...(isOneWay ? { from: [...words], to: [...to] } : { equivalent: [...words] }),
    ...(language !== null && { language }),
    ...(tenant !== null && { tenant_id: tenant }),
  };
}
