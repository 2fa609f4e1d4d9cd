import type { TextRange } from '../text-range.js';
import { areJoined, endOfSignedName, isHostName } from './compounds.js';
import type { FormCache } from './form-cache.js';
import type { FormFilter } from './form-filter.js';
import { scanWords, type WordVisitor } from './scan-words.js';
import { bigramsOf, segmentRun } from './segment-run.js';
import type { WordSkipper } from './word-skipper.js';

/**
 * `word`: a word of the text. Only words count for its length and have positions of their own.
 * `compound`: several words joined by signs, beside its parts: `ab-1234/x`, `jane@example.com`, `email` for "e-mail".
 * `bigram`: two neighbouring characters of Chinese or Japanese, in case the dictionary splits query and text differently.
 */
export type TokenKind = 'word' | 'compound' | 'bigram';

/** One word of a text. `text.slice(start, end)` is the word as it was written. */
export interface Token extends TextRange {
  /**
   * The form that is compared where a word must match exactly. Case, spelling variants and accents are levelled, apart
   * from accented letters that make another word in the language.
   */
  term: string;
  /** The term without any accents, for someone who can't type them. Equal to `term` in most languages. */
  bare: string;
  /** What inflected forms of a word have in common. Equal to `bare` where the language is not stemmed. */
  stem: string;
  /** Counts the words from 0. Compounds and bigrams have the position of the first word that they overlap. */
  position: number;
  kind: TokenKind;
}

export interface TokenVisitor {
  /** Tokens that do not pass may be left out; they need not be. */
  filter: FormFilter;
  /** The token object is reused: it is valid until the next visit. */
  visit(token: Readonly<Token>): void;
}

/** A text, and the same text as UTF-16 units. */
interface TextSource {
  text: string;
  units: Uint16Array;
  /** Has the text; null for a text that is too long for it. */
  skipper: WordSkipper | null;
}

/** What a scan needs for the language of its text. */
export interface ScanTools {
  /** The forms of words in the language. */
  forms: FormCache;
  /** The forms of compounds in it. */
  compounds: FormCache;
  /** See `LanguageProfile`. */
  levelCharacters(text: string): string;
  withBigrams: boolean;
}

/**
 * Visits the tokens of a text. Words come in order; a compound follows its parts, and bigrams follow the run of characters
 * they are from. A word that the filter rules out costs next to nothing: no object and no string is made for it.
 */
export function scanTokens(source: TextSource, tools: ScanTools, visitor: TokenVisitor): void {
  const scan = new TokenScan(source, tools, visitor);
  scanWords(source.units, scan);
  scan.endChain();
}

class TokenScan implements WordVisitor {
  readonly #source: TextSource;
  readonly #forms: FormCache;
  readonly #compounds: FormCache;
  readonly #levelCharacters: ScanTools['levelCharacters'];
  /** The text with its characters levelled, as the dictionary reads it. */
  readonly #levelled: string;
  readonly #withBigrams: boolean;
  readonly #visitor: TokenVisitor;
  /** Reused for every lookup. */
  readonly #range: TextRange = { start: 0, end: 0 };
  /** Reused for every visit of a word. */
  readonly #token: Token = { term: '', bare: '', stem: '', start: 0, end: 0, position: 0, kind: 'word' };
  #position = 0;
  /** The words that nothing but joining signs has parted so far: `ab-1234/x`. */
  readonly #chain = { start: -1, end: -1, words: 0, position: 0, isAddress: false };

  constructor(
    source: TextSource,
    { forms, compounds, levelCharacters, withBigrams }: ScanTools,
    visitor: TokenVisitor,
  ) {
    this.#source = source;
    this.#forms = forms;
    this.#compounds = compounds;
    this.#levelCharacters = levelCharacters;
    this.#levelled = levelCharacters(source.text);
    this.#withBigrams = withBigrams;
    this.#visitor = visitor;
  }

  skip(start: number): number {
    const { skipper } = this.#source;
    if (skipper === null) return start;
    const next = skipper.skip(start, this.#visitor.filter);
    if (next > start) {
      this.#endIfCompound();
      this.#position += skipper.skippedWords;
    }
    return next;
  }

  word(start: number, end: number): void {
    const chain = this.#chain;
    if (chain.words > 0 && areJoined(this.#source.units, chain.end, start)) {
      chain.isAddress ||= start - chain.end > 1;
      chain.end = end;
      chain.words++;
    } else {
      this.#endIfCompound();
      this.#beginChain(start, end);
    }
    this.#visitWord(start, end);
  }

  unspacedRun(start: number, end: number): void {
    const words: (TextRange & { position: number })[] = [];
    for (const word of segmentRun(this.#levelled, { start, end })) {
      const position = this.#position;
      this.#visitWord(word.start, word.end);
      if (this.#withBigrams && this.#position > position) words.push({ ...word, position });
    }
    if (words.length > 0) this.#visitBigrams({ start, end }, words);
  }

  endChain(): void {
    const { start, end, words, position } = this.#chain;
    this.#chain.words = 0;
    if (words === 0) return;
    const whole = words > 1 ? end : endOfSignedName(this.#source.units, start, end);
    if (words === 1 && whole === end) return;
    const compounds = this.#compounds;
    // The term of an address begins after its `https://` or `www.`; all others begin as they are written.
    if (!this.#chain.isAddress && !isHostName(this.#source.units, start) && this.#isRuledOut(start)) return;
    const slot = this.#find(compounds, start, whole);
    if (!compounds.hasTerm(slot) || !compounds.passes(slot, this.#visitor.filter)) return;
    const { term, bare, stem } = compounds.formsAt(slot);
    this.#visitor.visit({ term, bare, stem, start, end: whole, position, kind: 'compound' });
  }

  /** A chain of one word is no compound, unless the word is a single letter: C++, C#. */
  #endIfCompound(): void {
    const { words, start, end } = this.#chain;
    if (words > 1 || end - start === 1) this.endChain();
  }

  #beginChain(start: number, end: number): void {
    const chain = this.#chain;
    chain.start = start;
    chain.end = end;
    chain.words = 1;
    chain.position = this.#position;
    chain.isAddress = false;
  }

  #visitWord(start: number, end: number): void {
    const forms = this.#forms;
    const token = this.#token;
    if (this.#isRuledOut(start)) {
      this.#position++;
      return;
    }
    const slot = this.#find(forms, start, end);
    if (!forms.hasTerm(slot)) return;
    const position = this.#position++;
    if (!forms.passes(slot, this.#visitor.filter)) return;
    const { term, bare, stem, elided } = forms.formsAt(slot);
    token.term = term;
    token.bare = bare;
    token.stem = stem;
    token.start = start + elided;
    token.end = end;
    token.position = position;
    this.#visitor.visit(token);
  }

  /** Whether the filter rules out every word that begins here. Of words of one or two letters it rules out only those before a blank. */
  #isRuledOut(start: number): boolean {
    return !this.#visitor.filter.letsBeginning(this.#source.units, start);
  }

  #visitBigrams(run: TextRange, words: readonly (TextRange & { position: number })[]): void {
    const text = this.#levelled;
    let i = 0;
    for (const { start, end } of bigramsOf(text, run)) {
      while (i + 1 < words.length && words[i + 1].start <= start) i++;
      const word = words[i];
      if (word.start === start && word.end === end) continue;
      const term = this.#levelCharacters(text.slice(start, end).normalize('NFKC'));
      this.#visitor.visit({ term, bare: term, stem: term, start, end, position: word.position, kind: 'bigram' });
    }
  }

  #find(forms: FormCache, start: number, end: number): number {
    this.#range.start = start;
    this.#range.end = end;
    return forms.slotOf(this.#source.units, this.#range);
  }
}
