import type { Change } from '../../engine.js';

const MAX_CHANGES = 500;
const MAX_CHARACTERS = 2_000_000;

/** Changes in groups that one call to the indexer handles in well under a second. */
export function* batchesOf(changes: Iterable<Change>): Generator<Change[]> {
  let batch: Change[] = [];
  let characters = 0;
  for (const change of changes) {
    batch.push(change);
    if (change.kind === 'put') characters += change.document.content?.length ?? 0;
    if (batch.length >= MAX_CHANGES || characters >= MAX_CHARACTERS) {
      yield batch;
      batch = [];
      characters = 0;
    }
  }
  if (batch.length > 0) yield batch;
}
