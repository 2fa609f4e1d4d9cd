/** A filter as the engines see it: parsed, checked, and with dates resolved to instants. */
export interface Filter {
  must: Clause[];
  mustNot: Clause[];
  should: Clause[];
  /** How many of `should` must hold; already resolved from "75%", negatives and the default. */
  minimumShouldMatch: number;
}

export type FieldValue = string | number | boolean;

/** Bounds of one kind. Dates are milliseconds since 1970, inclusive on both ends once parsed. */
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
  /** Any value of the field equals any of `values`, type included. */
  | { kind: 'terms'; field: string; values: FieldValue[] }
  | { kind: 'range'; field: string; bounds: RangeBounds }
  | { kind: 'exists'; field: string }
  | { kind: 'prefix'; field: string; value: string }
  /** `*` stands for any run of characters, `?` for exactly one, `\` takes the next one literally. */
  | { kind: 'wildcard'; field: string; pattern: string }
  /** All analysed words of `text` occur in the field. */
  | { kind: 'match'; field: 'title' | 'content'; text: string }
  | { kind: 'ids'; values: string[] }
  | { kind: 'bool'; filter: Filter };

export const FILTER_LIMITS = { depth: 8, clauses: 256 } as const;
