import { type Bitset, hasBit } from './bitset.js';
import { mergeDictionaries } from './merge-dictionaries.js';
import type { Segment } from './segment.js';

/** A segment to merge. Its deleted documents are dropped. */
export interface MergeInput {
  segment: Segment;
  deleted: Bitset;
}

/** Stands for the new number of a dropped document. */
export const GONE = 0xffffffff;

/** How the documents of merged segments are numbered in the result. */
export interface Renumbering {
  documents: number;
  /** For each input: old document number → new one, or GONE. */
  maps: Uint32Array[];
}

/** Documents are numbered in order of id, so the merged dictionary of ids gives the new numbers. */
export function renumber(inputs: readonly MergeInput[]): Renumbering {
  const { dictionary, ordinalMaps } = mergeDictionaries(
    inputs.map(({ segment, deleted }) => ({
      dictionary: segment.ids,
      used: Uint8Array.from({ length: segment.documents }, (_, document) => (hasBit(deleted, document) ? 0 : 1)),
    })),
  );
  inputs.forEach(({ segment, deleted }, i) => {
    for (let document = 0; document < segment.documents; document++) {
      if (hasBit(deleted, document)) ordinalMaps[i][document] = GONE;
    }
  });
  return { documents: dictionary.size, maps: ordinalMaps };
}
