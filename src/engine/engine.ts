import type { Document } from '../domain/document.js';
import type { Facet, FacetResult } from '../domain/facet.js';
import type { Clause, Filter } from '../domain/filter.js';
import type { SortKey, SortValue } from '../domain/sort.js';

/**
 * What finds documents. It is told of every change, in order, and answers query plans exactly: totals, facets and order
 * cover all matches, never a sample and never only the page. It knows no HTTP, no keys and no store; an implementation
 * may run in this process or in front of a cluster, and `engine-contract.ts` is the suite that each must pass.
 */
export interface Engine {
  /** Takes changes in the order they were made durable. Once it resolves, every later `find` sees them. */
  apply(changes: readonly Change[]): Promise<void>;
  find(plan: QueryPlan): Promise<Findings>;
  /** What metadata the documents within `scope` have. */
  describeMetadata(scope: readonly Clause[]): Promise<MetadataDescription>;
  status(): EngineStatus;
  /** Finishes what runs and saves what a quick start needs. */
  close(): Promise<void>;
}

/** `sequence` counts the changes of one mode from 1, without gaps. */
export type Change =
  | { sequence: number; kind: 'put'; document: Document }
  | { sequence: number; kind: 'delete'; id: string };

export interface QueryPlan {
  /** Limits that always hold, facets that ignore the filter included: the key's tenants, the language. */
  scope: readonly Clause[];
  filter: Filter | null;
  /** Ties end at `id` ascending. */
  sort: readonly SortKey[];
  window: { offset: number; limit: number };
  facets: readonly Facet[];
}

export interface Hit {
  id: string;
  /** One per sort key of the plan. */
  sortValues: SortValue[];
}

export interface Findings {
  /** How many documents match, exactly. */
  total: number;
  hits: Hit[];
  /** In the order of the plan's facets. */
  facets: FacetResult[];
}

export type MetadataType = 'string' | 'number' | 'boolean' | 'date';

export interface MetadataField {
  /** `metadata.a.b` */
  field: string;
  types: MetadataType[];
  array: boolean;
  documentCount: number;
  distinctCount: number;
  examples: (string | number | boolean)[];
  /** Of numbers, else of dates (as ISO strings), else null. */
  min: number | string | null;
  max: number | string | null;
}

export interface MetadataDescription {
  totalDocuments: number;
  fields: MetadataField[];
}

export interface EngineStatus {
  documents: number;
  segments: number;
  /** Documents not in a saved segment yet. */
  unsavedDocuments: number;
  bytes: number;
}

/** Where an engine learns what it missed: the store's durable changes. */
export interface ChangeSource {
  /** The sequence of the last durable change, 0 when there was none. */
  lastSequence(): number;
  /** Changes after `sequence`, at most one per document; null when they are no longer known. */
  changesAfter(sequence: number): Iterable<Change> | null;
  /** Every document, in order of id. */
  all(): Iterable<Document>;
  /** All changes up to `sequence` are saved here: they need not be kept. */
  forgetChanges(sequence: number): Promise<void>;
}
