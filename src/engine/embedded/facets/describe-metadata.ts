import { compareText } from '../../../domain/document/code-points.js';
import { METADATA_PREFIX } from '../../../domain/document/document.js';
import { formatTimestamp, parseTimestamp } from '../../../domain/document/timestamp.js';
import type { Clause } from '../../../domain/filter/filter.js';
import type { Deadline } from '../../deadline.js';
import type { MetadataDescription, MetadataField, MetadataType } from '../../engine.js';
import { compareValues } from '../../values/compare-values.js';
import { documentsInScope } from '../filter/narrow-by-filter.js';
import type { LiveSegment } from '../index/live-segments.js';
import { addBit, type Bitset, countBits, emptyBitset, hasBit } from '../segment/bitset.js';
import type { ColumnType } from '../segment/column.js';
import type { Directory } from '../segment/directory.js';
import { keywordColumn } from '../segment/entry-columns.js';
import type { Segment } from '../segment/segment.js';
import type { ColumnEntry } from '../segment/segment-format.js';

const MAX_EXAMPLES = 5;

/**
 * Describes the metadata fields of all documents in a scope, one after the other: there may be millions, in few documents
 * each.
 */
export function describeMetadata(
  segments: readonly LiveSegment[],
  scope: readonly Clause[],
  deadline: Deadline,
): MetadataDescription {
  const scoped = segments.map((live) => new ScopedFields(live.segment, documentsInScope(live, scope, deadline)));
  const fields: MetadataField[] = [];
  for (let field = leastField(scoped); field !== null; field = leastField(scoped)) {
    deadline.check();
    const summary = new FieldSummary();
    for (const part of scoped) if (part.field === field) part.addTo(summary);
    if (summary.documentCount > 0) fields.push(summary.describe(field));
  }
  return { totalDocuments: scoped.reduce((sum, { documents }) => sum + documents, 0), fields };
}

/** The metadata fields of the documents that a scope has in one segment, in order; `addTo` goes on to the next. */
class ScopedFields {
  field: string | null;
  readonly #bits: Bitset;
  readonly #columns: readonly FieldCursor[];
  readonly #withValue: Bitset;

  constructor(segment: Segment, bits: Bitset) {
    this.#bits = bits;
    this.#columns = DESCRIBED_TYPES.map((type) => new FieldCursor(segment.directory, type));
    this.#withValue = emptyBitset(segment.documents);
    this.field = leastField(this.#columns);
  }

  get documents(): number {
    return countBits(this.#bits);
  }

  addTo(summary: FieldSummary): void {
    const columns: ColumnEntry[] = [];
    for (const cursor of this.#columns) if (cursor.field === this.field) columns.push(cursor.take());
    for (const column of columns) summary.add(column, this.#bits, this.#withValue);
    for (const { docs } of columns) {
      if (docs === null) this.#withValue.fill(0);
      else for (let entry = 0; entry < docs.length; entry++) this.#withValue[docs[entry] >>> 5] = 0;
    }
    this.field = leastField(this.#columns);
  }
}

/** The order matters: of values that are equally good examples, the first are taken. */
const DESCRIBED_TYPES = ['keyword', 'number', 'boolean', 'array'] as const;

/** Goes through the metadata columns of one type. `field` is null at the end. */
class FieldCursor {
  field: string | null = null;
  readonly #directory: Directory;
  readonly #end: number;
  #next: number;

  constructor(directory: Directory, type: ColumnType) {
    this.#directory = directory;
    [this.#next, this.#end] = directory.range(type, METADATA_PREFIX);
    this.#read();
  }

  take(): ColumnEntry {
    const column = this.#directory.column(this.#next++);
    this.#read();
    return column;
  }

  #read(): void {
    this.field = this.#next < this.#end ? this.#directory.fieldOf(this.#next) : null;
  }
}

function leastField(parts: readonly { field: string | null }[]): string | null {
  let least: string | null = null;
  for (const { field } of parts) {
    if (field !== null && (least === null || compareText(field, least) < 0)) least = field;
  }
  return least;
}

class FieldSummary {
  documentCount = 0;
  readonly #distinct = new Set<string | number | boolean>();
  #array = false;

  /** `withValue` has the documents of the segment that were counted already. */
  add(column: ColumnEntry, bits: Bitset, withValue: Bitset): void {
    if (column.type === 'array') {
      this.#array ||= column.arrays[0].some((document) => hasBit(bits, document));
      return;
    }
    const { docs, arrays } = column;
    const valueAt = valueReader(column);
    for (let entry = 0; entry < arrays[0].length; entry++) {
      const document = docs === null ? entry : docs[entry];
      if (!hasBit(bits, document)) continue;
      this.#distinct.add(valueAt(entry));
      if (hasBit(withValue, document)) continue;
      addBit(withValue, document);
      this.documentCount++;
    }
  }

  describe(field: string): MetadataField {
    const values = [...this.#distinct];
    const numbers = values.filter((value) => typeof value === 'number');
    const dates = values.flatMap((value) => (typeof value === 'string' ? (parseTimestamp(value)?.time ?? []) : []));
    const [min, max] = numbers.length > 0 ? extremes(numbers) : extremes(dates).map(isoOrNull);
    return {
      field,
      types: typesOf(values),
      array: this.#array,
      documentCount: this.documentCount,
      distinctCount: values.length,
      examples: values.slice(0, MAX_EXAMPLES).sort(compareValues),
      min,
      max,
    };
  }
}

function valueReader(column: ColumnEntry): (entry: number) => string | number | boolean {
  if (column.type === 'keyword') {
    const { ordinals, dictionary } = keywordColumn(column, 0);
    const texts: (string | undefined)[] = [];
    return (entry) => {
      const ordinal = ordinals[entry];
      texts[ordinal] ??= dictionary.text(ordinal);
      return texts[ordinal];
    };
  }
  const [values] = column.arrays;
  return column.type === 'boolean' ? (entry) => values[entry] === 1 : (entry) => values[entry];
}

function typesOf(values: readonly (string | number | boolean)[]): MetadataType[] {
  const types = new Set<MetadataType>();
  for (const value of values) {
    if (typeof value !== 'string') types.add(typeof value === 'number' ? 'number' : 'boolean');
    else types.add(parseTimestamp(value) === null ? 'string' : 'date');
  }
  return [...types].sort();
}

function extremes(values: readonly number[]): [number | null, number | null] {
  if (values.length === 0) return [null, null];
  let min = values[0];
  let max = values[0];
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return [min, max];
}

function isoOrNull(time: number | null): string | null {
  return time === null ? null : formatTimestamp(time);
}
