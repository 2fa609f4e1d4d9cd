import { LEXICAL_FIELDS, type LexicalField } from '../../document/analysed-text.js';
import type { LexicalQuery } from '../../query/analyse-query.js';
import {
  FIELDS,
  LONGEST_COUNTED,
  PASSAGE_WORDS,
  SCORE_CURVE,
  STRENGTH,
  TYPO_COVERAGE,
  TYPOS,
} from '../../ranking/ranking.js';
import { anyOf, constant, type Dsl, noneOf } from '../query/dsl.js';
import {
  COUNT_IN_FIELD,
  MIXTURE_OF_WORDS,
  SAME_SCORE,
  SCORE_OF_WORDS,
  scored,
  WORTH_OF_TYPOS,
  WORTH_OF_WORD,
} from '../scripts.js';
import type { CountedQuery, CountedWord } from './count-words.js';
import { phraseQuery } from './phrase-query.js';
import type { TypoTerm } from './typo-terms.js';
import { havingAny, occurrences, WordTerms } from './word-terms.js';

// Flags are added to scores that are smaller, so that a script can tell both apart.
/** More than a word is ever counted; a score has 24 bits, so that counts keep four decimal places. */
const EXACT_FLAG = 1024;
/** Words together earn at most 1. */
const MORE_THAN_TYPOS_FLAG = 2;
const VERBATIM_FLAG = 4;

/** Larger than the rounding error of a sum of weights. */
const ROUNDING = 1e-6;

/** Whether the lengths of contents are compared with their average, or count as those of passages. */
export type LexicalUnit = 'document' | 'passage';

/**
 * Scores documents by their words, as `engine/embedded/lexical` does: each word's occurrences in both fields are counted,
 * saturate together, and are added up by weight. Every step is a query around those of the step before.
 */
export class WordsQuery {
  readonly #query: LexicalQuery;
  readonly #counted: CountedQuery;
  readonly #unit: LexicalUnit;

  constructor(query: LexicalQuery, counted: CountedQuery, unit: LexicalUnit = 'document') {
    this.#query = query;
    this.#counted = counted;
    this.#unit = unit;
  }

  /** The documents that match, with their scores of 0 to 100. */
  score(): Dsl {
    return scored(this.#earned(), SCORE_OF_WORDS, this.#agreementParams());
  }

  /** The same documents, with the part that words contribute to a mixture. */
  mixture(share: number): Dsl {
    return scored(this.#earned(), MIXTURE_OF_WORDS, { ...this.#agreementParams(), share });
  }

  /** The conditions that quotes and minus signs make, whether the words of a document match or not. */
  get required(): Dsl[] {
    const { language, phrases, excludedPhrases, excludedWords } = this.#query;
    const excluded = [
      ...excludedPhrases.map((phrase) => phraseQuery(phrase, language)),
      ...excludedWords.map((word) => new WordTerms(word, language).having),
    ];
    const bound = phrases.map((phrase) => phraseQuery(phrase, language));
    return excluded.length === 0 ? bound : [...bound, noneOf(excluded)];
  }

  /** What the words of a document have earned, as a share of the weight of all, and flags. */
  #earned(): Dsl {
    const { words } = this.#counted;
    const { language, verbatim } = this.#query;
    const should = words.flatMap((word) => [this.#worthOf(word), ...this.#worthOfTypos(word)]);
    const { moreThanTypos } = this;
    if (moreThanTypos !== null) should.push(constant(moreThanTypos, MORE_THAN_TYPOS_FLAG));
    if (verbatim !== null) {
      const phrases = [verbatim, ...(verbatim.others ?? [])].map((phrase) => phraseQuery(phrase, language));
      should.push(constant(anyOf(phrases), VERBATIM_FLAG));
    }
    return { bool: { filter: this.#matching(), should } };
  }

  /** Null if no document can have typos alone. */
  get moreThanTypos(): Dsl | null {
    const { words } = this.#counted;
    if (words.every(({ typos }) => typos.length === 0)) return null;
    return havingAny(
      words.flatMap((word) => (word.found === 'known' ? word.terms.known : allTokens(word))),
      words.flatMap(({ terms }) => terms.phrases),
    );
  }

  #agreementParams() {
    const { typoOnlyFactor, stretch } = this.#counted;
    const { verbatim } = this.#query;
    const noTypos = this.moreThanTypos === null;
    return {
      verbatimFlag: VERBATIM_FLAG,
      moreFlag: MORE_THAN_TYPOS_FLAG,
      typoOnlyFactor: noTypos ? 1 : typoOnlyFactor,
      stretch,
      lift: verbatim?.lift ?? 0,
      agreementExponent: STRENGTH.agreementExponent,
      ...SCORE_CURVE,
    };
  }

  /**
   * The documents whose words weigh enough. Those that have none of the heavier words can't: so the postings of the common
   * words are read only where one of the others is (as in MaxScore).
   */
  #matching(): Dsl[] {
    const { words, best, needed } = this.#counted;
    const heavy: CountedWord[] = [];
    let left = best;
    for (const word of words) {
      if (left * (1 + ROUNDING) < needed) break;
      heavy.push(word);
      left -= word.weight;
    }
    const having = havingAny(
      heavy.flatMap(allTokens),
      heavy.flatMap(({ terms }) => terms.phrases),
    );
    const lightest = Math.min(...words.map(({ weight, typos }) => weight * (typos.length > 0 ? TYPO_COVERAGE : 1)));
    if (lightest >= needed) return [having];
    const weights = words.flatMap((word) => {
      const share = word.weight / best;
      const known = word.terms.having;
      if (word.typos.length === 0) return [constant(known, share)];
      const any = havingAny(allTokens(word), word.terms.phrases);
      return [constant(known, share * (1 - TYPO_COVERAGE)), constant(any, share * TYPO_COVERAGE)];
    });
    const least = (needed / best) * (1 - ROUNDING);
    return [having, scored({ bool: { should: weights } }, SAME_SCORE, {}, least)];
  }

  #worthOf({ terms, weight }: CountedWord): Dsl {
    const { best, saturation } = this.#counted;
    const counts = LEXICAL_FIELDS.map((field) => this.#inField(field, terms.count(field, FIELDS[field].weight)));
    const should = [...counts, constant(terms.havingExact, EXACT_FLAG)];
    const share = weight / best;
    const { exact, forms } = saturation;
    return scored({ bool: { should } }, WORTH_OF_WORD, {
      flag: EXACT_FLAG,
      exactLeast: share * exact.least,
      exactMore: share * (exact.most - exact.least),
      exactK1: exact.k1,
      formsLeast: share * forms.least,
      formsMore: share * (forms.most - forms.least),
      formsK1: forms.k1,
    });
  }

  /** Where a document has a word right, that it also has it wrong counts for nothing. */
  #worthOfTypos({ terms, typos, weight, typoShare }: CountedWord): Dsl[] {
    if (typos.length === 0) return [];
    const counts = LEXICAL_FIELDS.map((field) => this.#inField(field, countTypos(field, typos)));
    const query = { bool: { should: counts, must_not: [terms.having], minimum_should_match: 1 } };
    return [scored(query, WORTH_OF_TYPOS, { weight: (weight * typoShare) / this.#counted.best, k1: TYPOS.k1 })];
  }

  #inField(field: LexicalField, occurrences: Dsl): Dsl {
    const isPassage = field === 'content' && this.#unit === 'passage';
    const average = isPassage ? PASSAGE_WORDS : this.#counted.averages[field];
    const { b } = FIELDS[field];
    return scored(occurrences, COUNT_IN_FIELD, {
      length: `words.${field}_length`,
      shortest: 1 - b,
      // A scope without words in the field has no occurrences either.
      perWord: average === 0 ? 0 : b / average,
      longest: 1 - b + b * (isPassage ? 1 : LONGEST_COUNTED),
    });
  }
}

function countTypos(field: LexicalField, typos: readonly TypoTerm[]): Dsl {
  const { weight: ofField } = FIELDS[field];
  return { bool: { should: typos.map(({ token, weight }) => occurrences(`words.${field}`, token, weight * ofField)) } };
}

/** Documents with one of these have the word, right or with a typo. */
function allTokens({ terms, typos }: CountedWord): string[] {
  return [...terms.known, ...typos.map(({ token }) => token)];
}
