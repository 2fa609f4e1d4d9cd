import type { Language } from '../../domain/document/language.js';
import { analyze } from '../analysis/analyze.js';
import type { Token } from '../analysis/scan-tokens.js';
import type { TextRange } from '../text-range.js';

/** A word of a text, or several words joined by signs. */
export interface LatticeStep extends TextRange {
  /** What is compared. */
  key: string;
  /** The number of the word after it. */
  next: number;
}

/** C++ and C# are names: their letter alone is another word. */
const SIGNED_NAME = /^.(?:\+\+|#)$/;

/**
 * The words of a text in a row, in every way that it can be read: "e-mail" is two words, and also the one word "email". So a
 * phrase is found in a text however either of them is written.
 */
export class WordLattice {
  /** For each word, the ways on from it, the longest first. */
  readonly steps: readonly (readonly LatticeStep[])[];

  /** Words are compared by their stem, or by their spelling without case, width and accents. */
  constructor(text: string, language: Language, compareBy: 'stem' | 'bare') {
    const tokens = analyze(text, language);
    const words = tokens.filter(({ kind }) => kind === 'word');
    const compounds = tokens.filter(({ kind }) => kind === 'compound');
    this.steps = words.map((word, i) => {
      const joined = compounds.filter(({ start, end }) => start === word.start && end >= word.end);
      const readings = joined.some(({ term }) => SIGNED_NAME.test(term)) ? joined : [...joined, word];
      return readings
        .map((token) => ({
          key: compareBy === 'stem' ? token.stem : token.bare,
          start: token.start,
          end: token.end,
          next: wordAfter(token, words, i),
        }))
        .sort((a, b) => b.next - a.next);
    });
  }

  get length(): number {
    return this.steps.length;
  }

  /** The ways on from a word; none behind the last one. */
  stepsAt = (word: number): readonly LatticeStep[] => this.steps[word] ?? NO_STEPS;

  /** Where in the text the words from one number to before another are. */
  range(from: number, next: number): TextRange {
    const ends = this.steps.slice(from, next).flat();
    return {
      start: this.steps[from][0].start,
      end: Math.max(...ends.filter((step) => step.next <= next).map(({ end }) => end)),
    };
  }

  /** The text as one row of keys, with words that are joined by signs as one. */
  keys(): string[] {
    const keys: string[] = [];
    for (let word = 0; word < this.length; ) {
      const [longest] = this.steps[word];
      keys.push(longest.key);
      word = longest.next;
    }
    return keys;
  }
}

const NO_STEPS: readonly LatticeStep[] = [];

function wordAfter({ end }: Token, words: readonly Token[], from: number): number {
  let next = from + 1;
  while (next < words.length && words[next].start < end) next++;
  return next;
}
