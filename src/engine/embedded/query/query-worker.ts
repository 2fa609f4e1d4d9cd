import { workerData } from 'node:worker_threads';
import { serveCalls } from '../../../threads/callable-thread.js';
import type {
  Findings,
  FoundPassage,
  MetadataDescription,
  MetadataPlan,
  PassagePlan,
  QueryPlan,
} from '../../engine.js';
import { describeMetadata } from '../facets/describe-metadata.js';
import { type IndexUpdate, LiveSegments } from '../index/live-segments.js';
import { LexicalMemory } from '../lexical/lexical-memory.js';
import { findPassages } from '../vectors/find-passages.js';
import { withHelp } from '../vectors/scan-parts.js';
import { ScanTeam } from '../vectors/scan-team.js';
import { analysePlan } from './analyse-query.js';
import { Cancellations, type Ticket } from './cancellation.js';
import { Deadline } from './deadline.js';
import { runQuery } from './run-query.js';
import { ScratchScores } from './scratch-scores.js';
import type { QueryTools } from './text-scorer.js';

const { team: teamName, cancellations: shared } = workerData as QueryThreadData;
const cancellations = new Cancellations(shared);
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

const lexical = new LexicalMemory();
const scratch = new ScratchScores();

function toolsFor({ plan, ticket }: Query<{ timeLimit: number }>): QueryTools {
  return { deadline: new Deadline(plan.timeLimit, () => cancellations.isCancelled(ticket)), lexical, scratch };
}

/** A thread that answers queries. It follows an index update by update; calls arrive in order, so none is missed. */
const methods = {
  update({ index, update }: { index: string; update: IndexUpdate }): void {
    segmentsOf(index).take(update);
  },
  find(query: Query<QueryPlan>): Findings {
    const { index, plan } = query;
    const tools = toolsFor(query);
    return withHelp(team, index, () => runQuery(segmentsOf(index).list(), analysePlan(plan), tools));
  },
  findPassages(query: Query<PassagePlan>): FoundPassage[] {
    const { index, plan } = query;
    const tools = toolsFor(query);
    return withHelp(team, index, () => findPassages(segmentsOf(index).list(), plan, tools));
  },
  describeMetadata(query: Query<MetadataPlan>): MetadataDescription {
    return describeMetadata(segmentsOf(query.index).list(), query.plan.scope, toolsFor(query).deadline);
  },
};

export type QueryMethods = typeof methods;

export interface QueryThreadData {
  /** The channel in which query threads help one another. */
  team: string;
  cancellations: SharedArrayBuffer;
}

interface Query<Plan> {
  index: string;
  plan: Plan;
  ticket: Ticket;
}

serveCalls(methods);
