import type { Language } from '../../../domain/document/language.js';
import type { LexicalField } from '../../document/analysed-text.js';
import type { Phrase, QueryWord } from '../../query/analyse-query.js';
import { FORM_WEIGHT } from '../../ranking/ranking.js';
import { characterToken, stemsAlike, stemToken, termToken } from '../index/word-tokens.js';
import { anyOf, type Dsl } from '../query/dsl.js';
import { phraseInField, phraseQuery } from './phrase-query.js';

/** What a word of a query is looked for as: the word itself, and what is as good. */
export class WordTerms {
  readonly #words: readonly OneWord[];
  readonly #phrases: readonly { phrase: Phrase; isForm: boolean }[];
  readonly #language: Language;

  constructor(word: QueryWord, language: Language) {
    const { alternatives = [], isReplaced = false } = word;
    const others = alternatives.flatMap((one) => (one.kind === 'word' ? [new OneWord(one, language, one.isForm)] : []));
    this.#words = isReplaced ? others : [new OneWord(word, language), ...others];
    this.#phrases = alternatives.flatMap((one) => (one.kind === 'phrase' ? [one] : []));
    this.#language = language;
  }

  /** Documents with one of these, or of the phrases, have the word in some form. */
  get known(): readonly string[] {
    return this.#words.flatMap(({ known }) => known);
  }

  get phrases(): readonly Dsl[] {
    return this.#phrases.map(({ phrase }) => phraseQuery(phrase, this.#language));
  }

  /** The documents that have the word in some form. */
  get having(): Dsl {
    return havingAny(this.known, this.phrases);
  }

  /** The documents that have it as it is written. */
  get havingExact(): Dsl {
    return havingAny(
      this.#words.flatMap(({ exact }) => exact),
      this.#phrases.flatMap(({ phrase, isForm }) => (isForm ? [] : [phraseQuery(phrase, this.#language)])),
    );
  }

  /** The sum of the occurrences in a field, by weight. */
  count(field: LexicalField, weight: number): Dsl {
    const words = this.#words.flatMap((word) => word.count(field, weight));
    const phrases = this.#phrases.map(({ phrase, isForm }) => {
      const ofPhrase = isForm ? FORM_WEIGHT * weight : weight;
      return phraseInField(phrase, { field, language: this.#language, weight: ofPhrase });
    });
    return { bool: { should: [...words, ...phrases] } };
  }
}

class OneWord {
  readonly #term: string;
  /** Tokens that stand for other forms of the word. */
  readonly #forms: readonly string[];
  readonly #isInside: boolean;
  /** Whether even the word as it is written counts like another form of what was asked for. */
  readonly #isForm: boolean;

  constructor(word: Pick<QueryWord, 'term' | 'stem' | 'inside'>, language: Language, isForm = false) {
    this.#isForm = isForm;
    this.#term = termToken(word.term, language);
    this.#isInside = word.inside ?? false;
    this.#forms = this.#isInside
      ? [characterToken(word.term, language)]
      : stemsAlike(word.term, word.stem, language).map((stem) => stemToken(stem, language));
  }

  get known(): readonly string[] {
    return [this.#term, ...this.#forms];
  }

  /** A single ideograph is also written inside of longer words. */
  get exact(): readonly string[] {
    if (this.#isForm) return [];
    return this.#isInside ? this.known : [this.#term];
  }

  count(field: LexicalField, weight: number): Dsl[] {
    // A stem's token also stands where the word itself does.
    const exact = (this.#isInside ? 1 : 1 - FORM_WEIGHT) * weight;
    const forms = this.#forms.map((value) => occurrences(`words.${field}_stems`, value, FORM_WEIGHT * weight));
    // Of several stems, the same occurrence may have all.
    const ofForms = forms.length === 1 ? forms[0] : { dis_max: { queries: forms } };
    return this.#isForm ? [ofForms] : [occurrences(`words.${field}`, this.#term, exact), ofForms];
  }
}

/** How often a token occurs, times `boost`. */
export function occurrences(field: string, value: string, boost: number): Dsl {
  return { term: { [field]: { value, boost } } };
}

/**
 * The documents that have one of the tokens, or of the phrases. However many tokens there are, they are one clause: the cluster
 * limits clauses.
 */
export function havingAny(tokens: readonly string[], phrases: readonly Dsl[] = []): Dsl {
  const having = { terms: { 'words.any': tokens } };
  return phrases.length === 0 ? having : anyOf([having, ...phrases]);
}
