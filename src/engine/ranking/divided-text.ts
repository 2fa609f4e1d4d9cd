import type { LexicalField } from '../document/analysed-text.js';
import type { Standing } from '../query/alternatives.js';
import { FIELDS, FORM_WEIGHT, type Saturation, stretched, TYPOS, type WordSaturation } from './ranking.js';
import type { QueryWeights, WordWeight } from './weigh-words.js';

/** How a term counts that stands for a word of the query. */
export interface VariantWeight {
  /** Weight of one occurrence; 1 for the word itself. */
  weight: number;
  /** Whether it is the word itself, or contains it literally. */
  asWritten: boolean;
  /** Given for what is not the word, but as good as it. */
  explainedAs?: Standing['explainedAs'];
}

/** How something else counts that is as good as a word, or as its other forms. */
export function alternativeWeight({ isForm, explainedAs }: Standing): VariantWeight {
  return { weight: isForm ? FORM_WEIGHT : 1, asWritten: !isForm, explainedAs };
}

/** How often a text has a word. */
export class WordCount {
  known = 0;
  typos = 0;
  asWritten = false;

  add(count: number, { weight, asWritten }: VariantWeight, as: 'known' | 'typos'): void {
    this[as] += count * weight;
    this.asWritten ||= asWritten;
  }

  /** Adds the occurrences of a title. */
  with(title: WordCount): WordCount {
    const sum = new WordCount();
    sum.known = this.known + title.known;
    sum.typos = this.typos + title.typos;
    sum.asWritten = this.asWritten || title.asWritten;
    return sum;
  }
}

/** A document of several passages, while words are counted in it. */
export class DividedText {
  /** For each passage but the first, the position of its first word. */
  readonly #firstWords: ArrayLike<number>;
  #title = new WordCount();
  #counts: WordCount[];
  /** For each passage, what its words have earned together with those of the title. */
  readonly #sums: Float64Array;
  readonly #hasWord: boolean[];
  /** Whether there is more than typos of words that others have right. */
  readonly #hasMoreThanTypos: boolean[];
  readonly #hasPhrase: boolean[];
  #phraseInTitle = false;

  constructor(firstWords: ArrayLike<number>) {
    this.#firstWords = firstWords;
    const passages = this.#firstWords.length + 1;
    const none = () => Array.from({ length: passages }, () => false);
    this.#sums = new Float64Array(passages);
    this.#counts = this.#noCounts();
    [this.#hasWord, this.#hasMoreThanTypos, this.#hasPhrase] = [none(), none(), none()];
  }

  countInTitle(count: number, variant: VariantWeight, as: 'known' | 'typos'): void {
    this.#title.add(count, variant, as);
  }

  countInContent(positions: readonly number[], variant: VariantWeight, as: 'known' | 'typos'): void {
    for (const passage of this.#passagesAt(positions)) this.#counts[passage].add(FIELDS.content.weight, variant, as);
  }

  endWord(word: WordWeight, { saturation }: Pick<QueryWeights<WordWeight>, 'saturation'>): void {
    this.#counts.forEach((own, passage) => {
      const count = own.with(this.#title);
      if (own.known + own.typos > 0) this.#hasWord[passage] = true;
      this.#sums[passage] += earnedBy(word, count, saturation);
      if (count.known > 0 || (count.typos > 0 && word.found !== 'known')) this.#hasMoreThanTypos[passage] = true;
    });
    this.#title = new WordCount();
    this.#counts = this.#noCounts();
  }

  addPhrase(field: LexicalField, ends: readonly number[]): void {
    if (field === 'title') this.#phraseInTitle = true;
    else for (const passage of this.#passagesAt(ends)) this.#hasPhrase[passage] = true;
  }

  agreement(weights: AgreementWeights, lift: number): Float64Array {
    return this.#sums.map((sum, passage) => {
      if (sum === 0 || (passage > 0 && !this.#hasWord[passage])) return 0;
      const hasPhrase = this.#hasPhrase[passage] || this.#phraseInTitle;
      const earned = { sum, hasMoreThanTypos: this.#hasMoreThanTypos[passage] };
      return agreementOf(earned, weights, hasPhrase ? lift : 0);
    });
  }

  #noCounts(): WordCount[] {
    return Array.from({ length: this.#firstWords.length + 1 }, () => new WordCount());
  }

  /** The passage of each position. */
  #passagesAt(positions: readonly number[]): number[] {
    let passage = 0;
    return positions.map((position) => {
      while (this.#firstWords[passage] <= position) passage++;
      return passage;
    });
  }
}

type AgreementWeights = Pick<QueryWeights<WordWeight>, 'best' | 'typoOnlyFactor' | 'stretch'>;

/** Agreement (0–100) of the words of a text. `lift` is 0 for one that does not have the query's words in a row. */
export function agreementOf(
  { sum, hasMoreThanTypos }: { sum: number; hasMoreThanTypos: boolean },
  { best, typoOnlyFactor, stretch }: AgreementWeights,
  lift: number,
): number {
  const part = hasMoreThanTypos ? 1 : typoOnlyFactor;
  const agreement = stretched(100 * Math.sqrt((part * sum) / best), stretch);
  return agreement + lift * (100 - agreement);
}

/** What a word earns a text. As the kernel does it: a word that is there right earns nothing for also being there wrong. */
export function earnedBy(
  { weight, typoShare }: WordWeight,
  { known, typos, asWritten }: WordCount,
  { exact, forms }: WordSaturation,
): number {
  if (known > 0) return weight * worthOf(known, asWritten ? exact : forms);
  return typos > 0 ? weight * typoShare * (typos / (typos + TYPOS.k1)) : 0;
}

/** Share of its weight that a word earns. The first occurrence says most. */
function worthOf(count: number, { least, most, k1 }: Saturation): number {
  return least + (most - least) * (count / (count + k1));
}
