export interface SortKey {
  /** `_score`, a document field, or `metadata.<path>`. */
  field: string;
  order: 'asc' | 'desc';
  missing: '_last' | '_first';
}

/** What a hit was sorted by: null where the document has no such value. Dates are ISO strings. */
export type SortValue = string | number | boolean | null;

export const MAX_SORT_KEYS = 5;
