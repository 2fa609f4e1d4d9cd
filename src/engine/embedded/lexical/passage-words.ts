import type { Deadline } from '../../deadline.js';
import type { LexicalQuery } from '../../query/analyse-query.js';
import { DividedText } from '../../ranking/divided-text.js';
import type { Segment } from '../segment/segment.js';
import type { TextField } from './lexical-column.js';
import { visitPhrase } from './phrase.js';
import { PostingCursor } from './postings.js';
import type { SegmentPart, WeighedQuery, WeighedWord } from './weigh-words.js';
import type { Variant } from './word-variants.js';

/** A weighed query and the segment that documents are looked at in. */
export interface WordsContext {
  query: LexicalQuery;
  weights: WeighedQuery;
  /** The segment that the documents are in, and its number among the parts of the query. */
  part: SegmentPart;
  number: number;
  deadline: Deadline;
}

/**
 * How much the words of each passage agree with a query (0–100), for documents with several passages, in ascending order.
 * A passage counts as a text of its own under the title of its document. But the title alone makes no passage a match, or all
 * passages of a document would be found by its title: it counts for the first passage, and for those with a word of the query.
 *
 * No passage agrees more than its document does when it is scored with the lengths of passages: it has each word at most as often.
 */
export function scorePassages(documents: readonly number[], context: WordsContext): Float64Array[] {
  const { query, weights, part, number, deadline } = context;
  const texts = documents.map((document) => ({
    document,
    text: new DividedText(firstWordsOf(part.segment, document)),
  }));
  for (const word of weights.words) {
    deadline.check();
    countWord({ word, texts, fields: part.words.fields, number, weights });
  }
  const { verbatim } = query;
  if (verbatim !== null) {
    const byDocument = new Map(texts.map(({ document, text }) => [document, text]));
    for (const { field, column } of part.words.fields) {
      for (const phrase of [verbatim, ...(verbatim.others ?? [])]) {
        visitPhrase([column], phrase, {
          couldHave: (document) => byDocument.has(document),
          visit: (document, ends) => byDocument.get(document)!.addPhrase(field, ends),
        });
      }
    }
  }
  return texts.map(({ text }) => text.agreement(weights, verbatim?.lift ?? 0));
}

interface WordInTexts {
  word: WeighedWord;
  texts: readonly { document: number; text: DividedText }[];
  fields: readonly TextField[];
  number: number;
  weights: WeighedQuery;
}

function countWord({ word, texts, fields, number, weights }: WordInTexts): void {
  const { known, phrases, typos } = word.inParts[number];
  const listed = [
    ...listedIn(fields, known, 'known'),
    ...phrases.flatMap((field) => listedIn([field], [field.variant], 'known')),
    ...(word.typoShare === 0 ? [] : listedIn(fields, typos, 'typos')),
  ];
  for (const { document, text } of texts) {
    for (const { cursor, field, lengths, variant, as } of listed) {
      if (!cursor.goTo(document)) continue;
      if (field === 'content') text.countInContent(cursor.positions(), variant, as);
      else {
        const { weight, byLength } = weights.fields.title;
        const factor = byLength[Math.min(lengths[document], byLength.length - 1)];
        text.countInTitle(cursor.frequency * weight * factor, variant, as);
      }
    }
    text.endWord(word, weights);
  }
}

/** The variants that some field has, each with a cursor over its documents. */
export function listedIn(fields: readonly TextField[], variants: readonly Variant[], as: 'known' | 'typos') {
  return fields.flatMap(({ field, column, lengths }) =>
    variants
      .filter(({ entry }) => column.postings[entry] < column.postings[entry + 1])
      .map((variant) => ({ field, lengths, variant, as, cursor: new PostingCursor(column, variant.entry) })),
  );
}

/** For each passage of a document but the first, the position of its first word. */
function firstWordsOf(segment: Segment, document: number): Uint16Array {
  const { entries, firstWords } = segment.divisions()!;
  const starts = entries!.entryStarts();
  return firstWords.subarray(starts[document], starts[document + 1]);
}
