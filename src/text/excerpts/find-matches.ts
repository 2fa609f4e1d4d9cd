import type { Language } from '../../domain/document/language.js';
import type { MatchedForms, WordForms } from '../../domain/search/word-query.js';
import { visitTokens } from '../analysis/analyze.js';
import { FormFilter } from '../analysis/form-filter.js';
import { profileOf } from '../analysis/language-profiles.js';
import type { Token } from '../analysis/scan-tokens.js';
import { isStopWord } from '../analysis/stop-words.js';
import { bareForm } from '../analysis/word-forms.js';
import type { TextRange } from '../text-range.js';
import { findPhrases, type PhraseToken } from './find-phrases.js';

interface Match extends TextRange {
  term: string;
  bare: string;
  stem: string;
  isTypo: boolean;
  /** Two characters of a longer katakana word: see `WordForms.isPiece`. */
  isPiece: boolean;
}

/** What to look for in documents of one language. */
interface FormsOfLanguage {
  bare: ReadonlySet<string>;
  filter: FormFilter;
}

/** Finds the words of one query in any number of documents. */
export class MatchFinder {
  readonly #terms: ReadonlySet<string>;
  readonly #stems: ReadonlySet<string>;
  readonly #typos: ReadonlySet<string>;
  readonly #languages = new Map<Language, FormsOfLanguage>();
  readonly #inside: readonly string[];
  readonly #pieces: ReadonlySet<string>;
  /** The terms that phrases are made of. */
  readonly #phraseTerms: ReadonlySet<string>;

  readonly #wanted: MatchedForms;

  constructor(wanted: MatchedForms) {
    this.#wanted = wanted;
    this.#inside = wanted.words.flatMap(({ term, inside }) => (inside === true ? [term] : []));
    this.#pieces = new Set(wanted.words.flatMap(({ term, isPiece }) => (isPiece === true ? [term] : [])));
    this.#phraseTerms = new Set(wanted.phrases.flatMap(({ terms }) => terms));
    this.#terms = new Set(wanted.words.map(({ term }) => term));
    this.#stems = new Set(wanted.words.map(({ stem }) => stem));
    this.#typos = new Set(wanted.typos.flatMap(({ terms }) => terms));
  }

  /**
   * The places of the query's words, in any form, in each text of a document. A typo of a word counts only if no text of
   * the document has the word itself: beside "tides", "sides" is another word. A stop word counts only as the query has
   * it: "willing" is not marked as "will". Phrases are found as a whole.
   */
  find(texts: readonly string[], language: Language): TextRange[][] {
    const matches = texts.map((text) => this.#matchesIn(text, language));
    if (!matches.some((found) => found.some(({ isTypo }) => isTypo))) return matches;
    const typos = this.#typosOfMissing(matches.flat(), language);
    return matches.map((found) => found.filter(({ isTypo, term }) => !isTypo || typos.has(term)));
  }

  #matchesIn(text: string, language: Language): Match[] {
    const matches: Match[] = [];
    const inPhrases: PhraseToken[] = [];
    const { filter, bare: wanted } = this.#formsIn(language);
    const visit = ({ start, end, term, bare, stem, position, kind }: Readonly<Token>) => {
      if (this.#phraseTerms.has(term)) inPhrases.push({ term, start, end, position, kind });
      const isWanted = wanted.has(bare) || (kind !== 'bigram' && this.#stems.has(stem));
      if (!isWanted && !this.#typos.has(term)) return;
      if (!this.#terms.has(term) && isStopWord(term, language)) return;
      const isPiece = kind === 'bigram' && this.#pieces.has(term);
      matches.push({ start, end, term, bare, stem, isTypo: !isWanted, isPiece });
    };
    visitTokens(text, language, { filter, visit });
    const levelled = profileOf(language).levelCharacters?.(text) ?? text;
    for (const character of this.#inside) matches.push(...occurrencesOf(character, levelled));
    const words = this.#pieces.size === 0 ? matches : withoutLonePieces(matches);
    const phrases = findPhrases(this.#wanted.phrases, inPhrases).map(({ start, end }) => matchAt(start, end));
    return phrases.length === 0 ? words : [...words, ...phrases].sort((a, b) => a.start - b.start);
  }

  #formsIn(language: Language): FormsOfLanguage {
    let forms = this.#languages.get(language);
    if (forms === undefined) {
      const bareOf = (term: string) => bareForm(term, language);
      const bare = new Set(this.#wanted.words.map(({ term }) => bareOf(term)));
      const looked = [...bare, ...this.#stems, ...[...this.#typos, ...this.#phraseTerms].map(bareOf)];
      forms = { bare, filter: new FormFilter(looked, profileOf(language).beginnings) };
      this.#languages.set(language, forms);
    }
    return forms;
  }

  #typosOfMissing(matches: readonly Match[], language: Language): Set<string> {
    const found = matches.filter(({ isTypo }) => !isTypo);
    const forms = new Set(found.map(({ bare }) => bare));
    const stems = new Set(found.map(({ stem }) => stem));
    const isPresent = ({ term, stem }: WordForms) => forms.has(bareForm(term, language)) || stems.has(stem);
    const presentTerms = new Set(this.#wanted.words.filter(isPresent).map(({ term }) => term));
    return new Set(this.#wanted.typos.filter(({ word }) => !presentTerms.has(word)).flatMap(({ terms }) => terms));
  }
}

/** Keeps pieces that overlap another piece. Two characters in common are chance; three in a row (two pieces) are not. */
function withoutLonePieces(matches: readonly Match[]): Match[] {
  const starts = new Set(matches.filter(({ isPiece }) => isPiece).map(({ start }) => start));
  const ends = new Set(matches.filter(({ isPiece }) => isPiece).map(({ end }) => end));
  const isInRow = ({ start, end }: Match) => starts.has(end - 1) || ends.has(start + 1);
  return matches.filter((match) => !match.isPiece || isInRow(match));
}

function occurrencesOf(character: string, text: string): Match[] {
  const matches: Match[] = [];
  for (let start = text.indexOf(character); start >= 0; start = text.indexOf(character, start + 1)) {
    matches.push(matchAt(start, start + character.length, character));
  }
  return matches;
}

function matchAt(start: number, end: number, term = ''): Match {
  return { start, end, term, bare: term, stem: term, isTypo: false, isPiece: false };
}
