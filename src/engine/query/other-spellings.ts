import type { WordAlternative } from '../../domain/search/word-query.js';
import type { QueryWord } from '../../text/query/query.js';
import { overlap } from '../../text/text-range.js';
import { hasUnspacedScript } from '../../text/unspaced-scripts.js';

/** A query of more words is a text, which finds enough without other spellings. */
const MOST_WORDS = 32;

/** "iphone15" and "10kg", but not "h2o". */
const LETTERS_AND_DIGITS = /^(?:\p{L}[\p{L}\p{M}]*\p{N}+|\p{N}+\p{L}[\p{L}\p{M}]*)$/u;
/** Before a unit: "2.5", of which "2.5kg" is made. */
const DECIMAL = /^\p{N}+[.,]\p{N}+$/u;
const DECIMAL_WITH_UNIT = /^(\p{N}+[.,]\p{N}+)(\p{L}[\p{L}\p{M}]*)$/u;
const WHERE_THEY_MEET = /(?<=\p{N})(?=\p{L})|(?<=[\p{L}\p{M}])(?=\p{N})/u;
const LETTERS = /^\p{L}[\p{L}\p{M}]*$/u;
const DIGITS = /^\p{N}+$/u;
const LETTERS_JOINED_BY_SIGNS = /^\p{L}[\p{L}\p{M}]*(?:[-.]\p{L}[\p{L}\p{M}]*)+$/u;
const SIGNS = /[-.]/g;

type SpelledWord = Pick<QueryWord, 'kind' | 'term' | 'start' | 'end'> & Partial<Pick<QueryWord, 'isStopWord'>>;

/**
 * Adds the same words written together or apart. Letters and digits meet in both ways: "iPhone 15" and "iPhone15", "10 kg" and
 * "10kg", "2.5 kg" and "2.5kg", "E-12" and "E12"; and letters that signs join are also written without them: "Wi-Fi" and "wifi", "Node.js" and "nodejs".
 * What the caller replaces gets no other spelling. For two words of letters see `other-spacings.ts`.
 */
export function withOtherSpellings(
  alternatives: readonly WordAlternative[],
  words: readonly SpelledWord[],
): readonly WordAlternative[] {
  const spellings = otherSpellings(words).filter((spelling) => !alternatives.some((own) => overlap(own, spelling)));
  return spellings.length === 0 ? alternatives : [...alternatives, ...spellings];
}

function otherSpellings(words: readonly SpelledWord[]): WordAlternative[] {
  if (words.length > MOST_WORDS) return [];
  const spellings: WordAlternative[] = [];
  const compounds = words.filter(({ kind }) => kind === 'compound');
  const compoundOf = (word: SpelledWord) => compounds.find(({ start, end }) => start <= word.start && word.end <= end);
  let previous: SpelledWord | null = null;
  for (const word of words) {
    const { kind, term, start, end } = word;
    if (kind === 'compound') {
      const other = DECIMAL_WITH_UNIT.test(term) ? term.replace(DECIMAL_WITH_UNIT, '$1 $2') : withoutSigns(word);
      if (other !== null) spellings.push({ start, end, texts: [other], isSpelling: true });
    }
    if (kind !== 'word' || hasUnspacedScript(term)) continue;
    const compound = compoundOf(word);
    // A part is not all of it: the v1 of "v1.2" is another version, and the 5 kg of "2.5 kg" are another weight.
    if (compound === undefined && LETTERS_AND_DIGITS.test(term))
      spellings.push({ start, end, texts: [term.replace(WHERE_THEY_MEET, ' ')], isSpelling: true });
    if (previous !== null && compoundOf(previous) === compound && couldBeOne(previous, word))
      spellings.push({ start: previous.start, end, texts: [previous.term + term], isSpelling: true });
    const decimal = compounds.find((one) => DECIMAL.test(one.term) && start - one.end === 1);
    if (decimal !== undefined && LETTERS.test(term) && !word.isStopWord)
      spellings.push({ start: decimal.start, end, texts: [decimal.term + term], isSpelling: true });
    previous = word;
  }
  return spellings;
}

/** Null where it is not words that signs join. */
function withoutSigns({ term, start, end }: SpelledWord): string | null {
  // As many letters as "U.S." has, with signs between all of them: they say little, and "us" is another word.
  const isAcronym = end - start >= 2 * term.length - 1;
  if (isAcronym) return null;
  if (LETTERS.test(term)) return term;
  return LETTERS_JOINED_BY_SIGNS.test(term) ? term.replace(SIGNS, '') : null;
}

/** Letters and digits with nothing but a space or a sign in between. */
function couldBeOne(one: SpelledWord, next: SpelledWord): boolean {
  if (one.isStopWord || next.isStopWord || next.start - one.end !== 1) return false;
  return (LETTERS.test(one.term) && DIGITS.test(next.term)) || (DIGITS.test(one.term) && LETTERS.test(next.term));
}
