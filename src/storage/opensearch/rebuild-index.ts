import type { DocumentIndex, DocumentToStore } from './document-index.js';
import { repeatedly } from './retry.js';
import { decodeState, STORED_FIELDS, type StoredSource } from './stored-document.js';

export interface Rebuild {
  /** Made by an older program. Documents may be written to it all the time but the last moments. */
  from: DocumentIndex;
  to: DocumentIndex;
  onProgress(done: number, total: number): void;
  signal: AbortSignal;
}

const KEEP_ALIVE = '10m';
const BATCH = 100;
const IDS_AT_ONCE = 500;
/** Writers are held up while the last changes are copied, so these must be few. */
const FEW_CHANGES = 500;
const REPEAT_MILLISECONDS = 30_000;

/**
 * Fills an index from an older one and puts it in its place. What is changed meanwhile is copied in further passes. The last
 * one is made while writers are told to come back later. One that is broken off is started over by the next start.
 */
export async function rebuildIndex(rebuild: Rebuild): Promise<void> {
  const { from, to, signal } = rebuild;
  let since = -1;
  let before = Number.POSITIVE_INFINITY;
  for (let copied = before; copied > FEW_CHANGES; before = copied) {
    const last = await from.lastChange();
    copied = await copyChanges(rebuild, since);
    since = last;
    // Further passes would not bring it nearer.
    if (copied >= before) break;
  }
  await from.blockWrites();
  try {
    await copyChanges(rebuild, since);
    await removeDeleted(rebuild);
    signal.throwIfAborted();
    await from.replaceBy(to);
  } catch (error) {
    await from.allowWrites().catch(() => undefined);
    throw error;
  }
}

/** Copies the documents with changes of a higher number. Returns how many. */
async function copyChanges({ from, to, onProgress, signal }: Rebuild, since: number): Promise<number> {
  const total = await from.count();
  let copied = 0;
  for await (const sources of changedDocuments(from, since)) {
    signal.throwIfAborted();
    await copyDocuments(to, sources);
    copied += sources.length;
    if (since < 0) onProgress(copied, Math.max(total, copied));
  }
  return copied;
}

function changedDocuments(from: DocumentIndex, since: number): AsyncIterable<StoredSource[]> {
  return from.atOneTime(KEEP_ALIVE, async function* (search) {
    let after: string | null = null;
    do {
      const { hits }: Awaited<ReturnType<typeof search<StoredSource>>> = await search<StoredSource>({
        query: { range: { _seq_no: { gt: since } } },
        sort: [{ id: 'asc' }],
        ...(after !== null && { search_after: [after] }),
        size: BATCH,
        track_total_hits: false,
        _source: Object.keys(STORED_FIELDS),
      });
      if (hits.hits.length > 0) yield hits.hits.flatMap(({ _source }) => _source ?? []);
      after = hits.hits.at(-1)?._id ?? null;
    } while (after !== null);
  });
}

/** Nobody else writes there, so whatever is there is replaced. */
async function copyDocuments(to: DocumentIndex, sources: readonly StoredSource[]): Promise<void> {
  const documents: DocumentToStore[] = [];
  for (const stored of sources) {
    const state = decodeState(stored);
    await to.addSpaces(state);
    const { writes, idempotency } = stored;
    documents.push({ state, marks: { writes, idempotency } });
  }
  const made = await to.sourcesOf(documents);
  await writeAll(
    to,
    documents.map(({ state }, index) => ({ kind: 'put', id: state.document.id, source: made[index] }) as const),
  );
}

/** Removes documents that were deleted after they were copied. */
async function removeDeleted({ from, to }: Rebuild): Promise<void> {
  if ((await from.count()) === (await to.count())) return;
  let after: string | null = null;
  do {
    const { hits }: Awaited<ReturnType<typeof to.search>> = await to.search({
      query: { match_all: {} },
      sort: [{ id: 'asc' }],
      ...(after !== null && { search_after: [after] }),
      size: IDS_AT_ONCE,
      _source: false,
    });
    const ids = hits.hits.map(({ _id }) => _id);
    const found = await from.get(ids.map((id) => ({ id, fields: [] })));
    const gone = ids.filter((_, index) => found[index] === null);
    await writeAll(
      to,
      gone.map((id) => ({ kind: 'delete', id }) as const),
    );
    after = ids.at(-1) ?? null;
  } while (after !== null);
}

async function writeAll(to: DocumentIndex, operations: Parameters<DocumentIndex['write']>[0]): Promise<void> {
  await repeatedly(REPEAT_MILLISECONDS, async () => {
    for (const outcome of await to.write(operations)) if (outcome.kind === 'failed') throw outcome.error;
  });
}
