import { fieldKind } from '../../../domain/document/document.js';
import { pathOf } from '../index/metadata-entries.js';
import { allOf, type Dsl } from '../query/dsl.js';
import { entriesOf } from '../query/filter-query.js';
import type { CountedTree } from './counted.js';

/** What of a field is counted. */
type ValueType = 'any' | 'number' | 'date';

/**
 * The values of a field, in the document itself or in its metadata entries. A document has each of its values once, so counting
 * values in `values` is counting documents; what groups several values counts documents with `documents`.
 */
export class FacetField {
  readonly #isMetadata: boolean;
  readonly #type: ValueType;
  readonly #field: string;

  constructor(field: string, type: ValueType) {
    this.#field = field;
    this.#type = type;
    this.#isMetadata = fieldKind(field) === 'metadata';
  }

  /** The name of the field that has the values. */
  get name(): string {
    if (!this.#isMetadata) return this.#field;
    return this.#type === 'any' ? 'metadata.value' : `metadata.${this.#type}`;
  }

  /** Aggregations over the values that satisfy a condition. */
  aggregations(values: Dsl, condition: Dsl | null = null): Dsl {
    const exists = { exists: { field: this.name } };
    const having = this.#isMetadata ? allOf([entriesOf(pathOf(this.#field)), exists]) : exists;
    const filter = condition === null ? having : allOf([having, condition]);
    const inside = {
      present: { filter: having, ...(this.#isMetadata && { aggs: { documents: { reverse_nested: {} } } }) },
      values: { filter, aggs: values },
    };
    return this.#isMetadata ? { entries: { nested: { path: 'metadata' }, aggs: inside } } : inside;
  }

  /** For a bucket of several values: how many documents have one of them. */
  get documents(): Dsl | null {
    return this.#isMetadata ? { documents: { reverse_nested: {} } } : null;
  }

  countDocuments(bucket: CountedTree): number {
    return this.#isMetadata ? bucket.documents.doc_count : bucket.doc_count;
  }

  valuesIn(counted: CountedTree): CountedTree {
    return this.#inside(counted).values;
  }

  missingIn(counted: CountedTree): number {
    return counted.doc_count - this.countDocuments(this.#inside(counted).present);
  }

  #inside(counted: CountedTree): CountedTree {
    return this.#isMetadata ? counted.entries : counted;
  }
}
