import { Recent } from '../recent.js';
import type { Segment } from '../segment.js';
import { Favourites } from './favourites.js';
import { LEXICAL_FIELDS, type LexicalColumn, type LexicalField, type TextField } from './lexical-column.js';
import { PostingList, type WeighedField } from './posting-list.js';
import { SegmentWord } from './segment-word.js';
import type { LengthFactors } from './text-lengths.js';
import type { Vocabulary } from './vocabulary.js';
import type { Variant, WordLookUp } from './word-variants.js';
import { type WorthList, worthList } from './worth-list.js';

/** A few hundred bytes each, gone with their segment. */
const WORDS_REMEMBERED = 3000;
/**
 * Of the words that are asked for most it is remembered what they count for: so many entries for each document of the segment,
 * six bytes each. Nearly all postings that queries go through are of a few hundred words.
 */
const WORTHS_REMEMBERED = 16;
const FIELD_WEIGHTS: Record<LexicalField, number> = { title: 3, content: 1 };

/** The words of one language in one segment. Those last asked for are remembered, with what they find. */
export class SegmentWords {
  readonly fields: readonly TextField[];
  readonly documents: number;
  readonly vocabulary: Vocabulary | null;
  private readonly remembered = new Recent<SegmentWord>(WORDS_REMEMBERED);
  private readonly favourites: Favourites<WorthList>;

  constructor(segment: Segment, language: string) {
    this.documents = segment.documents;
    this.favourites = new Favourites(WORTHS_REMEMBERED * segment.documents);
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

  /** The fields as texts of their lengths count. */
  weighedFields({ byLength }: LengthFactors): WeighedField[] {
    return this.fields.map(({ field, column, lengths }) => ({
      ...{ field, column, lengths, weight: FIELD_WEIGHTS[field], byLength: byLength[field] },
    }));
  }

  /** What a word and its other forms count for in such fields. Null where that is to be counted. */
  worths({ key, known }: SegmentWord, fields: readonly WeighedField[], version: string): WorthList | null {
    return this.favourites.get(key, {
      size: () => postingLists(fields, known).reduce((sum, { posting, last }) => sum + last - posting + 1, 0),
      version,
      make: () => worthList(postingLists(fields, known), this.documents),
    });
  }
}

/** Where the terms stand in any of the fields. */
export function postingLists(fields: readonly WeighedField[], variants: readonly Variant[]): PostingList[] {
  const lists: PostingList[] = [];
  for (const field of fields) {
    const { postings } = field.column;
    for (const variant of variants) {
      // Many terms are in one of the fields alone.
      if (postings[variant.term] < postings[variant.term + 1]) lists.push(new PostingList(field, variant));
    }
  }
  return lists;
}

const wordsOfSegments = new WeakMap<Segment, Map<string, SegmentWords>>();

export function segmentWords(segment: Segment, language: string): SegmentWords {
  const languages = wordsOfSegments.get(segment) ?? new Map<string, SegmentWords>();
  wordsOfSegments.set(segment, languages);
  const words = languages.get(language) ?? new SegmentWords(segment, language);
  languages.set(language, words);
  return words;
}
