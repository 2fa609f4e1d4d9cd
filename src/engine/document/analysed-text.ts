import { analyze } from '../../text/analysis/analyze.js';

export const LEXICAL_FIELDS = ['title', 'content'] as const;
export type LexicalField = (typeof LEXICAL_FIELDS)[number];

/** A text after analysis: the positions and the stem of each term. */
export interface AnalysedText {
  /** Positions ascending, at most 65,535. */
  positions: Map<string, number[]>;
  /** The stem of each term; of those in `spellings` any. */
  stems: Map<string, string>;
  /**
   * The positions by stem of each term that the text has in spellings with different stems: in Spanish, "hacía" and
   * "hacia" are one term, and only the first has the stem of "haciendo".
   */
  spellings: ReadonlyMap<string, ReadonlyMap<string, number[]>>;
  /** How many words the text has. */
  length: number;
}

/** A term in all spellings that have the same stem. */
export interface StemmedTerm {
  term: string;
  stem: string;
  positions: number[];
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
  /** The positions, by stem, where terms have another stem than in `stems`. */
  const otherwise = new Map<string, Map<string, number[]>>();
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
      if (stems.get(term) !== stem) addOther(otherwise, { term, stem }, position);
      if (known[known.length - 1] > position) disordered.add(term);
      if (known[known.length - 1] !== position) known.push(position);
    }
    if (kind === 'word') length = position + 1;
  }
  for (const term of disordered) positions.set(term, inOrder(positions.get(term)!));
  while (firstWords.length < starts.length) firstWords.push(LAST_POSITION);
  return { positions, stems, spellings: withFirstStems(otherwise, { positions, stems }), length, firstWords };
}

/** The terms of a text, each as often as it has stems. */
export function* stemmedTerms({ positions, stems, spellings }: Omit<AnalysedText, 'length'>): Iterable<StemmedTerm> {
  for (const [term, places] of positions) {
    const byStem = spellings.get(term);
    if (byStem === undefined) yield { term, stem: stems.get(term)!, positions: places };
    else for (const [stem, some] of byStem) yield { term, stem, positions: some };
  }
}

/** Where a text has a term in spellings with the given stem. */
export function positionsWithStem({ positions, stems, spellings }: AnalysedText, term: string, stem: string): number[] {
  const byStem = spellings.get(term);
  if (byStem !== undefined) return byStem.get(stem) ?? [];
  return stems.get(term) === stem ? positions.get(term)! : [];
}

type PositionsByStem = Map<string, Map<string, number[]>>;

function addOther(otherwise: PositionsByStem, { term, stem }: Omit<StemmedTerm, 'positions'>, position: number): void {
  const byStem = otherwise.get(term) ?? new Map<string, number[]>();
  otherwise.set(term, byStem);
  const known = byStem.get(stem);
  if (known === undefined) byStem.set(stem, [position]);
  else known.push(position);
}

/** Adds the positions where the terms have the stem that they were met with first. */
function withFirstStems(
  otherwise: PositionsByStem,
  { positions, stems }: Pick<AnalysedText, 'positions' | 'stems'>,
): PositionsByStem {
  const spellings: PositionsByStem = new Map();
  for (const [term, byStem] of otherwise) {
    const others = new Set([...byStem.values()].flat());
    const first = positions.get(term)!.filter((position) => !others.has(position));
    const all = new Map([...byStem].map(([stem, places]) => [stem, inOrder(places)]));
    if (first.length > 0) all.set(stems.get(term)!, first);
    else stems.set(term, [...all.keys()][0]);
    spellings.set(term, all);
  }
  return spellings;
}

/**
 * Compounds and bigrams come after the words that they overlap. A term that is a bigram in one place and a word in another,
 * such as 大学 in 大学生在大学, can therefore be met with descending positions.
 */
function inOrder(positions: readonly number[]): number[] {
  return [...new Set(positions)].sort((a, b) => a - b);
}
