import type { Language } from '../../../domain/document/language.js';
import { LEXICAL_FIELDS, type LexicalField } from '../../document/analysed-text.js';
import type { QueryWord } from '../../query/analyse-query.js';
import { FORM_WEIGHT } from '../../ranking/ranking.js';
import { characterToken, otherStemToken, stemOfTerm, stemToken, termToken } from '../index/word-tokens.js';
import { anyOf, type Dsl } from '../query/dsl.js';

/** What a word of a query is looked for as. */
export class WordTerms {
  readonly #term: string;
  /** Tokens that stand for other forms of the word. */
  readonly #forms: readonly string[];
  readonly #isInside: boolean;

  constructor(word: QueryWord, language: Language) {
    this.#term = termToken(word.term, language);
    this.#isInside = word.inside ?? false;
    this.#forms = this.#isInside ? [characterToken(word.term, language)] : stemTokens(word, language);
  }

  /** The documents that have the word in any form. */
  get known(): Dsl {
    return anyOf(LEXICAL_FIELDS.flatMap((field) => [this.#exactIn(field), ...this.#formsIn(field)]));
  }

  /** The documents that have it as it is written. A single ideograph is also written inside of longer words. */
  get exact(): Dsl {
    const inFields = LEXICAL_FIELDS.map((field) => this.#exactIn(field));
    return anyOf(this.#isInside ? [...inFields, ...LEXICAL_FIELDS.flatMap((field) => this.#formsIn(field))] : inFields);
  }

  /** The sum of the occurrences in a field, by weight. */
  count(field: LexicalField, weight: number): Dsl {
    // A stem's token also stands where the word itself does.
    const exact = (this.#isInside ? 1 : 1 - FORM_WEIGHT) * weight;
    const forms = this.#formsIn(field, FORM_WEIGHT * weight);
    const should = [this.#exactIn(field, exact), forms.length === 1 ? forms[0] : { dis_max: { queries: forms } }];
    return { bool: { should } };
  }

  #exactIn(field: LexicalField, boost = 1): Dsl {
    return { term: { [`words.${field}`]: { value: this.#term, boost } } };
  }

  #formsIn(field: LexicalField, boost = 1): Dsl[] {
    return this.#forms.map((value) => ({ term: { [`words.${field}_stems`]: { value, boost } } }));
  }
}

/** Stems are made of words as they are written: one that differs only in accents may have another stem. */
function stemTokens({ term, stem }: QueryWord, language: Language): string[] {
  const other = stemOfTerm(term, language);
  const tokens = [stemToken(stem, language), otherStemToken(stem, language)];
  return other === stem ? tokens : [...tokens, stemToken(other, language)];
}
