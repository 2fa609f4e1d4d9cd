import type { Language } from '../../../domain/document/language.js';
import type { LexicalField } from '../../document/analysed-text.js';
import type { QueryWord } from '../../query/analyse-query.js';
import { FORM_WEIGHT } from '../../ranking/ranking.js';
import { characterToken, stemsAlike, stemToken, termToken } from '../index/word-tokens.js';
import type { Dsl } from '../query/dsl.js';

/** What a word of a query is looked for as. */
export class WordTerms {
  readonly #term: string;
  /** Tokens that stand for other forms of the word. */
  readonly #forms: readonly string[];
  readonly #isInside: boolean;

  constructor(word: QueryWord, language: Language) {
    this.#term = termToken(word.term, language);
    this.#isInside = word.inside ?? false;
    this.#forms = this.#isInside
      ? [characterToken(word.term, language)]
      : stemsAlike(word.term, word.stem, language).map((stem) => stemToken(stem, language));
  }

  /** Documents with one of these have the word in some form. */
  get known(): readonly string[] {
    return [this.#term, ...this.#forms];
  }

  /** Documents with one of these have it as it is written. A single ideograph is also written inside of longer words. */
  get exact(): readonly string[] {
    return this.#isInside ? this.known : [this.#term];
  }

  /** The sum of the occurrences in a field, by weight. */
  count(field: LexicalField, weight: number): Dsl {
    // A stem's token also stands where the word itself does.
    const exact = (this.#isInside ? 1 : 1 - FORM_WEIGHT) * weight;
    const forms = this.#forms.map((value) => occurrences(`words.${field}_stems`, value, FORM_WEIGHT * weight));
    // Of several stems, the same occurrence may have all.
    const ofForms = forms.length === 1 ? forms[0] : { dis_max: { queries: forms } };
    return { bool: { should: [occurrences(`words.${field}`, this.#term, exact), ofForms] } };
  }
}

/** How often a token occurs, times `boost`. */
export function occurrences(field: string, value: string, boost: number): Dsl {
  return { term: { [field]: { value, boost } } };
}

/** The documents that have one of the tokens. However many there are, they are one clause: the cluster limits clauses. */
export function havingAny(tokens: readonly string[]): Dsl {
  return { terms: { 'words.any': tokens } };
}
