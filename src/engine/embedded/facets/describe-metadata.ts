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
import type { EntryColumn } from '../segment/column.js';
import type { Segment } from '../segment/segment.js';

const MAX_EXAMPLES = 5;

/** Describes the metadata fields of all documents in a scope. */
export function describeMetadata(
  segments: readonly LiveSegment[],
  scope: readonly Clause[],
  deadline: Deadline,
): MetadataDescription {
  const fields = new Map<string, FieldSummary>();
  let totalDocuments = 0;
  for (const live of segments) {
    const { segment } = live;
    const bits = documentsInScope(live, scope, deadline);
    totalDocuments += countBits(bits);
    for (const field of metadataFields(segment)) {
      deadline.check();
      let summary = fields.get(field);
      if (summary === undefined) {
        summary = new FieldSummary();
        fields.set(field, summary);
      }
      summary.add(segment, field, bits);
    }
  }
  const described = [...fields]
    .filter(([, summary]) => summary.documentCount > 0)
    .sort(([a], [b]) => compareText(a, b))
    .map(([field, summary]) => summary.describe(field));
  return { totalDocuments, fields: described };
}

function metadataFields(segment: Segment): Set<string> {
  const fields = new Set<string>();
  for (const { type, field } of segment.columns()) {
    if (type !== 'lexical' && type !== 'vocabulary' && field.startsWith(METADATA_PREFIX)) fields.add(field);
  }
  return fields;
}

class FieldSummary {
  documentCount = 0;
  readonly #distinct = new Set<string | number | boolean>();
  #array = false;

  add(segment: Segment, field: string, bits: Bitset): void {
    const withValue = emptyBitset(segment.documents);
    const visit = (column: EntryColumn | null, valueAt: (entry: number) => string | number | boolean) => {
      if (column === null) return;
      for (let entry = 0; entry < column.count; entry++) {
        const document = column.docs === null ? entry : column.docs[entry];
        if (!hasBit(bits, document)) continue;
        addBit(withValue, document);
        this.#distinct.add(valueAt(entry));
      }
    };
    const keywords = segment.keywords(field);
    const texts: (string | undefined)[] = [];
    visit(keywords, (entry) => {
      const ordinal = keywords!.ordinals[entry];
      texts[ordinal] ??= keywords!.dictionary.text(ordinal);
      return texts[ordinal];
    });
    const numbers = segment.numbers('number', field);
    visit(numbers, (entry) => numbers!.values[entry]);
    const booleans = segment.numbers('boolean', field);
    visit(booleans, (entry) => booleans!.values[entry] === 1);
    this.documentCount += countBits(withValue);
    this.#array ||= segment.arrays(field)?.some((document) => hasBit(bits, document)) ?? false;
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
