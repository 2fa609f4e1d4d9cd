import type { Document } from '../domain/document/document.js';
import type { Language } from '../domain/document/language.js';
import type { DocumentVectors } from '../domain/document/passage.js';
import type { Facet, FacetResult } from '../domain/facet/facet.js';
import type { Clause, Filter } from '../domain/filter/filter.js';
import type { SortKey, SortValue } from '../domain/sort/sort.js';

/**
 * What finds documents. It is told of every change, in order, and answers query plans exactly: totals, facets and order
 * cover all matches, never a sample and never only the page. It knows no HTTP, no keys and no store; an implementation
 * may run in this process or in front of a cluster, and `engine-contract.ts` is the suite that each must pass.
 */
export interface Engine {
  /** Takes changes in the order they were made durable. Once it resolves, every later `find` sees them. */
  apply(changes: readonly Change[]): Promise<void>;
  find(plan: QueryPlan): Promise<Findings>;
  /** The passages that score best, best first. */
  findPassages(plan: PassagePlan): Promise<FoundPassage[]>;
  /** What metadata the documents within `scope` have. */
  describeMetadata(scope: readonly Clause[]): Promise<MetadataDescription>;
  /** No query will name another vector space than these: what there is of others may go. */
  keepSpaces(spaces: readonly string[]): Promise<void>;
  status(): EngineStatus;
  /** Finishes what runs and saves what a quick start needs. */
  close(): Promise<void>;
}

/** `sequence` counts the changes of one mode from 1, without gaps. */
export type Change =
  | { sequence: number; kind: 'put'; document: Document; vectors: readonly DocumentVectors[] }
  | { sequence: number; kind: 'delete'; id: string };

/** A word of a query, analysed. */
export interface QueryWord {
  term: string;
  stem: string;
  /** Less than 1 for a safety net, such as two characters of a longer Chinese word. */
  weight: number;
  /** False for numbers and codes: a typo makes another one of them. */
  typos: boolean;
  /** Of a single Chinese or Japanese character: whether it is found inside of longer words too. */
  inside?: boolean;
}

/** Terms that must follow one another. */
export interface Phrase {
  terms: readonly string[];
  /** Words stand at the place after the one before; pairs of characters that overlap, at the same or at the next. */
  of: 'words' | 'pairs';
  /** How many places each word but the first stands behind the one before, where others are in between. */
  steps?: readonly number[];
}

export interface LexicalQuery {
  /** Only texts in this language are looked at: the words were analysed for it. */
  language: Language;
  words: readonly QueryWord[];
  phrases: readonly Phrase[];
  excludedWords: readonly QueryWord[];
  excludedPhrases: readonly Phrase[];
  /** What was asked for as it is written, where a text that has it just so is to come nearer to 100, by a share of the way. */
  verbatim: (Phrase & { lift: number }) | null;
}

export interface SemanticQuery {
  /** Unit length, of the same space as the vectors of the documents. */
  vector: Float32Array;
  space: string;
  /** Only documents that score above it count, 0 to 100. */
  cutoff: number;
  scale: ScoreScale;
}

/** KeyedMutex cosine similarity into a score of 0 to 100: 50 at `middle`, rising the faster the larger `steepness`. */
export interface ScoreScale {
  middle: number;
  steepness: number;
}

/** What a score comes from. Every kind scores on a fixed scale of 0 to 100, whatever else matches. */
export type TextQuery =
  /** Search by words, by meaning, or by both: then the scores are mixed by `semanticShare`. */
  | { kind: 'search'; lexical: LexicalQuery | null; semantic: SemanticQuery | null; semanticShare: number }
  /** Documents like the given ones, which must be in the index; they themselves are not among the matches. */
  | { kind: 'similar'; sources: readonly { id: string; weight: number }[]; space: string; scale: ScoreScale }
  /** Copies of a document, which must be in the index. Only what scores 50 or more matches. */
  | { kind: 'duplicates'; id: string; space: string }
  /** Titles with a word that begins like each of these; case and accents are ignored, typos forgiven from 4 letters. */
  | { kind: 'suggest'; words: readonly string[]; language: Language };

export interface QueryPlan {
  /** Limits that always hold, facets that ignore the filter included: the key's tenants, the language. */
  scope: readonly Clause[];
  filter: Filter | null;
  /** Null: every document that passes the filter matches, and there is no score. */
  text: TextQuery | null;
  /** Ties end at `id` ascending. */
  sort: readonly SortKey[];
  window: { offset: number; limit: number };
  facets: readonly Facet[];
}

export interface PassagePlan {
  scope: readonly Clause[];
  filter: Filter | null;
  semantic: SemanticQuery;
  limit: number;
}

export interface FoundPassage {
  /** Of the document. */
  id: string;
  /** Its number in the document, from 0. */
  passage: number;
  score: number;
}

export interface Hit {
  id: string;
  /** One per sort key of the plan. */
  sortValues: SortValue[];
  /** 0 to 100; null without a text query. */
  score: number | null;
  /** The passage that scored best, by its number in the document; null where no vector was compared. */
  passage: number | null;
}

/** The terms that were found for a word of the query which they are with a typo, all as they are compared. */
export interface Typos {
  word: string;
  terms: readonly string[];
}

export interface Findings {
  /** How many documents match, exactly. */
  total: number;
  hits: Hit[];
  /** In the order of the plan's facets. */
  facets: FacetResult[];
  /** Whether or not a document has the word itself too. */
  typos: Typos[];
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
  all(): Iterable<{ document: Document; vectors: readonly DocumentVectors[] }>;
  /** All changes up to `sequence` are saved here: they need not be kept. */
  forgetChanges(sequence: number): Promise<void>;
}
