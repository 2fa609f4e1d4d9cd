import type { Document } from '../../../domain/document/document.js';
import { analyseText } from '../../document/analysed-text.js';
import type { LexicalQuery } from '../../query/analyse-query.js';
import { DividedText } from '../../ranking/divided-text.js';
import { FIELDS } from '../../ranking/ranking.js';
import type { CountedQuery, CountedWord } from '../lexical/count-words.js';
import { endsIn, lengthFactor, occurrences, phrasesFor, variantsOf } from '../lexical/words-in-document.js';

/** A document of several passages, and what to count in it. Plain data, which can be posted to a thread. */
export interface DividedDocument {
  document: Pick<Document, 'title' | 'content' | 'language'>;
  /** Where each passage but the first begins. */
  starts: readonly number[];
  counted: WeighedWords;
  verbatim: LexicalQuery['verbatim'];
}

/** A counted query without what only the cluster is asked for. */
export type WeighedWords = Omit<CountedQuery, 'words'> & { words: readonly Omit<CountedWord, 'terms'>[] };

export function weighedWords({ words, ...counted }: CountedQuery): WeighedWords {
  return { ...counted, words: words.map(({ terms: _, ...word }) => word) };
}

/** How much the words of each passage of a document agree with a query (0–100). */
export function scoreDivided({ document, starts, counted, verbatim }: DividedDocument): Float64Array {
  const { title, content, language } = document;
  const contentText = analyseText(content ?? '', language, starts);
  const titleText = analyseText(title, language);
  const divided = new DividedText(contentText.firstWords);
  const titleFactor = FIELDS.title.weight * lengthFactor('title', titleText.length, counted.averages.title);
  for (const word of counted.words) {
    const variantOf = variantsOf(word, language);
    for (const { positions, variant, as } of occurrences(contentText, variantOf)) {
      divided.countInContent(positions, variant, as);
    }
    for (const { positions, variant, as } of occurrences(titleText, variantOf)) {
      divided.countInTitle(positions.length * titleFactor, variant, as);
    }
    for (const { phrase, variant } of phrasesFor(word)) {
      divided.countInContent(endsIn(phrase, contentText), variant, 'known');
      divided.countInTitle(endsIn(phrase, titleText).length * titleFactor, variant, 'known');
    }
    divided.endWord(word, counted);
  }
  if (verbatim !== null) {
    for (const phrase of [verbatim, ...(verbatim.others ?? [])]) {
      const titleEnds = endsIn(phrase, titleText);
      if (titleEnds.length > 0) divided.addPhrase('title', titleEnds);
      divided.addPhrase('content', endsIn(phrase, contentText));
    }
  }
  return divided.agreement(counted, verbatim?.lift ?? 0);
}
