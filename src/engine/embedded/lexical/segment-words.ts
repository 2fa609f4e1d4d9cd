import { LruCache } from '../query/lru-cache.js';
import type { Segment } from '../segment/segment.js';
import { LEXICAL_FIELDS, type LexicalColumn, type TextField } from './lexical-column.js';
import { SegmentWord } from './segment-word.js';
import type { Vocabulary } from './vocabulary.js';
import type { WordLookUp } from './word-variants.js';

/** A few hundred bytes each, gone with their segment. */
const WORDS_REMEMBERED = 3000;

/** The words of one language in one segment. Those last asked for are remembered, with what they find. */
export class SegmentWords {
  readonly fields: readonly TextField[];
  readonly documents: number;
  readonly vocabulary: Vocabulary | null;
  private readonly remembered = new LruCache<SegmentWord>(WORDS_REMEMBERED);

  constructor(segment: Segment, language: string) {
    this.documents = segment.documents;
    this.vocabulary = segment.vocabulary(language);
    this.fields = LEXICAL_FIELDS.flatMap((field) => {
      const column = segment.lexical(field, language);
      const lengths = segment.lengths(field);
      return column === null || lengths === null ? [] : [{ field, column, lengths }];
    });
  }

  get columns(): LexicalColumn[] {
    return this.fields.map(({ column }) => column);
  }

  find(word: WordLookUp): SegmentWord {
    return this.remembered.get(word.key, () => new SegmentWord(this, word));
  }
}

const wordsOfSegments = new WeakMap<Segment, Map<string, SegmentWords>>();

export function segmentWords(segment: Segment, language: string): SegmentWords {
  const languages = wordsOfSegments.get(segment) ?? new Map<string, SegmentWords>();
  wordsOfSegments.set(segment, languages);
  const words = languages.get(language) ?? new SegmentWords(segment, language);
  languages.set(language, words);
  return words;
}
