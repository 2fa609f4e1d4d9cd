/**
 * When is a segment merged?
 *
 * 1. At every write, in the indexer thread: small unsaved segments, once there are four of about one size.
 * 2. Before a save, in the indexer thread: all small unsaved segments, into one.
 * 3. After every write, in the merge thread (`maintenance.ts` asks for it): very many unsaved documents, as while an index
 *    is rebuilt; saved segments, once there are four of about one size; one of which most is deleted; one with vectors
 *    that no query asks for.
 * 4. While nothing is written, in the merge thread: whatever makes the index one segment, within limits.
 */
export interface SegmentSize {
  uid: number;
  /** Documents that are not deleted. */
  documents: number;
  deletedCount: number;
  bytes: number;
}

/** How much is merged in the background: only what is due or, while nothing is written, whatever is worth it. */
export type MergeEffort = 'due' | 'idle';

/**
 * Segments of about one size are merged when there are this many, so a document is merged once per level of size. Looking
 * a word up costs about the same in every segment, so searches are faster with few segments. A low number is affordable,
 * because merging a document costs a small fraction of embedding it.
 */
const FAN_IN = 4;

/** Segments below this many documents are merged within a write; larger ones would make the writer wait. */
const SMALL_SEGMENT = 256;

/** Unsaved documents are merged in the background from this many on, before they are saved. */
const MANY_UNSAVED = 4096;

/** Larger segments are not merged again: that would cost more than it saves. */
const LARGEST_BYTES = 1 << 30;
/** Segments of so many bytes together become one. More could exceed the 4 GiB that a segment's memory can have. */
const LARGEST_MERGED_BYTES = 3 * 2 ** 30;

/**
 * While idle, more is merged, but not for a few documents: each time, all documents of the largest segment are written again.
 * The other segments together must have at least this share of its documents.
 */
const WORTHWHILE_SHARE = 0.25;
/** About ten seconds of work. In a larger index the cost per segment hardly matters beside that of postings and vectors. */
const LARGEST_BYTES_WHEN_IDLE = 1 << 28;

/** The small segments among those that are not saved. */
export function chooseSmallSegments(unsaved: readonly SegmentSize[]): number[] {
  return unsaved.filter(isSmall).map(({ uid }) => uid);
}

/** The unsaved segments to merge within a write, so that single writes do not pile up tiny segments; or an empty list. */
export function chooseSmallMerge(unsaved: readonly SegmentSize[]): number[] {
  return chooseMerge(unsaved.filter(isSmall));
}

/** The segments that the merge thread should merge next, or an empty list. */
export function chooseBackgroundMerge({
  unsaved,
  saved,
  effort,
}: {
  unsaved: readonly SegmentSize[];
  saved: readonly (SegmentSize & { hasUnwantedVectors: boolean })[];
  effort: MergeEffort;
}): number[] {
  const unsavedDocuments = unsaved.reduce((sum, { documents, deletedCount }) => sum + documents + deletedCount, 0);
  if (unsavedDocuments >= MANY_UNSAVED) return unsaved.map(({ uid }) => uid);
  const chosen = effort === 'idle' ? chooseMergeWhenIdle(saved) : chooseMerge(saved);
  if (chosen.length > 0) return chosen;
  // Unwanted vectors take as much memory as the others: rewrite their segment, alone if need be.
  const stale = saved.find(({ hasUnwantedVectors }) => hasUnwantedVectors);
  return stale === undefined ? [] : [stale.uid];
}

/** Segments of about one size, once there are enough; else one of which most is deleted; else an empty list. */
export function chooseMerge(segments: readonly SegmentSize[]): number[] {
  const levels = new Map<number, SegmentSize[]>();
  for (const segment of segments) {
    if (segment.bytes > LARGEST_BYTES) continue;
    const level = Math.floor(Math.log(Math.max(1, segment.documents)) / Math.log(FAN_IN));
    levels.set(level, [...(levels.get(level) ?? []), segment]);
  }
  const crowded = [...levels.entries()].sort(([a], [b]) => a - b).find(([, peers]) => peers.length >= FAN_IN);
  if (crowded !== undefined) return smallestThatFit(crowded[1]).map(({ uid }) => uid);
  // Every query scans deleted documents too: rewrite the segment without them.
  const worn = segments.find(({ documents, deletedCount }) => deletedCount > documents);
  return worn === undefined ? [] : [worn.uid];
}

/** At least three of any four, since none has more than a third of what fits. */
function smallestThatFit(segments: readonly SegmentSize[]): SegmentSize[] {
  let bytes = 0;
  const fitting = new Set<SegmentSize>();
  for (const segment of segments.toSorted((a, b) => a.bytes - b.bytes)) {
    bytes += segment.bytes;
    if (bytes <= LARGEST_MERGED_BYTES) fitting.add(segment);
  }
  return segments.filter((segment) => fitting.has(segment));
}

/** The same while idle: as many segments as are worth it, so that a finished import of moderate size leaves one segment. */
export function chooseMergeWhenIdle(segments: readonly SegmentSize[]): number[] {
  const due = chooseMerge(segments);
  if (due.length > 0) return due;
  const largestFirst = [...segments].sort((a, b) => b.documents - a.documents);
  for (const [i, largest] of largestFirst.entries()) {
    const others = largestFirst.slice(i + 1);
    const bytes = others.reduce((sum, segment) => sum + segment.bytes, largest.bytes);
    const documents = others.reduce((sum, segment) => sum + segment.documents, 0);
    const isWorthIt = others.length > 0 && documents >= largest.documents * WORTHWHILE_SHARE;
    if (isWorthIt && bytes <= LARGEST_BYTES_WHEN_IDLE) return [largest, ...others].map(({ uid }) => uid);
  }
  return [];
}

/** Deleted documents count, because a merge reads them too. */
function isSmall({ documents, deletedCount }: SegmentSize): boolean {
  return documents + deletedCount < SMALL_SEGMENT;
}
