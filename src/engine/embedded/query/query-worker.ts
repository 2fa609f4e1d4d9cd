import { workerData } from 'node:worker_threads';
import type { Clause } from '../../../domain/filter/filter.js';
import { serveCalls } from '../../../threads/callable-thread.js';
import type { Findings, FoundPassage, MetadataDescription, PassagePlan, QueryPlan } from '../../engine.js';
import { describeMetadata } from '../facets/describe-metadata.js';
import { type IndexUpdate, LiveSegments } from '../index/live-segments.js';
import { findPassages } from '../vectors/find-passages.js';
import { withHelp } from '../vectors/scan-parts.js';
import { ScanTeam } from '../vectors/scan-team.js';
import { Deadline } from './deadline.js';
import { runQuery } from './run-query.js';

const { queryTimeout, team: teamName } = workerData as { queryTimeout: number; team: string };
const indexes = new Map<string, LiveSegments>();

function segmentsOf(index: string): LiveSegments {
  let segments = indexes.get(index);
  if (segments === undefined) {
    segments = new LiveSegments();
    indexes.set(index, segments);
  }
  return segments;
}

const team = new ScanTeam(teamName, (index, { uid, space, rows }) => {
  const block = segmentsOf(index).find(uid)?.segment.passages(space)?.block ?? null;
  return block?.rows === rows ? block : null;
});

/** A thread that answers queries. It follows an index update by update; calls arrive in order, so none is missed. */
const methods = {
  update({ index, update }: { index: string; update: IndexUpdate }): void {
    segmentsOf(index).take(update);
  },
  find({ index, plan }: { index: string; plan: QueryPlan }): Findings {
    return withHelp(team, index, () => runQuery(segmentsOf(index).list(), plan, new Deadline(queryTimeout)));
  },
  findPassages({ index, plan }: { index: string; plan: PassagePlan }): FoundPassage[] {
    return withHelp(team, index, () => findPassages(segmentsOf(index).list(), plan, new Deadline(queryTimeout)));
  },
  describeMetadata({ index, scope }: { index: string; scope: readonly Clause[] }): MetadataDescription {
    return describeMetadata(segmentsOf(index).list(), scope, new Deadline(queryTimeout));
  },
};

export type QueryMethods = typeof methods;

serveCalls(methods);
