import { workerData } from 'node:worker_threads';
import { serveCalls } from '../../../threads/callable-thread.js';
import { Deadline } from '../../deadline.js';
import type { FoundPassage, MetadataPlan, PassagePlan, QueryPlan } from '../../engine.js';
import { describeMetadata } from '../facets/describe-metadata.js';
import { type AddedSegment, type IndexUpdate, LiveSegments } from '../index/live-segments.js';
import { LexicalMemory } from '../lexical/lexical-memory.js';
import { BlockScanner } from '../vectors/scan-block.js';
import { ScanTeam } from '../vectors/scan-team.js';
import { VectorScanner } from '../vectors/vector-scanner.js';
import { Cancellations, type Ticket } from './cancellations.js';
import { findDocuments } from './find-documents.js';
import { findPassages } from './find-passages.js';
import { type PackedDescription, packDescription } from './packed-description.js';
import { type PackedFindings, packFindings } from './packed-findings.js';
import { type QueryTools, ScratchScores } from './text-scorer.js';

const { team: teamName, cancellations: shared } = workerData as QueryThreadData;
const cancellations = new Cancellations(shared);

/** This thread's view of an index. */
interface SearchedIndex {
  segments: LiveSegments;
  scanner: VectorScanner;
}

const indexes = new Map<string, SearchedIndex>();
const blockScanner = new BlockScanner();
const lexical = new LexicalMemory();
const scratch = new ScratchScores();
const team = new ScanTeam({
  name: teamName,
  scanner: blockScanner,
  findBlock: (index, { uid, space, rows }) => {
    const block = searchedIndex(index).segments.find(uid)?.segment.passages(space)?.block ?? null;
    return block?.rows === rows ? block : null;
  },
});

function searchedIndex(name: string): SearchedIndex {
  let index = indexes.get(name);
  if (index === undefined) {
    const scanner = new VectorScanner(blockScanner, (scan) => team.callForHelp(name, scan));
    index = { segments: new LiveSegments(), scanner };
    indexes.set(name, index);
  }
  return index;
}

function toolsFor({ index, plan, ticket }: Query<{ timeLimit: number }>): QueryTools {
  const deadline = new Deadline(plan.timeLimit, () => cancellations.isCancelled(ticket));
  return { deadline, scanner: searchedIndex(index).scanner, lexical, scratch };
}

/** A thread that answers queries. It applies every update of an index in order, since calls arrive in order. */
const methods = {
  update({ index, update }: { index: string; update: IndexUpdate }): void {
    searchedIndex(index).segments.take(update);
  },
  replace({ index, segments }: { index: string; segments: AddedSegment[] }): void {
    searchedIndex(index).segments = LiveSegments.of(segments);
  },
  /** Answers once all that was told before is known. */
  confirmStart(): void {},
  find(query: Query<QueryPlan>): PackedFindings {
    return packFindings(findDocuments(searchedIndex(query.index).segments.list(), query.plan, toolsFor(query)));
  },
  findPassages(query: Query<PassagePlan>): FoundPassage[] {
    return findPassages(searchedIndex(query.index).segments.list(), query.plan, toolsFor(query));
  },
  describeMetadata(query: Query<MetadataPlan>): PackedDescription {
    const { deadline } = toolsFor(query);
    return packDescription(describeMetadata(searchedIndex(query.index).segments.list(), query.plan.scope, deadline));
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
