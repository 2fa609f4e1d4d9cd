import { type FoundVariant, FoundVariants, type FoundWord } from '../../ranking/explain-score.js';
import { listedIn, type WordsContext } from './passage-words.js';
import { visitPhrase } from './phrase.js';
import type { WeighedField } from './posting-list.js';
import { entryText } from './vocabulary.js';
import type { WeighedWord } from './weigh-words.js';
import type { Variant } from './word-variants.js';

/** What a document has of a query, for explanations. */
export interface WordsInDocument {
  words: FoundWord[];
  /** Whether it has the query's words in a row. */
  hasPhrase: boolean;
}

/** Counts the words of a query again, for some documents of a segment, in ascending order. */
export function wordsInDocuments(documents: readonly number[], context: WordsContext): WordsInDocument[] {
  const { query, weights, part, deadline } = context;
  const found = documents.map((): WordsInDocument => ({ words: [], hasPhrase: false }));
  for (const word of weights.words) {
    deadline.check();
    variantsIn(documents, word, context).forEach((variants, i) => {
      if (variants.length > 0) found[i].words.push({ word, variants });
    });
  }
  if (query.verbatim === null) return found;
  const places = new Map(documents.map((document, i) => [document, i]));
  for (const phrase of [query.verbatim, ...(query.verbatim.others ?? [])]) {
    visitPhrase(part.words.columns, phrase, {
      couldHave: (document) => places.has(document),
      visit: (document) => {
        found[places.get(document)!].hasPhrase = true;
      },
    });
  }
  return found;
}

function variantsIn(documents: readonly number[], word: WeighedWord, context: WordsContext): FoundVariant[][] {
  const { part, number, weights } = context;
  const { known, phrases, typos } = word.inParts[number];
  const { fields } = part.words;
  const ofTerm = ({ variant }: { variant: Variant }) => entryText(part.words.vocabulary!, variant.entry);
  const listed = [
    ...listedIn(fields, known, 'known').map((one) => ({ ...one, term: ofTerm(one) })),
    ...phrases.flatMap((field) =>
      listedIn([field], [field.variant], 'known').map((one) => ({ ...one, term: field.phrase.terms.join(' ') })),
    ),
    ...(word.typoShare === 0 ? [] : listedIn(fields, typos, 'typos').map((one) => ({ ...one, term: ofTerm(one) }))),
  ];
  return documents.map((document) => {
    const found = new FoundVariants();
    for (const { cursor, field, lengths, variant, as, term } of listed) {
      if (!cursor.goTo(document)) continue;
      const count = cursor.frequency * occurrenceWeight(weights.fields[field], lengths[document]);
      found.add({ term, variant, as }, field, count);
    }
    return found.all;
  });
}

function occurrenceWeight({ weight, byLength }: Pick<WeighedField, 'weight' | 'byLength'>, length: number): number {
  return weight * byLength[Math.min(length, byLength.length - 1)];
}
