/** A parsed and checked filter, with dates resolved to milliseconds. */
export interface Filter {
  must: Clause[];
  mustNot: Clause[];
  should: Clause[];
  /** How many clauses of `should` must match: a count, also if the request says "75%" or a negative number. */
  minimumShouldMatch: number;
}

export type FieldValue = string | number | boolean;

/** Dates are milliseconds since 1970; both ends are inclusive. */
export type RangeBounds =
  | { kind: 'date'; from: number; to: number }
  | {
      kind: 'number' | 'string';
      gt?: number | string;
      gte?: number | string;
      lt?: number | string;
      lte?: number | string;
    };

export type Clause =
  /** Any value of the field equals any of `values`, with the same type. */
  | { kind: 'terms'; field: string; values: FieldValue[] }
  | { kind: 'range'; field: string; bounds: RangeBounds }
  | { kind: 'exists'; field: string }
  | { kind: 'prefix'; field: string; value: string }
  /** `*` matches any number of characters, `?` exactly one, and `\` makes the next one literal. */
  | { kind: 'wildcard'; field: string; pattern: string }
  /** All analysed words of `text` occur in the field. */
  | { kind: 'match'; field: 'title' | 'content'; text: string }
  | { kind: 'ids'; values: string[] }
  | { kind: 'bool'; filter: Filter };

export const FILTER_LIMITS = { depth: 8, clauses: 256 } as const;

export interface SortKey {
  /** `_score`, a document field, or `metadata.<path>`. */
  field: string;
  order: 'asc' | 'desc';
  missing: '_last' | '_first';
}

/** A value that a hit was sorted by; null if the document has none. Dates are ISO strings. */
export type SortValue = string | number | boolean | null;

export const MAX_SORT_KEYS = 5;
