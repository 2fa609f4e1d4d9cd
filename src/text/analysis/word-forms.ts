import { wholeCharacterEnd } from '../character-border.js';
import { withoutApostrophes } from './apostrophes.js';
import { isCode } from './code.js';
import type { LanguageProfile } from './language-profile.js';
import { normalizeWord } from './normalize-word.js';

export interface WordForms {
  term: string;
  stem: string;
  /** Units at the beginning of the written word that belong to an elided article. */
  elided: number;
}

/** Nobody searches for longer ones; they are encoded data more often than words. */
const LONGEST_TERM = 64;
/** No inflected word is longer, and some stemmers take quadratic time. */
const LONGEST_STEMMED = 48;
/** Beyond these the same words hardly come again, and memory is better spent otherwise (some 5 MB a language). */
const MOST_KEPT = 30_000;
const LONGEST_KEPT = 32;

/** The term and stem of words of one language. Words are repeated so often that most are looked up, not worked out. */
export class WordFormsOf {
  private readonly kept = new Map<string, WordForms>();

  constructor(private readonly profile: LanguageProfile) {}

  get(word: string): WordForms {
    const known = this.kept.get(word);
    if (known !== undefined) return known;
    if (word.length > LONGEST_KEPT) return this.workOut(word);
    if (this.kept.size >= MOST_KEPT) this.kept.clear();
    const own = ownCopy(word);
    const forms = this.workOut(own);
    this.kept.set(own, forms);
    return forms;
  }

  private workOut(written: string): WordForms {
    const { fold, stem, elision, lowerCase, bare } = this.profile;
    const whole = normalizeWord(written, lowerCase ?? toLowerCase);
    const elided = elision !== undefined && whole.length === written.length ? elision(whole) : 0;
    const word = (bare ?? withoutApostrophes)(whole.slice(elided));
    const term = cut(fold(word));
    if (stem === undefined || word.length > LONGEST_STEMMED || isCode(term)) return { term, stem: term, elided };
    return { term, stem: cut(fold(stem(word))) || term, elided };
  }
}

function toLowerCase(word: string): string {
  return word.toLowerCase();
}

function cut(term: string): string {
  return term.length <= LONGEST_TERM ? term : term.slice(0, wholeCharacterEnd(term, LONGEST_TERM));
}

/** A slice of a text keeps the whole text in memory, which the words we keep must not. */
function ownCopy(slice: string): string {
  return Buffer.from(slice, 'utf16le').toString('utf16le');
}
