import { fieldKind } from '../../../domain/document/document.js';
import { formatTimestamp } from '../../../domain/document/timestamp.js';
import type {
  DateHistogramFacet,
  FacetResult,
  HistogramFacet,
  RangeFacet,
  StatsFacet,
} from '../../../domain/facet/facet.js';
import { startOf } from '../../../domain/filter/date-math.js';
import { histogramBucket, MAX_BUCKETS, tooManyBuckets } from '../../facets/histogram-buckets.js';
import { type Bitset, hasBit } from '../segment/bitset.js';
import type { NumberColumn, NumberColumnType } from '../segment/column.js';
import type { Segment } from '../segment/segment.js';
import { type FacetCounter, MissingCounter } from './facet-counter.js';
import { RunningSum } from './running-sum.js';

/** Calls `visit` with each value of the matching documents. */
function visitValues(
  column: NumberColumn | null,
  bits: Bitset,
  visit: (value: number, document: number) => void,
): void {
  if (column === null) return;
  const { docs, values, count } = column;
  for (let entry = 0; entry < count; entry++) {
    const document = docs === null ? entry : docs[entry];
    if (hasBit(bits, document)) visit(values[entry], document);
  }
}

/** Counts the documents with a value in a bucket. A document with several values there counts once. */
class BucketCount {
  count = 0;
  #lastDocument = -1;
  #lastSegment: Segment | null = null;

  add(segment: Segment, document: number): void {
    if (this.#lastDocument === document && this.#lastSegment === segment) return;
    this.#lastDocument = document;
    this.#lastSegment = segment;
    this.count++;
  }
}

export class RangeCounter implements FacetCounter {
  readonly #facet: RangeFacet;
  readonly #buckets: BucketCount[];
  readonly #missing = new MissingCounter();

  constructor(facet: RangeFacet) {
    this.#facet = facet;
    this.#buckets = facet.ranges.map(() => new BucketCount());
  }

  add(segment: Segment, bits: Bitset): void {
    const column = segment.numbers(this.#facet.kind, this.#facet.field);
    this.#missing.add(bits, [column]);
    this.#facet.ranges.forEach(({ from, to }, i) => {
      const low = from ?? -Infinity;
      const high = to ?? Infinity;
      visitValues(column, bits, (value, document) => {
        if (value >= low && value < high) this.#buckets[i].add(segment, document);
      });
    });
  }

  result(): FacetResult {
    const values = this.#facet.ranges.map(({ key, sent }, i) => ({ key, ...sent, count: this.#buckets[i].count }));
    return { type: 'range', values, missingCount: this.#missing.count };
  }
}

export class HistogramCounter implements FacetCounter {
  readonly #facet: HistogramFacet | DateHistogramFacet;
  readonly #buckets = new Map<number, BucketCount>();
  readonly #missing = new MissingCounter();
  readonly #bucketOf: (value: number) => number;

  constructor(facet: HistogramFacet | DateHistogramFacet) {
    this.#facet = facet;
    this.#bucketOf =
      facet.type === 'histogram'
        ? (value) => histogramBucket(value, facet.interval)
        : (value) => startOf(facet.interval, value);
  }

  add(segment: Segment, bits: Bitset): void {
    const column = segment.numbers(this.#facet.type === 'histogram' ? 'number' : 'date', this.#facet.field);
    this.#missing.add(bits, [column]);
    visitValues(column, bits, (value, document) => {
      const start = this.#bucketOf(value);
      let bucket = this.#buckets.get(start);
      if (bucket === undefined) {
        if (this.#buckets.size === MAX_BUCKETS) throw tooManyBuckets(this.#facet);
        bucket = new BucketCount();
        this.#buckets.set(start, bucket);
      }
      bucket.add(segment, document);
    });
  }

  result(): FacetResult {
    const { type } = this.#facet;
    const values = [...this.#buckets]
      .sort(([a], [b]) => a - b)
      .map(([start, { count }]) => ({ value: type === 'histogram' ? start : formatTimestamp(start), count }));
    return { type, values, missingCount: this.#missing.count };
  }
}

export class StatsCounter implements FacetCounter {
  readonly #facet: StatsFacet;
  readonly #missing = new MissingCounter();
  readonly #type: NumberColumnType;
  #count = 0;
  readonly #sum = new RunningSum();
  #min = Infinity;
  #max = -Infinity;

  constructor(facet: StatsFacet) {
    this.#facet = facet;
    this.#type = fieldKind(facet.field) === 'date' ? 'date' : 'number';
  }

  add(segment: Segment, bits: Bitset): void {
    const column = segment.numbers(this.#type, this.#facet.field);
    this.#missing.add(bits, [column]);
    visitValues(column, bits, (value) => {
      this.#count++;
      this.#sum.add(value);
      this.#min = Math.min(this.#min, value);
      this.#max = Math.max(this.#max, value);
    });
  }

  result(): FacetResult {
    const format = this.#type === 'date' ? (time: number) => formatTimestamp(time) : (value: number) => value;
    const some = this.#count > 0;
    return {
      type: 'stats',
      count: this.#count,
      min: some ? format(this.#min) : null,
      max: some ? format(this.#max) : null,
      avg: some ? format(this.#sum.dividedBy(this.#count)) : null,
      // A sum of dates has no meaning.
      sum: this.#type === 'date' ? null : this.#sum.total,
      missingCount: this.#missing.count,
    };
  }
}
