import { MODES } from '../../domain/document/mode.js';
import type { DocumentStorage, Storage } from '../../storage/storage.js';

const LOOK_AT = 1000;

/** How many of all documents have vectors of a space. Looks at each of them, without a pause: not for a service. */
export function countEmbedded(storage: Storage, space: string): { done: number; total: number } {
  const counts = MODES.map((mode) => countIn(storage.documents(mode), space));
  const sum = (pick: 'done' | 'total') => counts.reduce((total, count) => total + count[pick], 0);
  return { done: sum('done'), total: sum('total') };
}

function countIn(documents: DocumentStorage, space: string): { done: number; total: number } {
  const counts = { done: 0, total: 0 };
  let after: string | null = null;
  do {
    const looked = documents.withoutVectors(space, { after, atMost: LOOK_AT });
    counts.total += looked.count;
    counts.done += looked.count - looked.ids.length;
    after = looked.last;
  } while (after !== null);
  return counts;
}
