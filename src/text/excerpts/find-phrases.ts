import type { PhraseForms } from '../../domain/search/word-query.js';
import type { Token } from '../analysis/scan-tokens.js';
import type { TextRange } from '../text-range.js';

/** A word or pair of characters of a text that stands in one of the phrases. */
export type PhraseToken = Pick<Token, 'term' | 'start' | 'end' | 'position' | 'kind'>;

/** Where a text has any of the phrases. The tokens are those of the text that stand in them, in the order of the text. */
export function findPhrases(phrases: readonly PhraseForms[], tokens: readonly PhraseToken[]): TextRange[] {
  if (tokens.length === 0) return [];
  const words = new Places(tokens.filter(({ kind }) => kind === 'word').map((token) => [token.position, token]));
  const pairs = new Places(tokens.map((token) => [token.start, token]));
  const following: Record<PhraseForms['of'], Following> = {
    words: ({ position }, term) => words.find(term, position + 1, position + 1),
    // A character has one or two units.
    pairs: ({ start, end }, term) => pairs.find(term, start + 1, end - 1),
  };
  return phrases.flatMap(({ terms, of }) =>
    tokens.flatMap((first) => {
      if (first.term !== terms[0] || (of === 'words' && first.kind !== 'word')) return [];
      const last = lastOf(terms, first, following[of]);
      return last === undefined ? [] : [{ start: first.start, end: last.end }];
    }),
  );
}

/** The token with a term that follows another token as in a phrase. */
type Following = (token: PhraseToken, term: string) => PhraseToken | undefined;

/** The token of the last term, if all terms follow the first one. */
function lastOf(terms: readonly string[], first: PhraseToken, following: Following): PhraseToken | undefined {
  let last: PhraseToken | undefined = first;
  for (let i = 1; i < terms.length && last !== undefined; i++) last = following(last, terms[i]);
  return last;
}

/** Tokens by their place and term: a word and a pair of characters can begin at the same place. */
class Places {
  readonly #tokens: ReadonlyMap<string, PhraseToken>;

  constructor(tokens: readonly (readonly [place: number, token: PhraseToken])[]) {
    this.#tokens = new Map(tokens.map(([place, token]) => [`${place} ${token.term}`, token]));
  }

  /** The token with the term at the first of the places, `from` to `to`, that has one. */
  find(term: string, from: number, to: number): PhraseToken | undefined {
    for (let place = from; place <= to; place++) {
      const token = this.#tokens.get(`${place} ${term}`);
      if (token !== undefined) return token;
    }
    return undefined;
  }
}
