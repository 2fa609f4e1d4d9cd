import { WORDS_IN_SHINGLE } from '../../text/minhash.js';
import { DUPLICATES } from './ranking.js';

/** How the wordings of two documents compare. */
interface Comparison {
  /** Estimated Jaccard similarity of their shingles, 0 to 1. */
  agreement: number;
  /** How many words each has. */
  words: number;
  otherWords: number;
}

/**
 * How likely one document is a copy of the other, 0 to 100, the same in both directions. What counts is how many words of the
 * shorter one were changed, and then how much of the longer one is missing. A shingle survives only if none of its words was
 * changed, so the share of words that were kept is the root of the share of shingles.
 */
export function copyScore({ agreement, words, otherWords }: Comparison): number {
  const shorter = Math.max(1, Math.min(words, otherWords));
  const longer = Math.max(1, words, otherWords);
  const whole = 100 * coverage(shorter / longer);
  if (agreement === 1) return whole;
  const { exponent, doubtfulWords } = DUPLICATES;
  const containment = Math.min(1, (agreement / (1 + agreement)) * ((shorter + longer) / shorter));
  const kept = containment ** (1 / WORDS_IN_SHINGLE);
  const evidence = shorter / (shorter + doubtfulWords);
  return Math.min(mostForEdited(shorter), whole * kept ** exponent * evidence);
}

/** The best that a copy can score if it has this share of the words. */
export function mostForShare(share: number): number {
  return 100 * coverage(share);
}

/** A missing paragraph costs little, most of the text costs nearly all. */
function coverage(share: number): number {
  return 1 - (1 - share) ** DUPLICATES.missingExponent;
}

/** In a sentence or two, one other word may be another name, and so another statement. */
function mostForEdited(words: number): number {
  const { statement, text, mostForStatement } = DUPLICATES;
  const progress = Math.min(1, Math.max(0, (words - statement) / (text - statement)));
  return mostForStatement + (100 - mostForStatement) * progress;
}
