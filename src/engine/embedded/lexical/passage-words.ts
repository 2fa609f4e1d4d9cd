import type { LexicalQuery } from '../query/analyse-query.js';
import type { Deadline } from '../query/deadline.js';
import { FIELDS, type Saturation, stretched, TYPOS } from '../query/ranking.js';
import type { Segment } from '../segment/segment.js';
import type { LexicalField, TextField } from './lexical-column.js';
import { visitPhrase } from './phrase.js';
import { PostingCursor } from './postings.js';
import type { SegmentPart, WeighedQuery, WeighedWord } from './weigh-words.js';
import type { Variant } from './word-variants.js';

interface PassageWordsContext {
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
export function scorePassages(documents: readonly number[], context: PassageWordsContext): Float64Array[] {
  const { query, weights, part, number, deadline } = context;
  const texts = documents.map((document) => new DividedText(document, part.segment));
  for (const word of weights.words) {
    deadline.check();
    countWord({ word, texts, fields: part.words.fields, number, weights });
  }
  const { verbatim } = query;
  if (verbatim !== null) {
    const byDocument = new Map(texts.map((text) => [text.document, text]));
    for (const { field, column } of part.words.fields) {
      visitPhrase([column], verbatim, {
        couldHave: (document) => byDocument.has(document),
        visit: (document, ends) => byDocument.get(document)!.addPhrase(field, ends),
      });
    }
  }
  return texts.map((text) => text.agreement(weights, verbatim?.lift ?? 0));
}

interface WordInTexts {
  word: WeighedWord;
  texts: readonly DividedText[];
  fields: readonly TextField[];
  number: number;
  weights: WeighedQuery;
}

function countWord({ word, texts, fields, number, weights }: WordInTexts): void {
  const { known, typos } = word.inParts[number];
  const listed = [
    ...listedIn(fields, known, 'known'),
    ...(word.typoShare === 0 ? [] : listedIn(fields, typos, 'typos')),
  ];
  for (const text of texts) {
    for (const { cursor, field, lengths, variant, as } of listed) {
      if (!cursor.goTo(text.document)) continue;
      if (field === 'content') text.countInContent(cursor.positions(), variant, as);
      else {
        const { weight, byLength } = weights.fields.title;
        const factor = byLength[Math.min(lengths[text.document], byLength.length - 1)];
        text.countInTitle(cursor.frequency * weight * factor, variant, as);
      }
    }
    text.endWord(word, weights);
  }
}

function listedIn(fields: readonly TextField[], variants: readonly Variant[], as: 'known' | 'typos') {
  return fields.flatMap(({ field, column, lengths }) =>
    variants
      .filter(({ term }) => column.postings[term] < column.postings[term + 1])
      .map((variant) => ({ field, lengths, variant, as, cursor: new PostingCursor(column, variant.term) })),
  );
}

/** How often a text has a word. */
class WordCount {
  known = 0;
  typos = 0;
  asWritten = false;

  add(count: number, { weight, asWritten }: Variant, as: 'known' | 'typos'): void {
    this[as] += count * weight;
    this.asWritten ||= asWritten;
  }

  /** Adds the occurrences of a title. */
  with(title: WordCount): WordCount {
    const sum = new WordCount();
    sum.known = this.known + title.known;
    sum.typos = this.typos + title.typos;
    sum.asWritten = this.asWritten || title.asWritten;
    return sum;
  }
}

/** A document of several passages, while words are counted in it. */
class DividedText {
  /** For each passage but the first, the position of its first word. */
  readonly #firstWords: Uint16Array;
  #title = new WordCount();
  #counts: WordCount[];
  /** For each passage, what its words have earned together with those of the title. */
  readonly #sums: Float64Array;
  readonly #hasWord: boolean[];
  /** Whether there is more than typos of words that others have right. */
  readonly #hasMoreThanTypos: boolean[];
  readonly #hasPhrase: boolean[];
  #phraseInTitle = false;

  constructor(
    readonly document: number,
    segment: Segment,
  ) {
    const { entries, firstWords } = segment.divisions()!;
    const starts = entries!.entryStarts();
    this.#firstWords = firstWords.subarray(starts[document], starts[document + 1]);
    const passages = this.#firstWords.length + 1;
    const none = () => Array.from({ length: passages }, () => false);
    this.#sums = new Float64Array(passages);
    this.#counts = this.#noCounts();
    [this.#hasWord, this.#hasMoreThanTypos, this.#hasPhrase] = [none(), none(), none()];
  }

  countInTitle(count: number, variant: Variant, as: 'known' | 'typos'): void {
    this.#title.add(count, variant, as);
  }

  countInContent(positions: readonly number[], variant: Variant, as: 'known' | 'typos'): void {
    for (const passage of this.#passagesAt(positions)) this.#counts[passage].add(FIELDS.content.weight, variant, as);
  }

  /** As the kernel does it: a word that is there right earns nothing for also being there wrong. */
  endWord(word: WeighedWord, { saturation }: WeighedQuery): void {
    this.#counts.forEach((own, passage) => {
      const { known, typos, asWritten } = own.with(this.#title);
      if (own.known + own.typos > 0) this.#hasWord[passage] = true;
      if (known > 0) {
        this.#sums[passage] += word.weight * worthOf(known, asWritten ? saturation.exact : saturation.forms);
        this.#hasMoreThanTypos[passage] = true;
      } else if (typos > 0) {
        this.#sums[passage] += word.weight * word.typoShare * (typos / (typos + TYPOS.k1));
        if (word.found !== 'known') this.#hasMoreThanTypos[passage] = true;
      }
    });
    this.#title = new WordCount();
    this.#counts = this.#noCounts();
  }

  addPhrase(field: LexicalField, ends: readonly number[]): void {
    if (field === 'title') this.#phraseInTitle = true;
    else for (const passage of this.#passagesAt(ends)) this.#hasPhrase[passage] = true;
  }

  agreement({ best, typoOnlyFactor, stretch }: WeighedQuery, lift: number): Float64Array {
    return this.#sums.map((sum, passage) => {
      if (sum === 0 || (passage > 0 && !this.#hasWord[passage])) return 0;
      const part = this.#hasMoreThanTypos[passage] ? 1 : typoOnlyFactor;
      const agreement = stretched(100 * Math.sqrt((part * sum) / best), stretch);
      return this.#hasPhrase[passage] || this.#phraseInTitle ? agreement + lift * (100 - agreement) : agreement;
    });
  }

  #noCounts(): WordCount[] {
    return Array.from({ length: this.#firstWords.length + 1 }, () => new WordCount());
  }

  /** The passage of each position. */
  #passagesAt(positions: readonly number[]): number[] {
    let passage = 0;
    return positions.map((position) => {
      while (this.#firstWords[passage] <= position) passage++;
      return passage;
    });
  }
}

/** Share of its weight that a word earns. The first occurrence says most. */
function worthOf(count: number, { least, most, k1 }: Saturation): number {
  return least + (most - least) * (count / (count + k1));
}
