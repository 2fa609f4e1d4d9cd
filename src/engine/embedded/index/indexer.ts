import type { Change, Document } from '../../../domain/document/document.js';
import { flattenDocument } from '../../document/flat-document.js';
import type { EngineStatus } from '../../engine.js';
import { addBit, type Bitset, documentsOf, emptyBitset, subtract } from '../segment/bitset.js';
import { buildSegment } from '../segment/build-segment.js';
import { mergeSegments } from '../segment/merge-segments.js';
import { Segment } from '../segment/segment.js';
import type { SegmentData } from '../segment/segment-format.js';
import { type AddedSegment, emptyUpdate, type IndexUpdate, type LiveSegment, LiveSegments } from './live-segments.js';
import {
  chooseBackgroundMerge,
  chooseSmallMerge,
  chooseSmallSegments,
  type MergeEffort,
  type SegmentSize,
} from './merge-policy.js';
import { loadIndex, removeIndex, removeLeftOvers, saveManifest, saveSegment } from './saved-index.js';

/** A merge for another thread: its inputs with the deletions known now, and the uid of its result. */
export interface MergeTask {
  folder: string;
  uid: number;
  inputs: { uid: number; data: SegmentData; deleted: Bitset }[];
  /** How many documents the result will have. */
  documents: number;
  /** The vector spaces to keep; null for all. */
  spaces: readonly string[] | null;
}

/** The status of an engine, less what the main thread knows. */
export type IndexStatus = Omit<EngineStatus, 'work'>;

export interface OpenedIndex {
  update: IndexUpdate;
  /** Everything up to this change is in the segments; 0 where nothing could be loaded. */
  sequence: number;
  /** Why documents must be read from the store again; empty if they need not be. */
  damage: string[];
  /** Ids of documents that could not be indexed. */
  setAside: string[];
}

/** A document that can always be indexed, unless the engine itself fails. */
const PROBE: Document = {
  id: 'probe',
  title: 'probe',
  content: 'probe',
  language: 'en',
  tenantId: 'probe',
  metadata: null,
  sourceUri: null,
  createdAt: 0,
  updatedAt: 0,
};

/** What the indexer knows of one segment. */
interface SegmentRecord {
  live: LiveSegment;
  /** The oldest change that the segment holds, 0 if it is not known; null once its files are on disk. */
  unsavedFrom: number | null;
  /** The uid of the segment that a running merge makes of this one and others; null for a segment that is free. */
  mergingInto: number | null;
}

/**
 * Owns the segments of one index: turns changes into new small segments, merges them as `merge-policy.ts` decides, and
 * saves them. Methods that change the index return the update that every query thread must apply.
 */
export class Indexer {
  readonly #folder: string;
  readonly #segments = new LiveSegments();
  readonly #records = new Map<number, SegmentRecord>();
  /** Ids of documents that could not be indexed and were not changed since. */
  readonly #setAside = new Set<string>();
  #appliedSequence = 0;
  #nextUid = 1;
  /** The vector spaces that queries may name; null for any. */
  #spaces: readonly string[] | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  open(): OpenedIndex {
    const { index, reason } = loadIndex(this.#folder);
    if (index === null) return { update: emptyUpdate(), sequence: 0, damage: [reason], setAside: [] };
    const update: IndexUpdate = { ...emptyUpdate(), added: index.segments };
    this.#take(update, null);
    this.#appliedSequence = index.sequence;
    for (const id of index.setAside) this.#setAside.add(id);
    removeLeftOvers(this.#folder, index.uids);
    this.#nextUid = Math.max(0, ...index.uids) + 1;
    return { update, sequence: index.sequence, damage: index.damage, setAside: index.setAside };
  }

  /** Removes everything, including the files. */
  clear(): IndexUpdate {
    const update = { ...emptyUpdate(), removed: this.#segments.uids() };
    this.#take(update, null);
    this.#appliedSequence = 0;
    this.#setAside.clear();
    removeIndex(this.#folder);
    return update;
  }

  /** All current segments, for query threads that may have missed an update. */
  current(): AddedSegment[] {
    return this.#segments.toAdded();
  }

  /** Vectors of other spaces are dropped when their segment is next merged, which `planMerge` makes sure of. */
  keepSpaces(spaces: readonly string[]): void {
    this.#spaces = spaces;
  }

  /** The ids that are not in the index. */
  missing(ids: readonly string[]): string[] {
    return ids.filter((id) => this.#segments.locate(id) === null);
  }

  /** Idempotent: applying the same changes again, with none in between, gives the same documents. */
  apply(changes: readonly Change[]): IndexUpdate {
    const latest = new Map(changes.map((change) => [change.kind === 'put' ? change.document.id : change.id, change]));
    const update = emptyUpdate();
    for (const id of latest.keys()) {
      const place = this.#segments.locate(id);
      if (place !== null) update.deletions.push({ uid: place.live.uid, document: place.document });
    }
    const puts = [...latest.values()].filter((change) => change.kind === 'put');
    if (puts.length > 0) {
      const data = buildSegment(puts.map(flattenDocument));
      update.added.push({ uid: this.#nextUid++, data, deleted: emptyBitset(puts.length) });
    }
    this.#take(update, changes[0]?.sequence ?? null);
    for (const id of latest.keys()) this.#setAside.delete(id);
    this.#appliedSequence = Math.max(this.#appliedSequence, changes.at(-1)?.sequence ?? 0);
    this.#mergeSmall(update);
    return update;
  }

  /**
   * Leaves out a document that can't be indexed. Its former version is removed too: it may belong to another tenant than
   * the stored one. Throws if no document can be indexed at the moment, because then the document is not the cause.
   */
  setAside({ id, sequence }: { id: string; sequence: number }): IndexUpdate {
    buildSegment([flattenDocument({ document: PROBE, vectors: [] })]);
    const update = this.apply([{ kind: 'delete', sequence, id }]);
    this.#setAside.add(id);
    return update;
  }

  /** After a rebuild, whose documents don't say which change they come from: they include every change up to this one. */
  completeUpTo(sequence: number): void {
    this.#appliedSequence = Math.max(this.#appliedSequence, sequence);
  }

  /** The next merge for another thread, or null when none is due. */
  planMerge(effort: MergeEffort): MergeTask | null {
    const chosen = chooseBackgroundMerge({
      unsaved: this.#free('unsaved').map(sizeOf),
      saved: this.#free('saved').map((record) => ({
        ...sizeOf(record),
        hasUnwantedVectors: this.#hasUnwanted(record.live),
      })),
      effort,
    });
    if (chosen.length === 0) return null;
    const result = this.#nextUid++;
    let documents = 0;
    const inputs = chosen.map((uid) => {
      const record = this.#records.get(uid)!;
      record.mergingInto = result;
      documents += sizeOf(record).documents;
      return { uid, data: record.live.segment.data, deleted: record.live.deleted.slice() };
    });
    return { folder: this.#folder, uid: result, inputs, documents, spaces: this.#spaces };
  }

  /** Replaces the inputs of a merge by its result, whose files the merge has written. */
  finishMerge(task: MergeTask, data: SegmentData): IndexUpdate {
    const segment = new Segment(data);
    const deleted = emptyBitset(segment.documents);
    for (const id of this.#deletedSince(task)) addBit(deleted, segment.ids.find(id));
    const update: IndexUpdate = {
      deletions: [],
      removed: task.inputs.map(({ uid }) => uid),
      added: segment.documents === 0 ? [] : [{ uid: task.uid, data, deleted }],
    };
    this.#take(update, null);
    return update;
  }

  /** Frees the inputs of a merge that failed. */
  dropMerge(task: MergeTask): void {
    for (const record of this.#records.values()) if (record.mergingInto === task.uid) record.mergingInto = null;
  }

  /** Merges all small unsaved segments into one, so that few files are saved. */
  gatherSmall(): IndexUpdate {
    const update = emptyUpdate();
    const small = chooseSmallSegments(this.#free('unsaved').map(sizeOf));
    if (small.length > 1) this.#replaceSmall(small, update);
    return update;
  }

  /** Writes unsaved segments into files of their own, then the manifest. Inputs of a running merge are left to it. */
  saveAll(): number {
    for (const record of this.#free('unsaved')) {
      saveSegment(this.#folder, record.live.uid, record.live.segment.data);
      record.unsavedFrom = null;
    }
    return this.saveManifest();
  }

  /** Saves the list of current segments. Returns the change up to which everything is saved. */
  saveManifest(): number {
    const records = [...this.#records.values()];
    const unsavedFrom = Math.min(...records.map((record) => record.unsavedFrom ?? Infinity));
    const sequence = unsavedFrom === Infinity ? this.#appliedSequence : Math.max(0, unsavedFrom - 1);
    saveManifest(this.#folder, {
      sequence,
      segments: records.filter((record) => record.unsavedFrom === null).map(({ live }) => live),
      emerging: new Set(records.flatMap(({ mergingInto }) => mergingInto ?? [])),
      setAside: [...this.#setAside],
    });
    return sequence;
  }

  status(): IndexStatus {
    const figures = { segments: this.#records.size, set_aside: this.#setAside.size, passages: 0 };
    const status = { documents: 0, unsavedDocuments: 0, bytes: 0, figures };
    for (const { live, unsavedFrom } of this.#records.values()) {
      const documents = live.segment.documents - live.deletedCount;
      status.documents += documents;
      if (unsavedFrom !== null) status.unsavedDocuments += documents;
      status.bytes += live.segment.byteLength;
      figures.passages += live.segment.passageCount;
    }
    return status;
  }

  /** Applies an update here. `unsavedFrom` is for the added segments. */
  #take(update: IndexUpdate, unsavedFrom: number | null): void {
    this.#segments.take(update);
    for (const uid of update.removed) this.#records.delete(uid);
    for (const { uid } of update.added) {
      this.#records.set(uid, { live: this.#segments.get(uid), unsavedFrom, mergingInto: null });
    }
  }

  #mergeSmall(update: IndexUpdate): void {
    for (;;) {
      const inputs = chooseSmallMerge(this.#free('unsaved').map(sizeOf));
      if (inputs.length === 0) return;
      this.#replaceSmall(inputs, update);
    }
  }

  /** Merges segments in this thread and adds the result to an update that is being made. */
  #replaceSmall(uids: readonly number[], update: IndexUpdate): void {
    const records = uids.map((uid) => this.#records.get(uid)!);
    const inputs = records.map(({ live }) => live);
    const data = mergeSegments(inputs, this.#spaces);
    const documents = inputs.reduce((sum, input) => sum + input.segment.documents - input.deletedCount, 0);
    const step: IndexUpdate = {
      deletions: [],
      removed: [...uids],
      // If all documents of the inputs are deleted, nothing replaces them.
      added: documents === 0 ? [] : [{ uid: this.#nextUid++, data, deleted: emptyBitset(documents) }],
    };
    this.#take(step, Math.min(...records.map((record) => record.unsavedFrom!)));
    // Segments that were added and merged within this update never reach the query threads.
    const neverSeen = new Set(update.added.map((added) => added.uid).filter((added) => uids.includes(added)));
    update.added = [...update.added.filter((added) => !neverSeen.has(added.uid)), ...step.added];
    update.removed.push(...uids.filter((input) => !neverSeen.has(input)));
    update.deletions = update.deletions.filter(({ uid }) => !uids.includes(uid));
  }

  #hasUnwanted({ segment }: LiveSegment): boolean {
    const wanted = this.#spaces;
    return wanted !== null && segment.spaces.some((space) => !wanted.includes(space));
  }

  /** Saved or unsaved segments that are not part of a running merge. */
  #free(state: 'saved' | 'unsaved'): SegmentRecord[] {
    const isWanted = ({ unsavedFrom }: SegmentRecord) => (unsavedFrom === null) === (state === 'saved');
    return [...this.#records.values()].filter((record) => record.mergingInto === null && isWanted(record));
  }

  /** Ids whose documents were deleted from the inputs after the merge had begun. */
  *#deletedSince(task: MergeTask): Generator<string> {
    for (const input of task.inputs) {
      const { segment, deleted } = this.#segments.get(input.uid);
      const since = deleted.slice();
      subtract(since, input.deleted);
      for (const document of documentsOf(since)) yield segment.ids.text(document);
    }
  }
}

function sizeOf({ live }: SegmentRecord): SegmentSize {
  const { uid, segment, deletedCount } = live;
  return { uid, documents: segment.documents - deletedCount, deletedCount, bytes: segment.byteLength };
}
