import type { LexicalField } from '../../document/analysed-text.js';
import type { LexicalQuery, QueryWord } from '../../query/analyse-query.js';
import { FIELDS } from '../../ranking/ranking.js';
import { type QueryWeights, type WordWeight, weighQuery, weighWord } from '../../ranking/weigh-words.js';
import type { QueryTools, ScopedSegment } from '../query/text-scorer.js';
import { countBits } from '../segment/bitset.js';
import type { WeighedField } from './posting-list.js';
import type { SegmentWord, SegmentWords } from './segment-words.js';
import { WordLookUp } from './word-variants.js';

/** A segment with the words of the query's language in it. */
export interface SegmentPart extends ScopedSegment {
  words: SegmentWords;
}

export interface WeighedWord extends WordWeight {
  /** What it finds in each part. */
  inParts: readonly SegmentWord[];
}

export interface WeighedQuery extends QueryWeights<WeighedWord> {
  fields: Record<LexicalField, Pick<WeighedField, 'weight' | 'byLength'>>;
}

/** Looks the words of a query up in all segments, and weighs them by the documents in scope that have them. */
export function weighInSegments(
  query: LexicalQuery,
  parts: readonly SegmentPart[],
  { unit, ...tools }: QueryTools & { unit: 'document' | 'passage' },
): WeighedQuery {
  const documents = sum(parts.map(({ scope }) => countBits(scope)));
  const words = query.words.map((word) => {
    tools.deadline.check();
    return lookUp({ word, look: new WordLookUp(word, query.language) }, parts, documents);
  });
  return { ...weighQuery(query, words), fields: { title: fieldWeights('title'), content: fieldWeights('content') } };

  function fieldWeights(field: LexicalField) {
    const { lexical } = tools;
    const isPassage = field === 'content' && unit === 'passage';
    const byLength = isPassage ? lexical.passageFactors : lexical.lengthFactors(field, parts, documents);
    return { weight: FIELDS[field].weight, byLength };
  }
}

function lookUp(
  { word, look }: { word: QueryWord; look: WordLookUp },
  parts: readonly SegmentPart[],
  documents: number,
): WeighedWord {
  const inParts = parts.map(({ words }) => words.find(look));
  const known = sum(inParts.map((inPart, i) => inPart.countKnown(parts[i].scope)));
  const typos = () => sum(inParts.map((inPart, i) => inPart.countTypos(parts[i].scope)));
  // Named one by one, because objects made by spreading are slower to read, and these are read all the time.
  const { term, weight, found, typoShare } = weighWord(word, { documents, known, typos });
  return { term, weight, found, typoShare, inParts };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
