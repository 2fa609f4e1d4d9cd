import type { LexicalQuery, QueryWord } from '../query/analyse-query.js';
import {
  COMMON_DOCUMENTS,
  FIELDS,
  idf,
  SHARE_TO_MATCH,
  saturationFor,
  stretchFor,
  TYPO_SHARE,
  TYPO_SHARE_OF_UNKNOWN,
  typoOnlyFactor,
  WORDS_TO_MATCH,
  type WordSaturation,
} from '../query/ranking.js';
import type { QueryTools, ScopedSegment } from '../query/text-scorer.js';
import { countBits } from '../segment/bitset.js';
import type { LexicalField } from './lexical-column.js';
import type { WeighedField } from './posting-list.js';
import type { SegmentWord, SegmentWords } from './segment-words.js';
import { WordLookUp } from './word-variants.js';

/** A segment with the words of the query's language in it. */
export interface SegmentPart extends ScopedSegment {
  words: SegmentWords;
}

export interface WeighedWord {
  term: string;
  /** What it finds in each part. */
  inParts: readonly SegmentWord[];
  /** The word's own weight times its idf. */
  weight: number;
  /** Whether documents in scope have the word (`known`), only words that look like it (`typos`), or neither. */
  found: 'known' | 'typos' | 'nowhere';
  /** Share of its weight that typos can earn; 0 where typos are not looked for. */
  typoShare: number;
}

/** The weights of a query. IDF is computed over the caller's tenants and language only. */
export interface WeighedQuery {
  fields: Record<LexicalField, Pick<WeighedField, 'weight' | 'byLength'>>;
  /** In descending order of weight. */
  words: readonly WeighedWord[];
  /** Total weight of all words: no document can score more. */
  best: number;
  /** Total weight that the words of a document must reach for it to match. */
  needed: number;
  /** Scales documents that have nothing but typos of words that others have right. */
  typoOnlyFactor: number;
  saturation: WordSaturation;
  /** See `stretched`. */
  stretch: number;
}

export function weighQuery(
  query: LexicalQuery,
  parts: readonly SegmentPart[],
  { unit, ...tools }: QueryTools & { unit: 'document' | 'passage' },
): WeighedQuery {
  const documents = sum(parts.map(({ scope }) => countBits(scope)));
  const words = query.words.map((word) => {
    tools.deadline.check();
    return weighWord({ word, lookUp: new WordLookUp(word, query.language) }, parts, documents);
  });
  words.sort((a, b) => b.weight - a.weight);
  const best = weightOf(words);
  const found = (how: WeighedWord['found']) => words.filter((word) => word.found === how);
  const known = found('known');
  // Words that no document has are not required. Neither are words that documents have only with a typo, or forgiving
  // typos would find less than not forgiving them.
  const required = (known.length > 0 ? known : found('typos')).slice(0, WORDS_TO_MATCH);
  const needed = Math.max(Number.MIN_VALUE, weightOf(required) * SHARE_TO_MATCH);
  const count = wordCount(query);
  const saturation = saturationFor(count);
  const commonest = Math.min(...known.map(({ weight }) => weight));
  return {
    fields: { title: fieldWeights('title'), content: fieldWeights('content') },
    words,
    best,
    needed,
    typoOnlyFactor: typoOnlyFactor(commonest / best, saturation),
    saturation,
    stretch: stretchFor(count),
  };

  function fieldWeights(field: LexicalField) {
    const { lexical } = tools;
    const isPassage = field === 'content' && unit === 'passage';
    const byLength = isPassage ? lexical.passageFactors : lexical.lengthFactors(field, parts, documents);
    return { weight: FIELDS[field].weight, byLength };
  }
}

/** Terms that only back up others count for less than a word, and repetitions for nothing. */
function wordCount({ words }: LexicalQuery): number {
  return sum(words.map(({ weight }) => Math.min(1, weight)));
}

function weighWord(
  { word, lookUp }: { word: QueryWord; lookUp: WordLookUp },
  parts: readonly SegmentPart[],
  documents: number,
): WeighedWord {
  const inParts = parts.map(({ words }) => words.find(lookUp));
  const known = sum(inParts.map((inPart, i) => inPart.countKnown(parts[i].scope)));
  const typos = known > 0 ? 0 : sum(inParts.map((inPart, i) => inPart.countTypos(parts[i].scope)));
  return {
    term: word.term,
    inParts,
    weight: word.weight * idf(documents, known || typos),
    found: known > 0 ? 'known' : typos > 0 ? 'typos' : 'nowhere',
    typoShare: known === 0 ? TYPO_SHARE_OF_UNKNOWN : known < COMMON_DOCUMENTS ? TYPO_SHARE : 0,
  };
}

export function weightOf(words: readonly WeighedWord[]): number {
  return sum(words.map(({ weight }) => weight));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
