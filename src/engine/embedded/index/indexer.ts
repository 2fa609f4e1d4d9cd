import type { Change } from '../../../domain/document/change.js';
import type { EngineStatus } from '../../engine.js';
import { addBit, type Bitset, emptyBitset } from '../segment/bitset.js';
import { buildSegment } from '../segment/build-segment.js';
import { flattenDocument } from '../segment/flat-document.js';
import { mergeSegments } from '../segment/merge-segments.js';
import { Segment } from '../segment/segment.js';
import type { SegmentData } from '../segment/segment-format.js';
import { type IndexUpdate, type LiveSegment, LiveSegments } from './live-segments.js';
import { chooseMerge, chooseMergeWhenIdle } from './merge-policy.js';
import { loadIndex, removeIndex, removeLeftOvers, saveManifest, saveSegment } from './saved-index.js';

/** A merge that another thread does: what goes in, with the deletions known now, and what the result is called. */
export interface MergeTask {
  folder: string;
  uid: number;
  inputs: { uid: number; data: SegmentData; deleted: Bitset }[];
  /** The vector spaces to keep; null for all. */
  spaces: readonly string[] | null;
}

/** How much is merged: what is due, or whatever pays while nothing is written. */
export type MergeEffort = 'due' | 'idle';

export interface OpenedIndex {
  update: IndexUpdate;
  /** Everything up to this change is in the segments; 0 where nothing could be loaded. */
  sequence: number;
  /** Why documents must be taken from the store again, if they must. */
  damage: string[];
}

/** Segments below this size are merged on the spot; larger ones would make a writer wait. */
const SMALL_SEGMENT = 256;

/** So many documents that are not saved, as while an index is built anew, are merged before they are. */
const MANY_UNSAVED = 4096;

/**
 * Keeps the segments of one index: turns changes into new small segments, decides what is merged and what is saved.
 * Each call returns the step that every query thread must take to be in the same state.
 */
export class Indexer {
  private readonly segments = new LiveSegments();
  /** Segments that are on disk. */
  private readonly saved = new Set<number>();
  /** Inputs of a merge under way. */
  private readonly merging = new Set<number>();
  /** What comes out of it: the other thread may be writing its files. */
  private readonly emerging = new Set<number>();
  /** The first change that a segment not saved yet holds. */
  private readonly firstSequence = new Map<number, number>();
  private appliedSequence = 0;
  private nextUid = 1;
  /** The vector spaces that queries may name; null for any. */
  private spaces: readonly string[] | null = null;

  constructor(private readonly folder: string) {}

  open(): OpenedIndex {
    const { index, reason } = loadIndex(this.folder);
    if (index === null) return { update: emptyUpdate(), sequence: 0, damage: [reason] };
    const update: IndexUpdate = { ...emptyUpdate(), added: index.segments };
    this.segments.take(update);
    this.appliedSequence = index.sequence;
    for (const { uid } of index.segments) this.saved.add(uid);
    removeLeftOvers(this.folder, index.uids);
    this.nextUid = Math.max(0, ...index.uids) + 1;
    return { update, sequence: index.sequence, damage: index.damage };
  }

  /** Forgets everything, on disk too. */
  clear(): IndexUpdate {
    const update = { ...emptyUpdate(), removed: this.segments.list().map(({ uid }) => uid) };
    this.segments.take(update);
    this.saved.clear();
    this.firstSequence.clear();
    this.appliedSequence = 0;
    removeIndex(this.folder);
    return update;
  }

  /** What segments have of other vector spaces is left out when they are next merged; `planMerge` sees to it that they are. */
  keepSpaces(spaces: readonly string[]): void {
    this.spaces = spaces;
  }

  /** Those of the ids that are not in the index. */
  missing(ids: readonly string[]): string[] {
    return ids.filter((id) => this.segments.locate(id) === null);
  }

  apply(changes: readonly Change[]): IndexUpdate {
    const latest = new Map(changes.map((change) => [change.kind === 'put' ? change.document.id : change.id, change]));
    const update = emptyUpdate();
    for (const id of latest.keys()) {
      const place = this.segments.locate(id);
      if (place !== null) update.deletions.push(place);
    }
    const puts = [...latest.values()].filter((change) => change.kind === 'put');
    if (puts.length > 0) {
      const data = buildSegment(puts.map(({ document, vectors }) => flattenDocument(document, vectors)));
      const uid = this.nextUid++;
      this.firstSequence.set(uid, changes[0].sequence);
      update.added.push({ uid, data, deleted: emptyBitset(puts.length) });
    }
    this.segments.take(update);
    this.appliedSequence = Math.max(this.appliedSequence, changes.at(-1)?.sequence ?? 0);
    return this.mergeSmall(update);
  }

  /** The next merge for another thread: very much that is new, or what the policy wants. Null when there is nothing to do. */
  planMerge(effort: MergeEffort): MergeTask | null {
    const unsaved = this.unsaved();
    const documents = unsaved.reduce((sum, { segment }) => sum + segment.documents, 0);
    const inputs = documents >= MANY_UNSAVED ? unsaved : this.chooseSaved(effort);
    if (inputs.length === 0) return null;
    const uid = this.nextUid++;
    this.emerging.add(uid);
    for (const input of inputs) this.merging.add(input.uid);
    return {
      folder: this.folder,
      uid,
      inputs: inputs.map(({ uid, segment, deleted }) => ({ uid, data: segment.data, deleted: deleted.slice() })),
      spaces: this.spaces,
    };
  }

  /** Puts a merged segment, saved already, in the place of its inputs. */
  finishMerge(task: MergeTask, data: SegmentData): IndexUpdate {
    const segment = new Segment(data);
    const deleted = emptyBitset(segment.documents);
    for (const id of this.deletedSince(task)) addBit(deleted, segment.ids.find(id));
    const update: IndexUpdate = {
      deletions: [],
      removed: task.inputs.map(({ uid }) => uid),
      added: segment.documents === 0 ? [] : [{ uid: task.uid, data, deleted }],
    };
    this.segments.take(update);
    this.dropMerge(task);
    for (const { uid } of task.inputs) {
      this.saved.delete(uid);
      this.firstSequence.delete(uid);
    }
    this.saved.add(task.uid);
    return update;
  }

  /** Gives the inputs of a merge free that did not come about. */
  dropMerge(task: MergeTask): void {
    this.emerging.delete(task.uid);
    for (const { uid } of task.inputs) this.merging.delete(uid);
  }

  /** Makes one segment of all that are small and new, so that few files are saved. */
  gatherSmall(): IndexUpdate {
    const update = emptyUpdate();
    const small = this.unsaved().filter(isSmall);
    if (small.length > 1) this.replaceSmall(small, update);
    return update;
  }

  /** Writes what is new into files of its own, and the manifest. What a merge under way takes in is left to it. */
  saveAll(): number {
    for (const { uid, segment } of this.unsaved()) {
      saveSegment(this.folder, uid, segment.data);
      this.saved.add(uid);
      this.firstSequence.delete(uid);
    }
    return this.saveManifest();
  }

  /** Writes down which segments are current. Returns the change up to which everything is saved. */
  saveManifest(): number {
    const segments = this.segments.list().filter(({ uid }) => this.saved.has(uid));
    const unsavedFrom = Math.min(...this.firstSequence.values());
    const sequence = unsavedFrom === Infinity ? this.appliedSequence : unsavedFrom - 1;
    saveManifest(this.folder, { sequence, segments, emerging: this.emerging });
    return sequence;
  }

  status(): EngineStatus {
    const live = this.segments.list();
    const count = (list: LiveSegment[]) => list.reduce((sum, one) => sum + one.segment.documents - one.deletedCount, 0);
    return {
      documents: count(live),
      unsavedDocuments: count(live.filter(({ uid }) => !this.saved.has(uid))),
      bytes: live.reduce((sum, { segment }) => sum + segment.byteLength, 0),
      figures: { segments: live.length },
    };
  }

  /** Merges new segments while they are small, so that single writes do not pile up tiny ones. */
  private mergeSmall(update: IndexUpdate): IndexUpdate {
    for (;;) {
      const inputs = chooseMerge(this.unsaved().filter(isSmall).map(sizeOf)).map((uid) => this.segments.get(uid));
      if (inputs.length === 0) return update;
      this.replaceSmall(inputs, update);
    }
  }

  private replaceSmall(inputs: readonly LiveSegment[], update: IndexUpdate): void {
    const data = mergeSegments(inputs, this.spaces);
    const uid = this.nextUid++;
    const uids = inputs.map((input) => input.uid);
    this.firstSequence.set(uid, Math.min(...uids.map((input) => this.firstSequence.get(input)!)));
    for (const input of uids) this.firstSequence.delete(input);
    const documents = inputs.reduce((sum, input) => sum + input.segment.documents - input.deletedCount, 0);
    const step: IndexUpdate = {
      deletions: [],
      removed: uids,
      // A segment of which nothing is left needs no successor.
      added: documents === 0 ? [] : [{ uid, data, deleted: emptyBitset(documents) }],
    };
    if (documents === 0) this.firstSequence.delete(uid);
    this.segments.take(step);
    // Segments that came and went within this call never reach the query threads.
    const neverSeen = new Set(update.added.map((added) => added.uid).filter((added) => uids.includes(added)));
    update.added = [...update.added.filter((added) => !neverSeen.has(added.uid)), ...step.added];
    update.removed.push(...uids.filter((input) => !neverSeen.has(input)));
    update.deletions = update.deletions.filter(({ uid: target }) => !uids.includes(target));
  }

  /** One with vectors that no query asks for is written anew, alone if need be: they take as much memory as the others. */
  private chooseSaved(effort: MergeEffort): LiveSegment[] {
    const saved = this.free().filter(({ uid }) => this.saved.has(uid));
    const chosen = (effort === 'idle' ? chooseMergeWhenIdle : chooseMerge)(saved.map(sizeOf));
    if (chosen.length > 0) return chosen.map((uid) => this.segments.get(uid));
    return saved.filter(({ segment }) => segment.spaces.some((space) => !this.keeps(space))).slice(0, 1);
  }

  private keeps(space: string): boolean {
    return this.spaces?.includes(space) ?? true;
  }

  private free(): LiveSegment[] {
    return this.segments.list().filter(({ uid }) => !this.merging.has(uid));
  }

  private unsaved(): LiveSegment[] {
    return this.free().filter(({ uid }) => !this.saved.has(uid));
  }

  /** Ids whose documents were deleted in the inputs after the merge had begun. */
  private *deletedSince(task: MergeTask): Generator<string> {
    for (const input of task.inputs) {
      const { segment, deleted } = this.segments.get(input.uid);
      for (let document = 0; document < segment.documents; document++) {
        const word = document >>> 5;
        const bit = 1 << (document & 31);
        if ((deleted[word] & bit) !== 0 && (input.deleted[word] & bit) === 0) yield segment.ids.text(document);
      }
    }
  }
}

function isSmall({ segment }: LiveSegment): boolean {
  return segment.documents < SMALL_SEGMENT;
}

function sizeOf({ uid, segment, deletedCount }: LiveSegment) {
  return { uid, documents: segment.documents - deletedCount, deletedCount, bytes: segment.byteLength };
}

function emptyUpdate(): IndexUpdate {
  return { deletions: [], removed: [], added: [] };
}
