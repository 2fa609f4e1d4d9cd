import type { MatchedTerm } from '../../domain/search/explanation.js';
import type { HitExplanation } from '../../operations/search/explain-hits.js';

/** The explanation of a search result. */
export function explanationView({ score, words, meaning, bestPassage, mixing, confidence }: HitExplanation) {
  return {
    score,
    lexical: words && {
      score: words.score,
      strength: words.strength,
      phrase_bonus: words.phraseBonus,
      terms: words.terms.map(termView),
    },
    semantic: meaning && { score: meaning.score, strength: meaning.strength },
    best_passage: bestPassage && {
      number: bestPassage.number,
      start: bestPassage.range?.start ?? null,
      end: bestPassage.range?.end ?? null,
      score: bestPassage.score,
    },
    mixing: mixing && { semantic_share: mixing.semanticShare, formula: mixing.formula },
    confidence,
  };
}

function termView({ term, kind, word, fields, weight }: MatchedTerm) {
  return { term, kind, query_word: word, fields, weight };
}
