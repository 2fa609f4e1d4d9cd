import type { Change } from '../../../domain/document/document.js';
import { serveCalls } from '../../../threads/callable-thread.js';
import type { SegmentData } from '../segment/segment-format.js';
import { Indexer, type IndexStatus, type MergeTask, type OpenedIndex } from './indexer.js';
import type { AddedSegment, IndexUpdate } from './live-segments.js';
import type { MergeEffort } from './merge-policy.js';

const indexers = new Map<string, Indexer>();

function indexer(index: string): Indexer {
  return indexers.get(index)!;
}

/** The result of a change: the update for the query threads, and the status of the index after it. */
export interface IndexStep {
  update: IndexUpdate;
  status: IndexStatus;
}

/** The one thread that changes indexes. */
const methods = {
  open({ index, folder }: { index: string; folder: string }): OpenedIndex & IndexStep {
    indexers.set(index, new Indexer(folder));
    return { ...indexer(index).open(), status: indexer(index).status() };
  },
  clear({ index }: { index: string }): IndexStep {
    return { update: indexer(index).clear(), status: indexer(index).status() };
  },
  current({ index }: { index: string }): { segments: AddedSegment[]; status: IndexStatus } {
    return { segments: indexer(index).current(), status: indexer(index).status() };
  },
  keepSpaces({ index, spaces }: { index: string; spaces: readonly string[] }): void {
    indexer(index).keepSpaces(spaces);
  },
  missing({ index, ids }: { index: string; ids: string[] }): string[] {
    return indexer(index).missing(ids);
  },
  apply({ index, changes }: { index: string; changes: readonly Change[] }): IndexStep {
    return { update: indexer(index).apply(changes), status: indexer(index).status() };
  },
  setAside({ index, id, sequence }: { index: string; id: string; sequence: number }): IndexStep {
    return { update: indexer(index).setAside({ id, sequence }), status: indexer(index).status() };
  },
  completeUpTo({ index, sequence }: { index: string; sequence: number }): void {
    indexer(index).completeUpTo(sequence);
  },
  planMerge({ index, effort }: { index: string; effort: MergeEffort }): MergeTask | null {
    return indexer(index).planMerge(effort);
  },
  finishMerge({ index, task, data }: { index: string; task: MergeTask; data: SegmentData }): IndexStep {
    return { update: indexer(index).finishMerge(task, data), status: indexer(index).status() };
  },
  dropMerge({ index, task }: { index: string; task: MergeTask }): void {
    indexer(index).dropMerge(task);
  },
  gatherSmall({ index }: { index: string }): IndexStep {
    return { update: indexer(index).gatherSmall(), status: indexer(index).status() };
  },
  saveAll({ index }: { index: string }): { sequence: number; status: IndexStatus } {
    return { sequence: indexer(index).saveAll(), status: indexer(index).status() };
  },
  saveManifest({ index }: { index: string }): number {
    return indexer(index).saveManifest();
  },
};

export type IndexerMethods = typeof methods;

serveCalls(methods);
