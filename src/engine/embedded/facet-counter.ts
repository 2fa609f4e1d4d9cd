import type { FacetResult } from '../../domain/facet.js';
import type { Bitset } from './bitset.js';
import type { Segment } from './segment.js';

/** Counts one facet, segment by segment, over the documents that match. */
export interface FacetCounter {
  add(segment: Segment, bits: Bitset): void;
  result(): FacetResult;
}
