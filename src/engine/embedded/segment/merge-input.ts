import type { Bitset } from './bitset.js';
import type { Segment } from './segment.js';

export interface MergeInput {
  segment: Segment;
  deleted: Bitset;
}
