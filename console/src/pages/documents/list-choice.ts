import type { FilterDocumentsRequest, Language } from '@sextant/client';
import { isLanguage } from '../../shared/languages.js';

export type ListOrder = 'newest' | 'changed' | 'title';

/** Which documents are listed, and how. It is in the address, so that the list can be sent to someone. */
export interface ListChoice {
  /** Words of the title; empty for all documents. */
  words: string;
  language: Language | null;
  tenant: string;
  order: ListOrder;
}

const SORTS: Record<ListOrder, FilterDocumentsRequest['sort']> = {
  newest: [{ created_at: 'desc' }],
  changed: [{ updated_at: 'desc' }],
  title: [{ title: 'asc' }],
};

/** Whatever an address holds becomes a choice that can be asked for. */
export function readChoice({ title, language, tenant, order }: Record<string, unknown>): ListChoice {
  return {
    words: textOf(title),
    language: isLanguage(language) ? language : null,
    tenant: textOf(tenant),
    order: order === 'changed' || order === 'title' ? order : 'newest',
  };
}

/** The router turns what looks like a number into one. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** For the address: what is as usual is left out. */
export function choiceSearch({ words, language, tenant, order }: ListChoice): Record<string, string | undefined> {
  return {
    title: words || undefined,
    language: language ?? undefined,
    tenant: tenant || undefined,
    order: order === 'newest' ? undefined : order,
  };
}

export function isEverything({ words, language, tenant }: ListChoice): boolean {
  return words.trim() === '' && language === null && tenant.trim() === '';
}

/** The request for one page, without its number. */
export function choiceRequest({ words, language, tenant, order }: ListChoice): FilterDocumentsRequest {
  return {
    filter: words.trim() === '' ? {} : { must: [{ match: { title: words.trim() } }] },
    sort: SORTS[order],
    ...(language !== null && { language }),
    ...(tenant.trim() !== '' && { tenant_id: [tenant.trim()] }),
  };
}
