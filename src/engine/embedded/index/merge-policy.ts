/** What the policy needs to know of a segment. */
export interface SegmentSize {
  uid: number;
  /** Documents that are not deleted. */
  documents: number;
  deletedCount: number;
  bytes: number;
}

/**
 * Segments of about one size are merged when there are this many, so a document is merged once per level of size. Looking
 * a word up costs about the same in every segment, so few of them make searches fast; merging takes a small part of what
 * embedding a document takes, so it may be done more often than a store without vectors would.
 */
const FAN_IN = 4;

/** Beyond this a segment is left alone: merging it again would cost more than it saves. */
const LARGEST_BYTES = 1 << 30;

/**
 * While nothing is written there is time to merge more. Not for a few documents, though: those merged before would be
 * written again and again. The others must be at least this share of the largest.
 */
const WORTHWHILE_SHARE = 0.25;
/** Some ten seconds' work. In a larger index, words and vectors take far longer than what each segment costs. */
const LARGEST_BYTES_WHEN_IDLE = 1 << 28;

/** The segments to merge next, or an empty list. */
export function chooseMerge(segments: readonly SegmentSize[]): number[] {
  const levels = new Map<number, SegmentSize[]>();
  for (const segment of segments) {
    if (segment.bytes > LARGEST_BYTES) continue;
    const level = Math.floor(Math.log(Math.max(1, segment.documents)) / Math.log(FAN_IN));
    levels.set(level, [...(levels.get(level) ?? []), segment]);
  }
  const crowded = [...levels.entries()].sort(([a], [b]) => a - b).find(([, peers]) => peers.length >= FAN_IN);
  if (crowded !== undefined) return crowded[1].map(({ uid }) => uid);
  // Mostly deleted documents still cost every query their scan: write the segment anew without them.
  const worn = segments.find(({ documents, deletedCount }) => deletedCount > documents);
  return worn === undefined ? [] : [worn.uid];
}

/** The same while nothing is written: as many as are worth it, so that a finished import leaves one segment if it is not large. */
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
