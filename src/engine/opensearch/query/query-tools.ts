import type { Document } from '../../../domain/document/document.js';
import type { DocumentVectors, Passage } from '../../../domain/document/vectors.js';
import type { IndexState } from '../index-state.js';
import type { CountWordsIn } from '../lexical/word-counting.js';
import type { ScoreDivided } from '../passages/passage-scoring.js';
import type { QuerySession } from './query-session.js';

interface StoredParts {
  document: Document;
  passages: readonly Passage[];
  vectors: readonly DocumentVectors[];
}

/** Where documents are read that queries name or that have to be looked at more closely. The storage can do it. */
export interface StoredDocuments {
  getMany<Part extends keyof StoredParts>(
    ids: readonly string[],
    parts: readonly Part[],
  ): Promise<(Pick<StoredParts, Part> | null)[]>;
}

/** What a query works with. */
export interface QueryTools {
  session: QuerySession;
  state: IndexState;
  stored: StoredDocuments;
  countWordsIn: CountWordsIn;
  scoreDivided: ScoreDivided;
  /** With more passages than these, vectors are looked up in an index, which may miss some. */
  exactVectors: number;
}
