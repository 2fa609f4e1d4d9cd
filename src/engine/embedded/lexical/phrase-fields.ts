import type { Phrase } from '../../query/analyse-query.js';
import type { TextField } from './lexical-column.js';
import { visitPhrase } from './phrase.js';
import { PostingWriter } from './postings.js';

/**
 * The postings of a phrase in each field that has it, as if it were a word: entry 0 is the phrase, and its positions are those of
 * its last word.
 */
export function phraseFields(fields: readonly TextField[], phrase: Phrase): TextField[] {
  return fields.flatMap((field) => {
    const writer = new PostingWriter(1);
    let isFound = false;
    visitPhrase([field.column], phrase, {
      couldHave: () => true,
      visit: (document, ends) => {
        writer.add(document, ends);
        isFound = true;
      },
    });
    writer.endEntry();
    return isFound ? [{ ...field, column: { ...writer.finish(), vocabulary: field.column.vocabulary } }] : [];
  });
}
