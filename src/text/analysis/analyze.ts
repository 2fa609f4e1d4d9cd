import type { Language } from '../../domain/document/language.js';
import { compoundForms } from './compounds.js';
import { foldNothing } from './folding.js';
import { FormCache } from './form-cache.js';
import { FormFilter } from './form-filter.js';
import { profileOf } from './language-profiles.js';
import { type ScanTools, scanTokens, type Token, type TokenVisitor } from './scan-tokens.js';
import { wordForms } from './word-forms.js';
import { WordSkipper } from './word-skipper.js';

/** The tokens of a text, as they are indexed and looked for, in the order of `scanTokens`. */
export function analyze(text: string, language: Language): Token[] {
  const tokens: Token[] = [];
  const visit = ({ term, bare, stem, start, end, position, kind }: Readonly<Token>) => {
    tokens.push({ term, bare, stem, start, end, position, kind });
  };
  visitTokens(text, language, { filter: FormFilter.all, visit });
  return tokens;
}

/** Visits the tokens of a text without making an object for each: for a caller that looks for a few words in a long text. */
export function visitTokens(text: string, language: Language, visitor: TokenVisitor): void {
  ofThisThread.visitTokens(text, language, visitor);
}

/** Few words of a text are compounds. */
const SLOTS_FOR_COMPOUNDS = 4096;

/** Analyses texts of all languages and holds the caches for that: at most 8 MB for each language that it has met. */
class TextAnalyzer {
  readonly #units = new TextUnits();
  readonly #toolsByLanguage = new Map<Language, ScanTools>();

  visitTokens(text: string, language: Language, visitor: TokenVisitor): void {
    const tools = this.#toolsFor(language);
    this.#units.lend(text, (units, skipper) => scanTokens({ text, units, skipper }, tools, visitor));
  }

  #toolsFor(language: Language): ScanTools {
    let tools = this.#toolsByLanguage.get(language);
    if (tools === undefined) {
      const profile = profileOf(language);
      const formsOfWord = (word: string) => wordForms(word, profile);
      const forms = new FormCache(formsOfWord);
      tools = {
        forms,
        compounds: new FormCache((compound) => compoundForms(compound, formsOfWord), SLOTS_FOR_COMPOUNDS),
        levelCharacters: profile.levelCharacters ?? foldNothing,
        withBigrams: profile.bigrams === true,
      };
      this.#toolsByLanguage.set(language, tools);
    }
    return tools;
  }
}

/**
 * Lends the UTF-16 units of a text as an array, in memory that is used again. Reading an array is several times as fast as
 * `charCodeAt`, which checks each time how the string is stored.
 */
class TextUnits {
  /** Made for the first text. */
  #skipper: WordSkipper | null = null;
  /** A visitor may itself analyse another text. */
  #isLent = false;

  /** The units are valid until `use` returns. Long texts get memory of their own, without a skipper. */
  lend(text: string, use: (units: Uint16Array, skipper: WordSkipper | null) => void): void {
    this.#skipper ??= new WordSkipper();
    const skipper = this.#skipper;
    if (this.#isLent || text.length > skipper.longest) {
      use(unitsOf(text), null);
      return;
    }
    this.#isLent = true;
    try {
      use(skipper.take(text), skipper);
    } finally {
      this.#isLent = false;
    }
  }
}

function unitsOf(text: string): Uint16Array {
  const bytes = Buffer.from(new ArrayBuffer(2 * text.length));
  bytes.write(text, 'utf16le');
  return new Uint16Array(bytes.buffer);
}

/** One analyzer per thread, since every thread loads this module for itself. Its caches never change a result. */
const ofThisThread = new TextAnalyzer();
