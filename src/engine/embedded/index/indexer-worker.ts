import type { Change } from '../../../domain/document/change.js';
import { serveCalls } from '../../../threads/callable-thread.js';
import type { EngineStatus } from '../../engine.js';
import type { SegmentData } from '../segment/segment-format.js';
import { Indexer, type MergeEffort, type MergeTask, type OpenedIndex } from './indexer.js';
import type { IndexUpdate } from './live-segments.js';

const indexers = new Map<string, Indexer>();

function indexer(index: string): Indexer {
  return indexers.get(index)!;
}

/** What a change led to: the step for the query threads, and how the index stands after it. */
export interface Applied {
  update: IndexUpdate;
  status: EngineStatus;
}

/** The one thread that changes indexes. */
const methods = {
  open({ index, folder }: { index: string; folder: string }): OpenedIndex & { status: EngineStatus } {
    indexers.set(index, new Indexer(folder));
    return { ...indexer(index).open(), status: indexer(index).status() };
  },
  clear({ index }: { index: string }): Applied {
    return { update: indexer(index).clear(), status: indexer(index).status() };
  },
  keepSpaces({ index, spaces }: { index: string; spaces: readonly string[] }): void {
    indexer(index).keepSpaces(spaces);
  },
  missing({ index, ids }: { index: string; ids: string[] }): string[] {
    return indexer(index).missing(ids);
  },
  apply({ index, changes }: { index: string; changes: readonly Change[] }): Applied {
    return { update: indexer(index).apply(changes), status: indexer(index).status() };
  },
  planMerge({ index, effort }: { index: string; effort: MergeEffort }): MergeTask | null {
    return indexer(index).planMerge(effort);
  },
  finishMerge({ index, task, data }: { index: string; task: MergeTask; data: SegmentData }): Applied {
    return { update: indexer(index).finishMerge(task, data), status: indexer(index).status() };
  },
  dropMerge({ index, task }: { index: string; task: MergeTask }): void {
    indexer(index).dropMerge(task);
  },
  gatherSmall({ index }: { index: string }): Applied {
    return { update: indexer(index).gatherSmall(), status: indexer(index).status() };
  },
  saveAll({ index }: { index: string }): { sequence: number; status: EngineStatus } {
    return { sequence: indexer(index).saveAll(), status: indexer(index).status() };
  },
  saveManifest({ index }: { index: string }): number {
    return indexer(index).saveManifest();
  },
};

export type IndexerMethods = typeof methods;

serveCalls(methods);
