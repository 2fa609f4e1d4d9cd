import type { Language } from '../../domain/document/language.js';
import type { TextRange } from '../text-range.js';
import { areJoined, compoundStem, compoundTerm, endOfSignedName, isHostName } from './compounds.js';
import type { FormFilter } from './form-filter.js';
import { profileOf } from './profiles.js';
import { RememberedForms } from './remembered-forms.js';
import { scanWords, type WordVisitor } from './scan-words.js';
import { bigramsOf, segmentRun } from './segment-run.js';
import { withUnits } from './text-units.js';
import type { Token } from './token.js';
import { wordForms } from './word-forms.js';

interface TokenVisitor {
  /** What it lets through is visited, and perhaps some that it does not. */
  filter: FormFilter;
  /** The token holds until the next visit. */
  visit(token: Readonly<Token>): void;
}

const formsByLanguage = new Map<Language, RememberedForms>();

/** A compound's term is that in all languages; where it has none, its parts say it all. */
const compounds = new RememberedForms((written) => {
  const term = compoundTerm(written) ?? '';
  return { term, bare: term, stem: compoundStem(term), elided: 0 };
});

function formsOf(language: Language): RememberedForms {
  let forms = formsByLanguage.get(language);
  if (forms === undefined) {
    const profile = profileOf(language);
    forms = new RememberedForms((word) => wordForms(word, profile));
    formsByLanguage.set(language, forms);
  }
  return forms;
}

/**
 * Visits the words of a text as they are indexed and looked for. Words come in order; a compound follows its parts and
 * bigrams follow the run of characters they are from. Whoever looks for a few words in a long text pays next to nothing
 * for the others: no object and no string is made for them.
 */
export function scanTokens(text: string, language: Language, visitor: TokenVisitor): void {
  withUnits(text, (units) => {
    const scan = new TokenScan({ text, units }, language, visitor);
    scanWords(units, scan);
    scan.endChain();
  });
}

class TokenScan implements WordVisitor {
  readonly #forms: RememberedForms;
  readonly #withBigrams: boolean;
  /** What is looked up. */
  readonly #range: TextRange = { start: 0, end: 0 };
  /** What is visited, where it is a word. */
  readonly #token: Token = { term: '', bare: '', stem: '', start: 0, end: 0, position: 0, kind: 'word' };
  #position = 0;
  /** Words written as one so far: `ab-1234/x`. */
  readonly #chain = { start: -1, end: -1, words: 0, position: 0, isAddress: false };

  readonly #source: { text: string; units: Uint16Array };
  readonly #visitor: TokenVisitor;

  constructor(source: { text: string; units: Uint16Array }, language: Language, visitor: TokenVisitor) {
    this.#source = source;
    this.#visitor = visitor;
    this.#forms = formsOf(language);
    this.#withBigrams = profileOf(language).bigrams === true;
  }

  passesOver(start: number): boolean {
    if (!this.#isRuledOut(start)) return false;
    this.#endIfCompound();
    this.#position++;
    return true;
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
    for (const word of segmentRun(this.#source.text, { start, end })) {
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
    // The term of an address begins after its `https://` or `www.`, all others begin as they are written.
    if (!this.#chain.isAddress && !isHostName(this.#source.units, start) && this.#isRuledOut(start)) return;
    const slot = this.#find(compounds, start, whole);
    if (!compounds.hasTerm(slot) || !compounds.passes(slot, this.#visitor.filter)) return;
    const { term, stem } = compounds.formsAt(slot);
    this.#visitor.visit({ term, bare: term, stem, start, end: whole, position, kind: 'compound' });
  }

  /** A chain of one word is nothing but the word, unless it is a single letter. */
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

  /** A word of one letter has no letter behind it, so the unit there is a part of the word or says that it ends. */
  #isRuledOut(start: number): boolean {
    const { units } = this.#source;
    return !this.#visitor.filter.letsBeginning(units[start], units[start + 1]);
  }

  #visitBigrams(run: TextRange, words: readonly (TextRange & { position: number })[]): void {
    const { text } = this.#source;
    let i = 0;
    for (const { start, end } of bigramsOf(text, run)) {
      while (i + 1 < words.length && words[i + 1].start <= start) i++;
      const word = words[i];
      if (word.start === start && word.end === end) continue;
      const term = text.slice(start, end).normalize('NFKC');
      this.#visitor.visit({ term, bare: term, stem: term, start, end, position: word.position, kind: 'bigram' });
    }
  }

  #find(forms: RememberedForms, start: number, end: number): number {
    this.#range.start = start;
    this.#range.end = end;
    return forms.slotOf(this.#source.units, this.#range);
  }
}
