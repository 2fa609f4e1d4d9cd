import { sortTexts } from '../../../domain/document/code-points.js';
import { bareForm, bareLetters } from '../../../text/analysis/word-forms.js';
import { type AnalysedText, LEXICAL_FIELDS, type LexicalField } from '../../document/analysed-text.js';
import { Dictionary } from '../segment/dictionary.js';
import type { ColumnEntry } from '../segment/segment-format.js';
import { lexicalEntry, lexicalName } from './lexical-column.js';
import { PostingWriter } from './postings.js';
import { buildTypoIndex } from './typo-index.js';
import { bareKey, type Vocabulary, vocabularyEntry } from './vocabulary.js';

export interface AnalysedDocument {
  document: number;
  texts: Record<LexicalField, AnalysedText>;
}

type Postings = { document: number; positions: readonly number[] }[];

/** Indexes the texts of documents in one language; `document` ascends. */
export function buildLexical(language: string, documents: readonly AnalysedDocument[]): ColumnEntry[] {
  const stemsOf = new Map<string, string[]>();
  for (const { texts } of documents) {
    for (const field of LEXICAL_FIELDS) {
      for (const [term, stem] of texts[field].stems) addStem(stemsOf, term, stem);
      for (const [term, stem] of texts[field].otherStems) addStem(stemsOf, term, stem);
    }
  }
  if (stemsOf.size === 0) return [];
  const words = sortTexts([...stemsOf.keys()]);
  const stems = words.map((word) => stemsOf.get(word)!);
  return [
    vocabularyEntry(language, buildVocabulary(Dictionary.fromSorted(words), stems, language)),
    ...LEXICAL_FIELDS.map((field) =>
      lexicalEntry(lexicalName(field, language), writeField(words, postingsOf(documents, field))),
    ),
  ];
}

function addStem(stemsOf: Map<string, string[]>, term: string, stem: string): void {
  const stems = stemsOf.get(term);
  if (stems === undefined) stemsOf.set(term, [stem]);
  else if (!stems.includes(stem)) stems.push(stem);
}

/** `stemsOfTerm` has the stems of each term, by ordinal. Most have one; spellings that are one term can have different stems. */
export function buildVocabulary(
  terms: Dictionary,
  stemsOfTerm: readonly (readonly string[])[],
  language: string,
): Vocabulary {
  const marked = bareLetters(language);
  const keysOf = stemsOfTerm.map((stems) => [...stems]);
  if (marked.size > 0) addBareKeys(keysOf, terms, language);
  return { terms, typos: buildTypoIndex(terms, marked), ...groupByKey(keysOf) };
}

function addBareKeys(keysOf: readonly string[][], terms: Dictionary, language: string): void {
  keysOf.forEach((keys, i) => {
    const term = terms.text(i);
    const bare = bareForm(term, language);
    if (bare !== term) keys.push(bareKey(bare));
  });
}

function postingsOf(documents: readonly AnalysedDocument[], field: LexicalField): Map<string, Postings> {
  const byTerm = new Map<string, Postings>();
  for (const { document, texts } of documents) {
    for (const [term, positions] of texts[field].positions) {
      const postings = byTerm.get(term);
      if (postings === undefined) byTerm.set(term, [{ document, positions }]);
      else postings.push({ document, positions });
    }
  }
  return byTerm;
}

function writeField(words: readonly string[], byTerm: ReadonlyMap<string, Postings>) {
  const writer = new PostingWriter(words.length);
  for (const word of words) {
    for (const { document, positions } of byTerm.get(word) ?? []) writer.add(document, positions);
    writer.endTerm();
  }
  return writer.finish();
}

function groupByKey(keysOf: readonly (readonly string[])[]) {
  const termsOf = new Map<string, number[]>();
  keysOf.forEach((keys, term) => {
    for (const key of keys) {
      const terms = termsOf.get(key);
      if (terms === undefined) termsOf.set(key, [term]);
      else terms.push(term);
    }
  });
  const sorted = sortTexts([...termsOf.keys()]);
  const stemStarts = new Uint32Array(sorted.length + 1);
  sorted.forEach((stem, i) => {
    stemStarts[i + 1] = stemStarts[i] + termsOf.get(stem)!.length;
  });
  const stemTerms = Uint32Array.from(sorted.flatMap((stem) => termsOf.get(stem)!));
  return { stems: Dictionary.fromSorted(sorted), stemStarts, stemTerms };
}
