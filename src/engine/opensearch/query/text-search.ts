import type { ScoreExplanation } from '../../../domain/search/explanation.js';
import type { Typos } from '../../../domain/search/word-query.js';
import type { SearchHit } from '../../../opensearch/search.js';
import type { Dsl } from './dsl.js';

/** A text query as it is asked of the cluster. */
export interface TextSearch {
  /** Matches what the text query finds, with the score that hits show. Scope and filter are added to it. */
  query: Dsl;
  /** What counts for the total, if not all matches do. */
  counted?: Dsl;
  /** Terms that matched a word with a typo, for highlighting. */
  typos: readonly Typos[];
  /** The number of the best passage of a hit; null where no vector was compared. */
  passageOf(hit: SearchHit): number | null;
  /** How the scores of hits came about; only where hits are to be explained. */
  explain?(hits: readonly SearchHit[]): Promise<ScoreExplanation[]>;
  /** Whether matches may be missing. */
  isApproximate?: boolean;
}
