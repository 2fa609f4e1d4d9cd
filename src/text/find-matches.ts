import type { Token } from './analysis/token.js';
import type { TextRange } from './text-range.js';

/** A word of a query, as texts are compared with it. */
interface WantedWord {
  term: string;
  stem: string;
}

/** What is looked for in a document. */
export interface WantedForms {
  words: readonly WantedWord[];
  /** Terms of the index that may stand for a word, misspelt here or there. */
  typos: readonly { term: string; word: string }[];
}

/**
 * Where the texts of a document, analysed, have any of the words, in any form. What looks like a typo of a word counts
 * only where none of them has the word itself: beside "tides", "sides" is another word.
 */
export function findMatches(texts: readonly (readonly Token[])[], wanted: WantedForms): TextRange[][] {
  const terms = new Set(wanted.words.map(({ term }) => term));
  const stems = new Set(wanted.words.map(({ stem }) => stem));
  const isWanted = ({ term, stem, kind }: Token) => terms.has(term) || (kind === 'word' && stems.has(stem));
  const found = texts.map((tokens) => tokens.filter(isWanted));
  const typos = typosOfMissing(wanted, found.flat());
  return texts.map((tokens, i) =>
    (typos.size === 0 ? found[i] : tokens.filter((token) => isWanted(token) || typos.has(token.term))).map(
      ({ start, end }) => ({ start, end }),
    ),
  );
}

function typosOfMissing({ words, typos }: WantedForms, found: readonly Token[]): Set<string> {
  const terms = new Set(found.map(({ term }) => term));
  const stems = new Set(found.map(({ stem }) => stem));
  const present = words.filter(({ term, stem }) => terms.has(term) || stems.has(stem));
  const presentTerms = new Set(present.map(({ term }) => term));
  return new Set(typos.filter(({ word }) => !presentTerms.has(word)).map(({ term }) => term));
}
