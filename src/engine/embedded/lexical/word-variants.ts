import { Buffer } from 'node:buffer';
import { bareForm, bareLetters } from '../../../text/analysis/word-forms.js';
import type { Standing } from '../../query/alternatives.js';
import type { Phrase, QueryWord } from '../../query/analyse-query.js';
import { alternativeWeight, type VariantWeight } from '../../ranking/divided-text.js';
import { FORM_WEIGHT, TYPO_WEIGHTS } from '../../ranking/ranking.js';
import { letterBytes } from '../segment/dictionary.js';
import { type MistypedWord, mistypedWord, type TypoFinder } from './typo-index.js';
import { bareKey, entriesOfTerm, type Vocabulary } from './vocabulary.js';

/** An entry of a vocabulary that stands for a word of the query. */
export interface Variant extends VariantWeight {
  entry: number;
}

const NONE = new Uint32Array();

/** Bytes of UTF-8. */
const LONGEST_CHARACTER = 4;

/** A word of the query, to be looked up in every segment. Encoded lazily, because segments often have it cached. */
export class WordLookUp {
  /** The key of the word alone. */
  readonly #ownKey: string;
  readonly #word: QueryWord;
  readonly #language: string;
  #encodedTerm: Uint8Array | undefined;
  #encodedStem: Uint8Array | undefined;
  #mistyped: MistypedWord | null | undefined;
  #alone: WordLookUp | undefined;
  /** Other words that are as good. */
  readonly others: readonly { word: WordLookUp; standing: Standing }[];
  /** Phrases that are. */
  readonly phrases: readonly (Standing & { phrase: Phrase })[];

  constructor(word: QueryWord, language: string) {
    this.#word = word;
    this.#language = language;
    const { term, stem, typos, alternatives = [] } = word;
    this.others = alternatives.flatMap((one) =>
      one.kind === 'word'
        ? [{ word: new WordLookUp({ ...one, weight: 1, typos: false }, language), standing: one }]
        : [],
    );
    this.phrases = alternatives.flatMap((one) => (one.kind === 'phrase' ? [one] : []));
    this.#ownKey = `${typos ? 'typos' : 'exact'} ${this.inside ? 'inside' : 'alone'} ${term} ${stem}`;
  }

  /** Cache key: equal for words that match the same terms. */
  get key(): string {
    return this.hasAlternatives
      ? JSON.stringify([this.#ownKey, this.isReplaced, this.#word.alternatives])
      : this.#ownKey;
  }

  get hasAlternatives(): boolean {
    return this.others.length + this.phrases.length > 0;
  }

  /** The word without its alternatives. */
  get alone(): WordLookUp {
    this.#alone ??= new WordLookUp({ ...this.#word, alternatives: [] }, this.#language);
    return this.#alone;
  }

  get isReplaced(): boolean {
    return this.#word.isReplaced ?? false;
  }

  get inside(): boolean {
    return this.#word.inside ?? false;
  }

  get term(): Uint8Array {
    this.#encodedTerm ??= Buffer.from(this.#word.term);
    return this.#encodedTerm;
  }

  get stem(): Uint8Array {
    this.#encodedStem ??= Buffer.from(this.#word.stem);
    return this.#encodedStem;
  }

  /** The term without its marks; null where the terms of the language have none. */
  bare(): string | null {
    return bareLetters(this.#language).size === 0 ? null : bareForm(this.#word.term, this.#language);
  }

  /** Null where typos are not forgiven. */
  get typos(): MistypedWord | null {
    const { term, typos } = this.#word;
    if (this.#mistyped === undefined) this.#mistyped = typos ? mistypedWord(term, bareLetters(this.#language)) : null;
    return this.#mistyped;
  }
}

/** The word itself, words with the same stem, words that differ from it only in marks, and all these of words that are as good. */
export function knownVariants(vocabulary: Vocabulary, word: WordLookUp): Variant[] {
  if (word.others.length === 0) return word.isReplaced ? [] : ownVariants(vocabulary, word);
  const best = new Map<number, Variant>();
  const others = word.others.flatMap(({ word: one, standing }) =>
    ownVariants(vocabulary, one).map((variant) => asGood(variant, standing)),
  );
  for (const variant of word.isReplaced ? others : [...ownVariants(vocabulary, word), ...others]) {
    if (variant.weight > (best.get(variant.entry)?.weight ?? 0)) best.set(variant.entry, variant);
  }
  return [...best.values()];
}

function asGood({ entry, asWritten }: Variant, { isForm, explainedAs }: Standing): Variant {
  return { entry, ...alternativeWeight({ isForm: isForm || !asWritten, explainedAs }) };
}

function ownVariants(vocabulary: Vocabulary, word: WordLookUp): Variant[] {
  const { terms, stems } = vocabulary;
  const term = terms.findBytes(word.term);
  const exact = term < 0 ? [] : entriesOfTerm(vocabulary, term);
  const variants = exact.map((entry): Variant => ({ entry, weight: 1, asWritten: true }));
  if (word.inside) return [...variants, ...pairsWith(word.term, vocabulary)];
  const others = entriesUnder(stems.findBytes(word.stem), vocabulary);
  const bare = word.bare();
  const forms = bare === null ? others : new Set([...others, ...entriesThatAre(bare, vocabulary)]);
  for (const entry of forms) {
    if (!exact.includes(entry)) variants.push({ entry, weight: FORM_WEIGHT, asWritten: false });
  }
  return variants;
}

function entriesUnder(key: number, { stemStarts, stemEntries }: Vocabulary): Uint32Array {
  return key < 0 ? NONE : stemEntries.subarray(stemStarts[key], stemStarts[key + 1]);
}

/** The entries of the terms that are `bare` once their marks are removed. */
function entriesThatAre(bare: string, vocabulary: Vocabulary): number[] {
  const plain = vocabulary.terms.find(bare);
  const terms = [...(plain < 0 ? [] : [plain]), ...entriesUnder(vocabulary.stems.find(bareKey(bare)), vocabulary)];
  return terms.flatMap((term) => entriesOfTerm(vocabulary, term));
}

/** Words within the allowed edit distance, without those among its known variants. */
export function typoVariants(
  vocabulary: Vocabulary,
  word: WordLookUp,
  { known, finder }: { known: readonly Variant[]; finder: TypoFinder },
): Variant[] {
  if (word.typos === null) return [];
  return finder
    .find(word.typos, vocabulary.terms, vocabulary.typos)
    .flatMap(({ term, distance }) => entriesOfTerm(vocabulary, term).map((entry) => ({ entry, distance })))
    .filter(({ entry }) => !known.some((variant) => variant.entry === entry))
    .map(({ entry, distance }) => ({ entry, weight: TYPO_WEIGHTS[distance], asWritten: false }));
}

/** Bigrams with the given ideograph: inside a longer word, a character is indexed in bigrams with its neighbours. */
function pairsWith(character: Uint8Array, vocabulary: Vocabulary): Variant[] {
  const { bytes, offsets, size } = vocabulary.terms;
  const found: Variant[] = [];
  const { length } = character;
  const isAt = (place: number) => character.every((byte, i) => bytes[place + i] === byte);
  for (let term = 0; term < size; term++) {
    const [start, end] = [offsets[term], offsets[term + 1]];
    // A quick test by length: the character and one more.
    if (end - start <= length || end - start > length + LONGEST_CHARACTER) continue;
    const isFirst = isAt(start) && start + length + letterBytes(bytes[start + length]) === end;
    if (isFirst || (isAt(end - length) && start + letterBytes(bytes[start]) === end - length)) {
      for (const entry of entriesOfTerm(vocabulary, term)) {
        found.push({ entry, weight: FORM_WEIGHT, asWritten: true });
      }
    }
  }
  return found;
}
