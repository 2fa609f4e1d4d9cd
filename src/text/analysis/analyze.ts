import type { Language } from '../../domain/document/language.js';
import { compoundForms } from './compounds.js';
import { foldNothing } from './folding.js';
import { FormCache } from './form-cache.js';
import { FormFilter } from './form-filter.js';
import { profileOf } from './language-profiles.js';
import { type ScanTools, scanTokens, type Token, type TokenVisitor } from './scan-tokens.js';
import { wordForms } from './word-forms.js';

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

/** Analyses texts of all languages and holds the caches for that: at most 7 MB for each language that it has met. */
class TextAnalyzer {
  readonly #units = new TextUnits();
  readonly #compounds = new FormCache(compoundForms);
  readonly #toolsByLanguage = new Map<Language, ScanTools>();

  visitTokens(text: string, language: Language, visitor: TokenVisitor): void {
    const tools = this.#toolsFor(language);
    this.#units.lend(text, (units) => scanTokens({ text, units }, tools, visitor));
  }

  #toolsFor(language: Language): ScanTools {
    let tools = this.#toolsByLanguage.get(language);
    if (tools === undefined) {
      const profile = profileOf(language);
      const forms = new FormCache((word) => wordForms(word, profile));
      tools = {
        forms,
        compounds: this.#compounds,
        levelCharacters: profile.levelCharacters ?? foldNothing,
        withBigrams: profile.bigrams === true,
      };
      this.#toolsByLanguage.set(language, tools);
    }
    return tools;
  }
}

/** Most texts are shorter. Longer ones get memory of their own. */
const USUAL_LENGTH = 32_768;

interface Room {
  units: Uint16Array;
  /** A view of the same memory. */
  bytes: Buffer;
}

/**
 * Lends the UTF-16 units of a text as an array, in memory that is used again. Reading an array is several times as fast as
 * `charCodeAt`, which checks each time how the string is stored.
 */
class TextUnits {
  /** Null while it is lent: a visitor may itself analyse another text. */
  #usualRoom: Room | null = roomFor(USUAL_LENGTH);

  /** The units are valid until `use` returns. */
  lend(text: string, use: (units: Uint16Array) => void): void {
    const room = this.#usualRoom;
    if (room === null || text.length > USUAL_LENGTH) {
      use(fill(roomFor(text.length), text));
      return;
    }
    this.#usualRoom = null;
    try {
      use(fill(room, text));
    } finally {
      this.#usualRoom = room;
    }
  }
}

function roomFor(length: number): Room {
  const bytes = Buffer.from(new ArrayBuffer(2 * length));
  return { units: new Uint16Array(bytes.buffer), bytes };
}

function fill({ units, bytes }: Room, text: string): Uint16Array {
  bytes.write(text, 'utf16le');
  return units.subarray(0, text.length);
}

/** One analyzer per thread, since every thread loads this module for itself. Its caches never change a result. */
const ofThisThread = new TextAnalyzer();
