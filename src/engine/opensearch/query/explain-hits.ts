import type { Document } from '../../../domain/document/document.js';
import type { MeaningExplanation, ScoreExplanation, WordsExplanation } from '../../../domain/search/explanation.js';
import type { SearchHit } from '../../../opensearch/search.js';
import type { AnalysedQuery } from '../../query/analyse-query.js';
import type { WordOrigins } from '../../query/word-origins.js';
import { agreementOf } from '../../ranking/divided-text.js';
import { earnedWords, explainMeaning, explainWords, withScore } from '../../ranking/explain-score.js';
import type { CountedQuery } from '../lexical/count-words.js';
import type { MeaningQuery } from '../vectors/meaning-query.js';
import { passagesOf } from '../vectors/passages-query.js';
import type { QueryTools } from './query-tools.js';

export interface HitsToExplain {
  query: Extract<AnalysedQuery, { kind: 'search' }>;
  origins: WordOrigins;
  /** Null where words were not searched. */
  counted: CountedQuery | null;
  /** Null where vectors were not compared. */
  meaning: MeaningQuery | null;
  tools: QueryTools;
}

/** Larger than the rounding error of a sum of weights. */
const ROUNDING = 1e-6;

/**
 * How the scores of hits came about. The cluster says how near the best passage is; what the words contribute is counted again
 * here, in the texts of the hits.
 */
export async function explainHits(hits: readonly SearchHit[], about: HitsToExplain): Promise<ScoreExplanation[]> {
  const { query, counted, tools } = about;
  const semanticShare = counted === null ? 1 : query.semantic === null ? 0 : query.semanticShare;
  const texts = counted === null ? [] : await tools.stored.getMany(idsOf(hits), ['document']);
  const explanations: ScoreExplanation[] = [];
  for (const [i, hit] of hits.entries()) {
    tools.session.check();
    const document = texts[i]?.document ?? null;
    const words = document === null ? null : await explainWordsOf(document, about);
    const explanation = { words, meaning: explainMeaningOf(hit, about), semanticShare };
    explanations.push(isOneLeg(semanticShare) ? alone(explanation, hit._score ?? 0) : explanation);
  }
  return explanations;
}

function idsOf(hits: readonly SearchHit[]): string[] {
  return hits.map(({ _id }) => _id);
}

function isOneLeg(semanticShare: number): boolean {
  return semanticShare === 0 || semanticShare === 1;
}

/** The leg that was searched alone has the hit's score, as the cluster has computed it. */
function alone({ words, meaning, semanticShare }: ScoreExplanation, score: number): ScoreExplanation {
  return {
    words: words && (semanticShare === 0 ? withScore(words, score) : words),
    meaning: meaning && (semanticShare === 1 ? withScore(meaning, score) : meaning),
    semanticShare,
  };
}

/** Null if the words of the document don't weigh enough to match. */
async function explainWordsOf(document: Document, about: HitsToExplain): Promise<WordsExplanation | null> {
  const { query, counted, origins, tools } = about;
  if (query.lexical === null || counted === null) return null;
  const { verbatim } = query.lexical;
  const words = counted.words.map(({ word, typos }) => ({ word, typos }));
  const { title, content, language } = document;
  const { variants, hasPhrase } = await tools.countWordsIn({
    document: { title, content, language },
    wanted: { words, verbatim, averages: counted.averages },
  });
  const found = counted.words.map((word, i) => ({ word, variants: variants[i] }));
  const { terms, coverage, ...earned } = earnedWords(found, counted, origins);
  if (coverage < counted.needed * (1 - ROUNDING)) return null;
  const lift = hasPhrase ? (verbatim?.lift ?? 0) : 0;
  return explainWords(agreementOf(earned, counted, lift), lift, terms);
}

function explainMeaningOf(hit: SearchHit, { query, meaning }: HitsToExplain): MeaningExplanation | null {
  const best = passagesOf(hit)[0];
  if (meaning === null || query.semantic === null || best === undefined) return null;
  return explainMeaning(meaning.cosineOf(best.score), query.semantic.scale, best.passage);
}
