import type { Language } from '../../domain/document/language.js';
import { analyze } from '../../text/analysis/analyze.js';
import type { Token } from '../../text/analysis/scan-tokens.js';
import { isStopWord } from '../../text/analysis/stop-words.js';
import { overlap } from '../../text/text-range.js';
import { hasUnspacedScript } from '../../text/unspaced-scripts.js';
import type { Alternative, AlternativesOf } from './alternatives.js';

/** A query of more words finds enough without. Every pair of words and every cut of a word is looked up. */
const MOST_WORDS = 5;

const LETTERS = /^[\p{L}\p{M}]+$/u;
/** A mark, or the second half of a surrogate pair: no word begins with it. */
const INSIDE_OF_LETTER = /^[\p{M}\udc00-\udfff]/u;
const LONGEST_WHOLE = 24;

/** Of two words that may be one. */
const FEWEST_LETTERS = { first: 3, last: 2 };
/** A character of Korean is a syllable. */
const FEWEST_SYLLABLES = { first: 2, last: 2 };
const HANGUL = /^\p{Script=Hangul}/u;

type SpacedWord = Pick<Token, 'kind' | 'term' | 'start' | 'end'>;

/**
 * Two words that may be written as one, and words that may be written as two: "file name" and "filename", "log in" and "login",
 * "Haus Tür" and "Haustür". A space too many or too few is a slip like any other, so this is only for where typos are forgiven;
 * and it counts like another form of the words, because "car pet" is no carpet.
 */
export function otherSpacings(words: readonly SpacedWord[], language: Language): AlternativesOf[] {
  const alone = words.filter(({ kind }) => kind === 'word');
  if (alone.length > MOST_WORDS) return [];
  const compounds = words.filter(({ kind }) => kind === 'compound');
  const plain = alone.filter(
    (word) =>
      LETTERS.test(word.term) &&
      !hasUnspacedScript(word.term) &&
      !compounds.some((compound) => overlap(compound, word)),
  );
  return [
    ...plain.flatMap((word, i) => (i === 0 ? [] : together(plain[i - 1], word, language))),
    ...plain.flatMap((word) => apart(word, language)),
  ];
}

/** Two words in a row as one. */
function together(one: SpacedWord, next: SpacedWord, language: Language): AlternativesOf[] {
  if (next.start - one.end !== 1 || !couldBeOne(one.term, next.term, language)) return [];
  const [word, ...more] = analyze(one.term + next.term, language);
  if (word === undefined || more.length > 0) return [];
  const { term, stem } = word;
  return [{ start: one.start, end: next.end, alternatives: [{ kind: 'word', term, stem, ...STANDING }] }];
}

/** One word as two in a row, cut at each place where it could be. */
function apart({ term, start, end }: SpacedWord, language: Language): AlternativesOf[] {
  if (isStopWord(term, language)) return [];
  const alternatives: Alternative[] = [];
  for (let cut = 1; cut < term.length; cut++) {
    const terms = [term.slice(0, cut), term.slice(cut)];
    if (INSIDE_OF_LETTER.test(terms[1]) || !couldBeOne(terms[0], terms[1], language)) continue;
    alternatives.push({ kind: 'phrase', phrase: { terms, of: 'words' }, ...STANDING });
  }
  return alternatives.length === 0 ? [] : [{ start, end, alternatives }];
}

const STANDING = { isForm: true, explainedAs: 'compound' } as const;

/** A stop word may only come last: "set up" is "setup", but "the rapist" is no "therapist". */
function couldBeOne(one: string, next: string, language: Language): boolean {
  const fewest = HANGUL.test(one) ? FEWEST_SYLLABLES : FEWEST_LETTERS;
  return (
    one.length >= fewest.first &&
    next.length >= fewest.last &&
    one.length + next.length <= LONGEST_WHOLE &&
    !isStopWord(one, language)
  );
}
