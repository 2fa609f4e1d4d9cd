import type { Language } from '../../domain/document/language.js';
import type { QueryPart, WordQuery } from '../../domain/search/word-query.js';
import { parseParts, type QueryWord } from '../../text/query/query.js';

/** Where a term of an analysed query comes from. */
export interface WordOrigin {
  term: string;
  /** As it is written in the query. */
  text: string;
  /** Whether it stands beside words that it overlaps: words that signs join, or neighbouring characters. */
  isCompound: boolean;
}

/** By term. */
export type WordOrigins = ReadonlyMap<string, WordOrigin>;

/** The words of a query as they were written, for explanations. */
export function wordOrigins({ parts, language }: Pick<WordQuery, 'parts' | 'language'>): WordOrigins {
  const origins = new Map<string, WordOrigin>();
  for (const part of parts) {
    for (const word of wordsOf(part, language)) {
      const known = origins.get(word.term);
      // A term that is also a word by itself is explained as such.
      if (known === undefined || (known.isCompound && word.kind === 'word'))
        origins.set(word.term, originOf(word, part));
    }
  }
  return origins;
}

function wordsOf(part: QueryPart, language: Language): QueryWord[] {
  const { words, phrases } = parseParts([part], language);
  return [...words, ...phrases.flatMap((phrase) => [...phrase.words, ...phrase.pairs])];
}

function originOf({ term, kind, start, end }: QueryWord, part: QueryPart): WordOrigin {
  return { term, text: part.text.slice(start - part.start, end - part.start), isCompound: kind !== 'word' };
}
