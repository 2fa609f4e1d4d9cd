import { Recent } from '../recent.js';
import type { Segment } from '../segment.js';
import { Favourites } from './favourites.js';
import { LEXICAL_FIELDS, type LexicalColumn, type LexicalField, type TextField } from './lexical-column.js';
import { PostingList } from './posting-list.js';
import { SegmentWord } from './segment-word.js';
import { type AverageLengths, lengthFactors } from './text-lengths.js';
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

  /** What a word and its other forms count for, where texts have so many words on average. Null where that is to be counted. */
  worths({ key, known }: SegmentWord, average: AverageLengths): WorthList | null {
    return this.favourites.get(key, {
      size: this.sizeOf(known),
      version: `${average.title} ${average.content}`,
      make: () => worthList(this.postingLists(known, average), this.documents),
    });
  }

  private sizeOf(variants: readonly Variant[]): number {
    let size = 0;
    for (const { column } of this.fields) {
      for (const { term } of variants) size += column.postings[term + 1] - column.postings[term];
    }
    return size;
  }

  postingLists(variants: readonly Variant[], average: AverageLengths): PostingList[] {
    const lists: PostingList[] = [];
    for (const field of this.fields) {
      const { postings } = field.column;
      const weighed = {
        ...field,
        weight: FIELD_WEIGHTS[field.field],
        byLength: lengthFactors(field.field, average[field.field]),
      };
      for (const variant of variants) {
        // Many terms are in one of the fields alone.
        if (postings[variant.term] < postings[variant.term + 1]) lists.push(new PostingList(weighed, variant));
      }
    }
    return lists;
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
