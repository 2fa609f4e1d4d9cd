import { MODES } from '../../domain/document/mode.js';
import type { DocumentStorage, LookedAt, Storage } from '../../storage/storage.js';

const LOOK_AT = 1000;

/** How many of all documents have vectors of a space. Looks at each of them, without a pause: not for a service. */
export async function countEmbedded(storage: Storage, space: string): Promise<{ done: number; total: number }> {
  const counts = await Promise.all(MODES.map((mode) => countIn(storage.documents(mode), space)));
  const sum = (pick: 'done' | 'total') => counts.reduce((total, count) => total + count[pick], 0);
  return { done: sum('done'), total: sum('total') };
}

async function countIn(documents: DocumentStorage, space: string): Promise<{ done: number; total: number }> {
  const counts = { done: 0, total: 0 };
  let after: string | null = null;
  do {
    const looked: LookedAt = await documents.withoutVectors(space, { after, atMost: LOOK_AT });
    counts.total += looked.count;
    counts.done += looked.count - looked.ids.length;
    after = looked.last;
  } while (after !== null);
  return counts;
}
