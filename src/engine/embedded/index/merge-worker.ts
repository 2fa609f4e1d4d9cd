import { serveCalls } from '../../../threads/callable-thread.js';
import { mergeSegments } from '../segment/merge-segments.js';
import { Segment } from '../segment/segment.js';
import type { SegmentData } from '../segment/segment-format.js';
import type { MergeTask } from './indexer.js';
import { saveSegment } from './saved-index.js';

/** Merges and writes large segments, which takes seconds, while the indexer goes on taking changes. */
const methods = {
  merge({ folder, uid, inputs, spaces }: MergeTask): SegmentData {
    const segments = inputs.map((input) => ({ segment: new Segment(input.data), deleted: input.deleted }));
    const data = mergeSegments(segments, spaces);
    saveSegment(folder, uid, data);
    return data;
  },
};

export type MergeMethods = typeof methods;

serveCalls(methods);
