import { analyze } from '../../text/analysis/analyze.js';

export const LEXICAL_FIELDS = ['title', 'content'] as const;
export type LexicalField = (typeof LEXICAL_FIELDS)[number];

/** A text after analysis: the positions and the stem of each term. */
export interface AnalysedText {
  /** Positions ascending, at most 65,535. */
  positions: Map<string, number[]>;
  stems: Map<string, string>;
  /**
   * Further stems of terms that the text has in several spellings, which are the same term: in Spanish "cambio" and "cambió".
   */
  otherStems: readonly (readonly [term: string, stem: string])[];
  /** How many words the text has. */
  length: number;
}

/** Positions have 16 bits; words after that are not indexed. The 100 KB allowed for a content rarely have as many words. */
const LAST_POSITION = 0xffff;

/** `starts` are places in the text, ascending; `firstWords` has the position of the first word from each place on. */
export function analyseText(
  text: string,
  language: string,
  starts: readonly number[] = [],
): AnalysedText & { firstWords: number[] } {
  const firstWords: number[] = [];
  const positions = new Map<string, number[]>();
  const stems = new Map<string, string>();
  const otherStems: [string, string][] = [];
  const disordered = new Set<string>();
  let length = 0;
  for (const { term, stem, start, position, kind } of analyze(text, language)) {
    if (position > LAST_POSITION) continue;
    if (kind === 'word') while (start >= starts[firstWords.length]) firstWords.push(position);
    const known = positions.get(term);
    if (known === undefined) {
      positions.set(term, [position]);
      stems.set(term, stem);
    } else {
      if (stems.get(term) !== stem) otherStems.push([term, stem]);
      if (known[known.length - 1] > position) disordered.add(term);
      if (known[known.length - 1] !== position) known.push(position);
    }
    if (kind === 'word') length = position + 1;
  }
  for (const term of disordered) positions.set(term, inOrder(positions.get(term)!));
  while (firstWords.length < starts.length) firstWords.push(LAST_POSITION);
  return { positions, stems, otherStems, length, firstWords };
}

/**
 * Compounds and bigrams come after the words that they overlap. A term that is a bigram in one place and a word in another,
 * such as 大学 in 大学生在大学, can therefore be met with descending positions.
 */
function inOrder(positions: readonly number[]): number[] {
  return [...new Set(positions)].sort((a, b) => a - b);
}
