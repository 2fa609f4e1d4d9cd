import type { QueryPlan } from '../../engine.js';
import { addBit, type Bitset, emptyBitset, hasBit } from '../segment/bitset.js';
import type { Segment } from '../segment/segment.js';

/** The documents of one segment that a plan pins or hides. Scope and filter have to be applied to them. */
export interface CuratedDocuments {
  pinned: Bitset;
  hidden: Bitset;
  /** By number, the place of each pinned document among all that the plan pins. */
  places: ReadonlyMap<number, number>;
}

/** Null for most plans, which leave everything as it is. */
export function curatedDocuments(
  { ids, documents }: Segment,
  { pinned = [], hidden = [] }: Pick<QueryPlan, 'pinned' | 'hidden'>,
): CuratedDocuments | null {
  if (pinned.length + hidden.length === 0) return null;
  const curated = { pinned: emptyBitset(documents), hidden: emptyBitset(documents), places: new Map<number, number>() };
  for (const id of hidden) {
    const document = ids.find(id);
    if (document >= 0) addBit(curated.hidden, document);
  }
  pinned.forEach((id, place) => {
    const document = ids.find(id);
    if (document < 0 || curated.places.has(document) || hasBit(curated.hidden, document)) return;
    addBit(curated.pinned, document);
    curated.places.set(document, place);
  });
  return curated;
}

/** Of some ids, those that were found, in their order. */
export function amongFound(ids: readonly string[], found: readonly string[]): string[] {
  const all = new Set(found);
  return [...new Set(ids)].filter((id) => all.has(id));
}
