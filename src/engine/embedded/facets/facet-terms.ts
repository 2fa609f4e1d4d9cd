import { fieldKind } from '../../../domain/document/document.js';
import { timestampFormatter } from '../../../domain/document/timestamp.js';
import type { FacetResult, TermsFacet } from '../../../domain/facet/facet.js';
import type { FieldValue } from '../../../domain/filter/filter.js';
import { listTerms } from '../../facets/list-terms.js';
import { type Bitset, hasBit } from '../segment/bitset.js';
import type { KeywordColumn, NumberColumn } from '../segment/column.js';
import type { Segment } from '../segment/segment.js';
import { type FacetCounter, MissingCounter } from './facet-counter.js';

export class TermsCounter implements FacetCounter {
  readonly #facet: TermsFacet;
  readonly #counts = new Map<FieldValue, number>();
  readonly #missing = new MissingCounter();
  readonly #formatDate = timestampFormatter();

  constructor(facet: TermsFacet) {
    this.#facet = facet;
  }

  add(segment: Segment, bits: Bitset): void {
    const { field } = this.#facet;
    if (fieldKind(field) === 'date') {
      const dates = segment.numbers('date', field);
      this.#addNumbers(dates, bits, this.#formatDate);
      this.#missing.add(bits, [dates]);
      return;
    }
    const keywords = segment.keywords(field);
    const numbers = segment.numbers('number', field);
    const booleans = segment.numbers('boolean', field);
    this.#addKeywords(keywords, bits);
    this.#addNumbers(numbers, bits, (value) => value);
    this.#addNumbers(booleans, bits, (value) => value === 1);
    this.#missing.add(bits, [keywords, numbers, booleans]);
  }

  result(): FacetResult {
    return listTerms(this.#facet, this.#counts, this.#missing.count);
  }

  #addKeywords(column: KeywordColumn | null, bits: Bitset): void {
    if (column === null) return;
    const { docs, ordinals, entries, dictionary } = column;
    const counts = new Uint32Array(dictionary.size);
    if (docs === null || entries === null) countSingle(bits, ordinals, counts);
    else if (entries.areFew) countEntries(bits, ordinals, { docs, counts });
    else countSeveral(bits, ordinals, { starts: entries.entryStarts(), counts });
    for (let ordinal = 0; ordinal < counts.length; ordinal++) {
      if (counts[ordinal] > 0) this.#increase(dictionary.text(ordinal), counts[ordinal]);
    }
  }

  #addNumbers(column: NumberColumn | null, bits: Bitset, toValue: (value: number) => FieldValue): void {
    if (column === null) return;
    const { docs, values, count } = column;
    for (let entry = 0; entry < count; entry++) {
      if (hasBit(bits, docs === null ? entry : docs[entry])) this.#increase(toValue(values[entry]), 1);
    }
  }

  #increase(value: FieldValue, by: number): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + by);
  }
}

function countEntries(
  bits: Bitset,
  ordinals: Uint32Array,
  { docs, counts }: { docs: Uint32Array; counts: Uint32Array },
): void {
  for (let entry = 0; entry < docs.length; entry++) if (hasBit(bits, docs[entry])) counts[ordinals[entry]]++;
}

// These loops go from one match to the next, so other documents cost nothing.

function countSingle(bits: Bitset, ordinals: Uint32Array, counts: Uint32Array): void {
  for (let i = 0; i < bits.length; i++) {
    let word = bits[i];
    while (word !== 0) {
      counts[ordinals[(i << 5) + (31 - Math.clz32(word & -word))]]++;
      word &= word - 1;
    }
  }
}

function countSeveral(
  bits: Bitset,
  ordinals: Uint32Array,
  { starts, counts }: { starts: Uint32Array; counts: Uint32Array },
): void {
  for (let i = 0; i < bits.length; i++) {
    let word = bits[i];
    while (word !== 0) {
      const document = (i << 5) + (31 - Math.clz32(word & -word));
      word &= word - 1;
      for (let entry = starts[document]; entry < starts[document + 1]; entry++) counts[ordinals[entry]]++;
    }
  }
}
