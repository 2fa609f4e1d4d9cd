import type { Language } from '../../domain/document/language.js';
import type { TextRange } from '../text-range.js';
import { type PassagePiece, piecesOf } from './passage-pieces.js';

const MOST_WORDS = 200;
const FEWEST_WORDS = 100;
/** With its title, a passage of this length fits into the 256 tokens that the multilingual encoder reads. */
const BEST_WORDS = 140;

/** What the end of a passage costs, beside its length. Separating a heading from its text is worse than any length. */
const PENALTY = { insideParagraph: 0.5, insideSentence: 2, afterHeading: 20, beforeHeading: -0.3 };

/**
 * Splits a content into passages of 100 to 200 words where its sentences allow, and never more than 200. They end at
 * paragraphs rather than sentences, and keep headings with their text. They do not overlap, and cover everything that is
 * not blank. A content of up to 200 words is one passage; a blank one has none.
 *
 * Dynamic programming finds the cheapest of all ways to combine sentences. A passage has at most 200 pieces, so the time
 * is linear in the length of the content.
 */
export function splitIntoPassages(content: string, language: Language): TextRange[] {
  const pieces = piecesOf(content, language);
  if (pieces.length === 0) return [];
  const total = pieces.reduce((words, piece) => words + piece.words, 0);
  const ends = total <= MOST_WORDS ? [pieces.length] : cheapestEnds(pieces);
  return ends.map((end, i) => ({ start: pieces[i === 0 ? 0 : ends[i - 1]].start, end: pieces[end - 1].end }));
}

/** The passages of each text, in the same order. */
export function splitAllIntoPassages(texts: readonly { content: string; language: Language }[]): TextRange[][] {
  return texts.map(({ content, language }) => splitIntoPassages(content, language));
}

/** For each passage the index of the piece after its last one. */
function cheapestEnds(pieces: PassagePiece[]): number[] {
  const words = Float64Array.from(pieces, (piece) => piece.words);
  const cost = new Float64Array(pieces.length + 1);
  const startOfLast = new Int32Array(pieces.length + 1);
  for (let end = 1; end <= pieces.length; end++) {
    let cheapest = Number.POSITIVE_INFINITY;
    let length = 0;
    for (let start = end - 1; start >= 0; start--) {
      length += words[start];
      if (length > MOST_WORDS) break;
      const total = cost[start] + lengthCost(length);
      if (total >= cheapest) continue;
      cheapest = total;
      startOfLast[end] = start;
    }
    cost[end] = cheapest + borderCost(pieces, end);
  }
  return traceBack(startOfLast);
}

function traceBack(startOfLast: Int32Array): number[] {
  const ends: number[] = [];
  for (let end = startOfLast.length - 1; end > 0; end = startOfLast[end]) ends.push(end);
  return ends.reverse();
}

function lengthCost(words: number): number {
  const distance = (words - BEST_WORDS) / (MOST_WORDS - BEST_WORDS);
  const missing = Math.max(0, FEWEST_WORDS - words) / 10;
  return distance * distance + missing * missing;
}

/** The cost of ending a passage before the piece with index `end`. */
function borderCost(pieces: PassagePiece[], end: number): number {
  if (end === pieces.length) return 0;
  if (pieces[end - 1].isHeading) return PENALTY.afterHeading;
  if (pieces[end].isHeading) return PENALTY.beforeHeading;
  return { paragraph: 0, sentence: PENALTY.insideParagraph, cut: PENALTY.insideSentence }[pieces[end].begins];
}
