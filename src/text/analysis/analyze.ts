import type { Language } from '../../domain/language.js';
import { areJoined, compoundTerm, endOfSignedName } from './compounds.js';
import { profileOf } from './profiles.js';
import { scanWords, type WordVisitor } from './scan-words.js';
import { bigramsOf, segmentRun } from './segment-run.js';
import type { Token } from './token.js';
import { WordFormsOf } from './word-forms.js';

const wordForms = new Map<Language, WordFormsOf>();

function wordFormsOf(language: Language): WordFormsOf {
  let forms = wordForms.get(language);
  if (forms === undefined) {
    forms = new WordFormsOf(profileOf(language));
    wordForms.set(language, forms);
  }
  return forms;
}

/**
 * The words of a text as they are indexed and looked for. Words come in order; a compound follows its parts and
 * bigrams follow the run of characters they are from.
 */
export function analyze(text: string, language: Language): Token[] {
  const analysis = new Analysis(text, language);
  scanWords(text, analysis);
  analysis.endChain();
  return analysis.tokens;
}

class Analysis implements WordVisitor {
  readonly tokens: Token[] = [];
  private readonly forms: WordFormsOf;
  private readonly withBigrams: boolean;
  private position = 0;
  /** Words written as one so far: `ab-1234/x`. */
  private chain = { start: -1, end: -1, words: 0, position: 0 };

  constructor(
    private readonly text: string,
    language: Language,
  ) {
    this.forms = wordFormsOf(language);
    this.withBigrams = profileOf(language).bigrams === true;
  }

  word(start: number, end: number): void {
    const { chain } = this;
    if (chain.words > 0 && areJoined(this.text, chain.end, start)) {
      chain.end = end;
      chain.words++;
    } else {
      this.endChain();
      this.chain = { start, end, words: 1, position: this.position };
    }
    this.addWord(start, end);
  }

  unspacedRun(start: number, end: number): void {
    const first = this.tokens.length;
    for (const word of segmentRun(this.text, { start, end })) this.addWord(word.start, word.end);
    if (this.withBigrams) this.addBigrams(start, end, first);
  }

  endChain(): void {
    const { start, end, words, position } = this.chain;
    this.chain.words = 0;
    if (words === 0) return;
    const whole = words > 1 ? end : endOfSignedName(this.text, start, end);
    if (words === 1 && whole === end) return;
    const term = compoundTerm(this.text.slice(start, whole));
    if (term !== undefined) this.tokens.push({ term, stem: term, start, end: whole, position, kind: 'compound' });
  }

  private addWord(start: number, end: number): void {
    const { term, stem, elided } = this.forms.get(this.text.slice(start, end));
    if (term === '') return;
    this.tokens.push({ term, stem, start: start + elided, end, position: this.position++, kind: 'word' });
  }

  /** `first` is the index of the run's first word among the tokens. */
  private addBigrams(runStart: number, runEnd: number, first: number): void {
    const words = this.tokens.slice(first);
    let i = 0;
    for (const { start, end } of bigramsOf(this.text, { start: runStart, end: runEnd })) {
      while (i + 1 < words.length && words[i + 1].start <= start) i++;
      const word = words[i];
      if (word === undefined || (word.start === start && word.end === end)) continue;
      const { term } = this.forms.get(this.text.slice(start, end));
      this.tokens.push({ term, stem: term, start, end, position: word.position, kind: 'bigram' });
    }
  }
}
