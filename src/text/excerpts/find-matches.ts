import type { Language } from '../../domain/document/language.js';
import type { MatchedForms, WordForms } from '../../domain/search/word-query.js';
import { visitTokens } from '../analysis/analyze.js';
import { FormFilter } from '../analysis/form-filter.js';
import { profileOf } from '../analysis/language-profiles.js';
import type { Token } from '../analysis/scan-tokens.js';
import { bareForm } from '../analysis/word-forms.js';
import type { TextRange } from '../text-range.js';

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
  readonly #stems: ReadonlySet<string>;
  readonly #typos: ReadonlySet<string>;
  readonly #languages = new Map<Language, FormsOfLanguage>();
  readonly #inside: readonly string[];
  readonly #pieces: ReadonlySet<string>;

  readonly #wanted: MatchedForms;

  constructor(wanted: MatchedForms) {
    this.#wanted = wanted;
    this.#inside = wanted.words.flatMap(({ term, inside }) => (inside === true ? [term] : []));
    this.#pieces = new Set(wanted.words.flatMap(({ term, isPiece }) => (isPiece === true ? [term] : [])));
    this.#stems = new Set(wanted.words.map(({ stem }) => stem));
    this.#typos = new Set(wanted.typos.flatMap(({ terms }) => terms));
  }

  /**
   * The places of the query's words, in any form, in each text of a document. A typo of a word counts only if no text of
   * the document has the word itself: beside "tides", "sides" is another word.
   */
  find(texts: readonly string[], language: Language): TextRange[][] {
    const matches = texts.map((text) => this.#matchesIn(text, language));
    if (!matches.some((found) => found.some(({ isTypo }) => isTypo))) return matches;
    const typos = this.#typosOfMissing(matches.flat(), language);
    return matches.map((found) => found.filter(({ isTypo, term }) => !isTypo || typos.has(term)));
  }

  #matchesIn(text: string, language: Language): Match[] {
    const matches: Match[] = [];
    const { filter, bare: wanted } = this.#formsIn(language);
    const visit = ({ start, end, term, bare, stem, kind }: Readonly<Token>) => {
      const isWanted = wanted.has(bare) || (kind !== 'bigram' && this.#stems.has(stem));
      if (!isWanted && !this.#typos.has(term)) return;
      const isPiece = kind === 'bigram' && this.#pieces.has(term);
      matches.push({ start, end, term, bare, stem, isTypo: !isWanted, isPiece });
    };
    visitTokens(text, language, { filter, visit });
    for (const character of this.#inside) matches.push(...occurrencesOf(character, text));
    return this.#pieces.size === 0 ? matches : withoutLonePieces(matches);
  }

  #formsIn(language: Language): FormsOfLanguage {
    let forms = this.#languages.get(language);
    if (forms === undefined) {
      const bareOf = (term: string) => bareForm(term, language);
      const bare = new Set(this.#wanted.words.map(({ term }) => bareOf(term)));
      const looked = [...bare, ...this.#stems, ...[...this.#typos].map(bareOf)];
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
    const end = start + character.length;
    matches.push({ start, end, term: character, bare: character, stem: character, isTypo: false, isPiece: false });
  }
  return matches;
}
