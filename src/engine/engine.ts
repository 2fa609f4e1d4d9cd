import type { Change, DocumentWithVectors } from '../domain/document/document.js';
import type { Language } from '../domain/document/language.js';
import type { Facet, FacetResult } from '../domain/facet/facet.js';
import type { Clause, Filter, SortKey, SortValue } from '../domain/filter/filter.js';
import type { ScoreExplanation } from '../domain/search/explanation.js';
import type { MatchedForms, WordAlternative, WordQuery } from '../domain/search/word-query.js';

/**
 * What finds documents. It is told of every change, in order, and answers query plans exactly: totals, facets and order
 * cover all matches, never a sample and never only the page. It knows no HTTP, no keys and no store; an implementation
 * may run in this process or in front of a cluster. The suites in `contract/` are what each must pass.
 *
 * A plan says what is asked for, in the user's terms. How text is analysed, weighed and compared is the engine's own.
 *
 * Queries reject with a `ServiceError` of one of three codes (see `engine-errors.ts`), or with the signal's reason:
 * - `engine_unavailable`: it can't answer now, for example because it has not caught up with the store yet;
 * - `query_too_expensive`: the plan's time limit has passed;
 * - `overloaded`: too many queries wait already.
 */
export interface Engine {
  /** What can be expected of it. */
  describe(): EngineDescription;
  /**
   * Takes changes in the order they were made durable. Once it resolves, every later query sees them. It never skips a
   * durable change: what fails is retried, and an engine that was away catches up from the `ChangeSource`. The only
   * exception is a document that can't be indexed while others can: it may be set aside, and `status` must count it.
   *
   * Rejects with `engine_unavailable` if queries don't see the changes yet. An engine that is behind the store catches up
   * first, also if it is called without changes.
   */
  apply(changes: readonly Change[]): Promise<void>;
  find(plan: QueryPlan, options?: QueryOptions): Promise<Findings>;
  /** The passages that score best, best first. */
  findPassages(plan: PassagePlan, options?: QueryOptions): Promise<FoundPassage[]>;
  /** What metadata the documents within the scope have. */
  describeMetadata(plan: MetadataPlan, options?: QueryOptions): Promise<MetadataDescription>;
  /** No query will name another vector space than these: what there is of others may go. */
  keepSpaces(spaces: readonly string[]): Promise<void>;
  status(): Promise<EngineStatus>;
  /** Finishes what runs and saves what a quick start needs. */
  close(): Promise<void>;
}

export interface QueryOptions {
  /** Ends the query early: nobody waits for its answer any more. */
  signal?: AbortSignal;
}

export interface EngineDescription {
  name: string;
  /** Whether `total` counts every match, by the kind of search. */
  exactTotals: Readonly<Record<'lexical' | 'semantic' | 'hybrid', boolean>>;
  /** Whether facets count every match. */
  exactFacets: boolean;
  /** The last result that a window by offset may reach; null where there is no limit. */
  deepestOffset: number | null;
}

export interface SemanticQuery {
  /** Unit length, of the same space as the vectors of the documents. */
  vector: Float32Array;
  /** Of further parts of a long query: a passage scores by the nearest. */
  furtherVectors?: readonly Float32Array[];
  /** Documents of a language are compared with its vector as well, if it has one here, and score by the nearer of both. */
  ofLanguages?: readonly { language: Language; vector: Float32Array }[];
  space: string;
  /** Only documents that score above it count, 0 to 100. */
  cutoff: number;
  scale: ScoreScale;
}

/** Maps cosine similarity to a score of 0 to 100: 50 at `middle`, rising faster the larger `steepness`. */
export interface ScoreScale {
  middle: number;
  steepness: number;
}

/** What a score comes from. Every kind scores on a fixed scale of 0 to 100, whatever else matches. */
export type TextQuery =
  /** Search by words, by meaning, or by both: then the scores are mixed by `semanticShare` (0–1). */
  | {
      kind: 'search';
      words: WordQuery | null;
      semantic: SemanticQuery | null;
      semanticShare: number;
      /** False where nobody shows which forms of the words matched: then the findings leave them out. */
      withForms?: boolean;
      /** Hits explain their scores. That takes time for each hit of the window, and changes nothing else. */
      explain?: boolean;
    }
  /**
   * Documents like the given ones, which must be in the index; they themselves are not among the matches. Only what scores 50
   * or more matches.
   */
  | { kind: 'similar'; sources: readonly { id: string; weight: number }[]; space: string; scale: ScoreScale }
  /** Copies of a document, which must be in the index. Only what scores 50 or more matches. */
  | { kind: 'duplicates'; id: string }
  /**
   * Titles with a word that begins like each typed word; case, accents and articles that are part of a word are ignored.
   * Titles that match only with a typo, forgiven from 4 letters, come after all others and are not counted in the total.
   */
  | {
      kind: 'suggest';
      typed: string;
      language: Language;
      /** A title with one of these is as good as one with the typed words that it stands for. */
      alternatives?: readonly WordAlternative[];
    };

export interface QueryPlan {
  /** Limits that always hold, facets that ignore the filter included: the key's tenants, the language. */
  scope: readonly Clause[];
  filter: Filter | null;
  /** Null: every document that passes the filter matches, and there is no score. */
  text: TextQuery | null;
  /** Documents that come before all others, in this order, if they pass scope and filter: they match whatever the text. */
  pinned?: readonly string[];
  /** Documents that don't match, even if they are pinned. They change no score. */
  hidden?: readonly string[];
  /** Ties end at `id` ascending. */
  sort: readonly SortKey[];
  window: Window;
  facets: readonly Facet[];
  /** Milliseconds that the query may take. */
  timeLimit: number;
}

/** Which hits are returned. To read all matches, use `after`: its cost does not grow with the depth. */
export type Window =
  | { offset: number; limit: number }
  | { after: Pick<Hit, 'id' | 'sortValues'> | null; limit: number };

export interface PassagePlan {
  scope: readonly Clause[];
  filter: Filter | null;
  /** The cutoff is for meaning alone: a passage that has the words is found below it too. */
  semantic: SemanticQuery;
  /** Missing or null to compare meanings alone. */
  words?: PassageWords | null;
  limit: number;
  /** Milliseconds that the query may take. */
  timeLimit: number;
}

/** A text whose words passages are to have. Quotation marks and minus signs in it mean nothing. */
interface PassageWords extends Pick<WordQuery, 'language' | 'typos' | 'alternatives'> {
  text: string;
}

export interface MetadataPlan {
  scope: readonly Clause[];
  /** Milliseconds that the query may take. */
  timeLimit: number;
}

export interface FoundPassage {
  /** The document's id. */
  id: string;
  /** The number of the passage in the document, from 0. */
  passage: number;
  score: number;
}

export interface Hit {
  id: string;
  /** One per sort key of the plan. */
  sortValues: SortValue[];
  /** 0 to 100; null without a text query, and for a pinned document that it does not find. */
  score: number | null;
  /** The passage that scored best, by its number in the document; null where no vector was compared. */
  passage: number | null;
  /** How the score came about, if the text query asks for it. */
  explanation?: ScoreExplanation;
}

export interface Findings {
  /** How many documents match, exactly; suggestions with a typo are not counted. */
  total: number;
  /** Given where matches may be missing from total, facets and hits: see `EngineDescription.exactTotals`. */
  totalRelation?: 'approximate';
  hits: Hit[];
  /** In the order of the plan's facets. */
  facets: FacetResult[];
  /** The word forms that matched, for highlighting; null if no words were searched for, or nobody asked. */
  matched: MatchedForms | null;
  /** The phrases of the query that no document in scope and filter has: they were read as their words. */
  relaxedPhrases: string[];
  /** The plan's pinned documents that are among the matches, in the order of the plan; missing if it pins none. */
  pinned?: string[];
  /** The plan's hidden documents that would have been matches, in the order of the plan; missing if it hides none. */
  hidden?: string[];
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
  /** The range of the numbers, or of the dates (ISO strings) if there are no numbers; null if there are neither. */
  min: number | string | null;
  max: number | string | null;
}

export interface MetadataDescription {
  totalDocuments: number;
  fields: MetadataField[];
}

export interface EngineStatus {
  documents: number;
  /** Documents that are searchable, but would have to be indexed again after a crash. */
  unsavedDocuments: number;
  /** Memory that the index takes. */
  bytes: number;
  /** Further figures, named by the engine: for example how many segments it has, or documents that it has set aside. */
  figures: Readonly<Record<string, number>>;
  /** What it does at the moment besides answering. */
  work: readonly EngineWork[];
}

/**
 * `merge`: makes one segment of several; `catch_up`: applies changes that it has missed; `rebuild`: indexes every document
 * again.
 */
export interface EngineWork {
  kind: 'merge' | 'catch_up' | 'rebuild';
  startedAt: number;
  /** Documents that are done; null where they are not counted. */
  done: number | null;
  /** Documents that the work is about; null where that is not known. */
  total: number | null;
}

/** Where an engine learns what it missed: the store's durable changes. */
export interface ChangeSource {
  /** The sequence of the last durable change, 0 when there was none. */
  lastSequence(): Promise<number>;
  /** Changes after `sequence`, at most one per document, in batches of bounded size; null when they are no longer known. */
  changesAfter(sequence: number): Promise<AsyncIterable<Change[]> | null>;
  /** Every document in order of id, in batches of bounded size. */
  all(): AsyncIterable<DocumentWithVectors[]>;
  /** All changes up to `sequence` are saved here: they need not be kept. */
  forgetChanges(sequence: number): Promise<void>;
}
