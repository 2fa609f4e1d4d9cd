import type { Clause } from '../../../domain/filter/filter.js';
import type { AnalysedQuery } from '../../query/analyse-query.js';
import { mixingWeights, SCORE_CURVE } from '../../ranking/ranking.js';
import { countWords } from '../lexical/count-words.js';
import { duplicateSearch } from '../lexical/duplicate-search.js';
import { suggestSearch } from '../lexical/suggest-search.js';
import { WordsQuery } from '../lexical/words-query.js';
import { SCORE_OF_MIXTURE, scored } from '../scripts.js';
import { MeaningQuery } from '../vectors/meaning-query.js';
import { passagesOf } from '../vectors/passages-query.js';
import { similarSearch } from '../vectors/similar-search.js';
import type { Dsl } from './dsl.js';
import { explainHits } from './explain-hits.js';
import { narrowed } from './filter-query.js';
import type { QueryTools } from './query-tools.js';
import type { TextSearch } from './text-search.js';

/** What a text query asks of the cluster; null if it can't match anything. */
export function textSearch(
  query: AnalysedQuery,
  scope: readonly Clause[],
  tools: QueryTools,
): Promise<TextSearch | null> {
  switch (query.kind) {
    case 'search':
      return wordsAndMeaning(query, narrowed(scope, null), tools);
    case 'similar':
      return similarSearch(query, tools);
    case 'duplicates':
      return duplicateSearch(query, tools);
    case 'suggest':
      return suggestSearch(query, narrowed(scope, null), tools.session);
  }
}

type SearchQuery = Extract<AnalysedQuery, { kind: 'search' }>;

/** Search by words, by meaning, or by both: then the scores are mixed as `engine/ranking/score-mixture.ts` says. */
async function wordsAndMeaning(query: SearchQuery, scope: Dsl, tools: QueryTools): Promise<TextSearch | null> {
  const { lexical, semantic, semanticShare, origins } = query;
  const [counted, meaning] = await Promise.all([
    lexical === null ? null : countWords(lexical, scope, tools.session),
    semantic === null ? null : MeaningQuery.of(semantic, tools, 1),
  ]);
  const words = lexical === null || counted === null ? null : new WordsQuery(lexical, counted);
  const typos = (counted?.words ?? []).flatMap(({ term: word, typos }) =>
    typos.length === 0 ? [] : [{ word, terms: typos.map(({ term }) => term) }],
  );
  const passageOf: TextSearch['passageOf'] = (hit) =>
    // Lexical-only hits have no best passage; show the first.
    semantic === null ? null : (passagesOf(hit)[0]?.passage ?? 0);
  const isApproximate = meaning?.isApproximate ?? false;
  const asked = queryFor(words, meaning, semantic === null ? 0 : semanticShare);
  if (asked === null) return null;
  const explain: TextSearch['explain'] =
    origins && ((hits) => explainHits(hits, { query, origins, counted, meaning, tools }));
  return { query: asked, typos, passageOf, explain, isApproximate };
}

function queryFor(words: WordsQuery | null, meaning: MeaningQuery | null, share: number): Dsl | null {
  if (words === null) return meaning?.score() ?? null;
  const filter = words.required;
  if (share === 0 && meaning === null) return { bool: { must: [words.score()], filter } };
  const weights = mixingWeights(share);
  const legs = [words.mixture(weights.words), ...(meaning === null ? [] : [meaning.mixture(weights.meaning)])];
  const mixed = scored({ bool: { should: legs, minimum_should_match: 1 } }, SCORE_OF_MIXTURE, SCORE_CURVE);
  return { bool: { must: [mixed], filter } };
}
