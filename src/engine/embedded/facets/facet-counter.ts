import type { FacetResult } from '../../../domain/facet/facet.js';
import type { Bitset } from '../segment/bitset.js';
import type { Segment } from '../segment/segment.js';

/** Counts one facet, segment by segment, over the documents that match. */
export interface FacetCounter {
  add(segment: Segment, bits: Bitset): void;
  result(): FacetResult;
}
