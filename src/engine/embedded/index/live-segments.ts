import { addBit, type Bitset, countBits, hasBit } from '../segment/bitset.js';
import { Segment } from '../segment/segment.js';
import type { SegmentData } from '../segment/segment-format.js';

export interface AddedSegment {
  uid: number;
  data: SegmentData;
  deleted: Bitset;
}

/** A change from one state of an index to the next. Every query thread applies the same updates in the same order. */
export interface IndexUpdate {
  deletions: { uid: number; document: number }[];
  removed: number[];
  added: AddedSegment[];
}

export function emptyUpdate(): IndexUpdate {
  return { deletions: [], removed: [], added: [] };
}

/** A segment and which of its documents are deleted. */
export interface LiveSegment {
  uid: number;
  segment: Segment;
  deleted: Bitset;
  deletedCount: number;
}

/** The segments that make up an index at one moment. */
export class LiveSegments {
  readonly #byUid = new Map<number, LiveSegment>();

  static of(added: readonly AddedSegment[]): LiveSegments {
    const segments = new LiveSegments();
    segments.take({ ...emptyUpdate(), added: [...added] });
    return segments;
  }

  list(): LiveSegment[] {
    return [...this.#byUid.values()];
  }

  uids(): number[] {
    return [...this.#byUid.keys()];
  }

  /** All segments in the form of an update, for a thread that has none of them yet. */
  toAdded(): AddedSegment[] {
    return this.list().map(({ uid, segment, deleted }) => ({ uid, data: segment.data, deleted }));
  }

  get(uid: number): LiveSegment {
    return this.#byUid.get(uid)!;
  }

  /** Null if there is no such segment, or no longer. */
  find(uid: number): LiveSegment | null {
    return this.#byUid.get(uid) ?? null;
  }

  take({ deletions, removed, added }: IndexUpdate): void {
    // Comes first, because memory may run out: then nothing has changed yet.
    const live = added.map(liveSegment);
    for (const { uid, document } of deletions) this.#delete(uid, document);
    for (const uid of removed) this.#byUid.delete(uid);
    for (const segment of live) this.#byUid.set(segment.uid, segment);
  }

  locate(id: string): DocumentPlace | null {
    return locateDocument(this.#byUid.values(), id);
  }

  #delete(uid: number, document: number): void {
    const live = this.get(uid);
    if (hasBit(live.deleted, document)) return;
    addBit(live.deleted, document);
    live.deletedCount++;
  }
}

function liveSegment({ uid, data, deleted }: AddedSegment): LiveSegment {
  return { uid, segment: new Segment(data), deleted: deleted.slice(), deletedCount: countBits(deleted) };
}

export interface DocumentPlace {
  live: LiveSegment;
  /** Its number in the segment. */
  document: number;
}

/** The place of the current version of a document, or null. */
export function locateDocument(segments: Iterable<LiveSegment>, id: string): DocumentPlace | null {
  for (const live of segments) {
    const document = live.segment.ids.find(id);
    if (document >= 0 && !hasBit(live.deleted, document)) return { live, document };
  }
  return null;
}
