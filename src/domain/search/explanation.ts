/** How a term of a document matches a word of the query. */
export const MATCH_KINDS = ['exact', 'stem', 'typo', 'compound', 'synonym'] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

/** A term of a document that matches a word of the query. */
export interface MatchedTerm {
  /** As the index has it: in lower case, for example. */
  term: string;
  /**
   * `exact`: the word as it is written. `stem`: another form of it, or the same with other accents. `typo`: a word that looks
   * like it. `compound`: the same written together, apart or with signs such as hyphens, or a part of a word in a script without spaces.
   * `synonym`: other words that an administrator has made stand for it.
   */
  kind: MatchKind;
  /** The word as the query has it. */
  word: string;
  fields: ('title' | 'content')[];
  /** Its share (0–1) of what all matched terms earn. Those of a document add up to 1. */
  weight: number;
}

/** The part of words or of meaning in a score. */
interface LegExplanation {
  /** 0 to 100: what the document would score by it alone. */
  score: number;
  /** The same on the scale on which both are mixed. */
  strength: number;
}

export interface WordsExplanation extends LegExplanation {
  /** Part of the score that is due to the words following one another as in the query; 0 if they don't. */
  phraseBonus: number;
  /** The heaviest first. */
  terms: MatchedTerm[];
}

export interface MeaningExplanation extends LegExplanation {
  /** The number of the passage that scored best. */
  passage: number;
}

/** How the score of a hit came about. A part that did not find the document is null, and mixed as strength 0. */
export interface ScoreExplanation {
  words: WordsExplanation | null;
  meaning: MeaningExplanation | null;
  /** The weight of meaning in the mixture: 0 if only words were searched, 1 if only meaning was. */
  semanticShare: number;
}
