import { addBit, type Bitset, countBits, hasBit } from '../segment/bitset.js';
import { Segment } from '../segment/segment.js';
import type { SegmentData } from '../segment/segment-format.js';

/** A step from one state of an index to the next. Every thread that answers queries takes the same steps in order. */
export interface IndexUpdate {
  deletions: { uid: number; document: number }[];
  removed: number[];
  added: { uid: number; data: SegmentData; deleted: Bitset }[];
}

/** A segment as a query sees it: what is deleted is not there. */
export interface LiveSegment {
  uid: number;
  segment: Segment;
  deleted: Bitset;
  /** How many documents are deleted. */
  deletedCount: number;
}

/** The segments that make up an index at one moment. */
export class LiveSegments {
  private readonly byUid = new Map<number, LiveSegment>();

  list(): LiveSegment[] {
    return [...this.byUid.values()];
  }

  get(uid: number): LiveSegment {
    return this.byUid.get(uid)!;
  }

  /** Null where it is not one of them, or no longer. */
  find(uid: number): LiveSegment | null {
    return this.byUid.get(uid) ?? null;
  }

  take({ deletions, removed, added }: IndexUpdate): void {
    for (const { uid, document } of deletions) this.delete(uid, document);
    for (const uid of removed) this.byUid.delete(uid);
    for (const { uid, data, deleted } of added) {
      const segment = new Segment(data);
      this.byUid.set(uid, { uid, segment, deleted: deleted.slice(), deletedCount: countBits(deleted) });
    }
  }

  /** Where the current version of a document is, or null. */
  locate(id: string): { uid: number; document: number } | null {
    for (const { uid, segment, deleted } of this.byUid.values()) {
      const document = segment.ids.find(id);
      if (document >= 0 && !hasBit(deleted, document)) return { uid, document };
    }
    return null;
  }

  private delete(uid: number, document: number): void {
    const live = this.get(uid);
    if (hasBit(live.deleted, document)) return;
    addBit(live.deleted, document);
    live.deletedCount++;
  }
}
