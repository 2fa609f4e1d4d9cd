import { sortTexts } from '../../../domain/document/code-points.js';
import { bareForm, bareLetters } from '../../../text/analysis/word-forms.js';
import {
  type AnalysedText,
  LEXICAL_FIELDS,
  type LexicalField,
  positionsWithStem,
} from '../../document/analysed-text.js';
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

/** A document's text that has a term. */
interface TextWithTerm {
  document: number;
  text: AnalysedText;
  /** Where it has the term, with any stem. */
  positions: readonly number[];
}

/** Indexes the texts of documents in one language; `document` ascends. */
export function buildLexical(language: string, documents: readonly AnalysedDocument[]): ColumnEntry[] {
  const stemsOf = new Map<string, string[]>();
  for (const { texts } of documents) {
    for (const field of LEXICAL_FIELDS) {
      for (const [term, stem] of texts[field].stems) addStem(stemsOf, term, stem);
      for (const [term, byStem] of texts[field].spellings) {
        for (const stem of byStem.keys()) addStem(stemsOf, term, stem);
      }
    }
  }
  if (stemsOf.size === 0) return [];
  const words = sortTexts([...stemsOf.keys()]);
  const stems = words.map((word) => inOrder(stemsOf.get(word)!));
  return [
    vocabularyEntry(language, buildVocabulary(Dictionary.fromSorted(words), stems, language)),
    ...LEXICAL_FIELDS.map((field) =>
      lexicalEntry(lexicalName(field, language), writeField({ words, stems }, postingsOf(documents, field))),
    ),
  ];
}

function addStem(stemsOf: Map<string, string[]>, term: string, stem: string): void {
  const stems = stemsOf.get(term);
  if (stems === undefined) stemsOf.set(term, [stem]);
  else if (!stems.includes(stem)) stems.push(stem);
}

/** The stems of a term in the order of its entries. */
export function inOrder(stems: string[]): string[] {
  return stems.length === 1 ? stems : sortTexts(stems);
}

/** `stemsOfTerm` has the stems of each term, by ordinal. A term with several is divided, in their order. */
export function buildVocabulary(
  terms: Dictionary,
  stemsOfTerm: readonly (readonly string[])[],
  language: string,
): Vocabulary {
  const marked = bareLetters(language);
  const entriesOf = new Map<string, number[]>();
  const divided: number[] = [];
  stemsOfTerm.forEach((stems, term) => {
    if (marked.size > 0) addBareKey(entriesOf, terms.text(term), { term, language });
    if (stems.length === 1) addEntry(entriesOf, stems[0], term);
    else for (const stem of stems) addEntry(entriesOf, stem, terms.size + divided.push(term) - 1);
  });
  return { terms, typos: buildTypoIndex(terms, marked), divided: Uint32Array.from(divided), ...groupByKey(entriesOf) };
}

function addBareKey(
  entriesOf: Map<string, number[]>,
  text: string,
  { term, language }: { term: number; language: string },
): void {
  const bare = bareForm(text, language);
  if (bare !== text) addEntry(entriesOf, bareKey(bare), term);
}

function addEntry(entriesOf: Map<string, number[]>, key: string, entry: number): void {
  const entries = entriesOf.get(key);
  if (entries === undefined) entriesOf.set(key, [entry]);
  else entries.push(entry);
}

function postingsOf(documents: readonly AnalysedDocument[], field: LexicalField): Map<string, TextWithTerm[]> {
  const byTerm = new Map<string, TextWithTerm[]>();
  for (const { document, texts } of documents) {
    const text = texts[field];
    for (const [term, positions] of text.positions) {
      const postings = byTerm.get(term);
      if (postings === undefined) byTerm.set(term, [{ document, positions, text }]);
      else postings.push({ document, positions, text });
    }
  }
  return byTerm;
}

/** `stems` has those of each word. */
function writeField(
  { words, stems }: { words: readonly string[]; stems: readonly (readonly string[])[] },
  byTerm: ReadonlyMap<string, TextWithTerm[]>,
) {
  const divided = words.flatMap((word, i) => (stems[i].length > 1 ? stems[i].map((stem) => ({ word, stem })) : []));
  const writer = new PostingWriter(words.length + divided.length);
  for (const word of words) {
    for (const { document, positions } of byTerm.get(word) ?? []) writer.add(document, positions);
    writer.endEntry();
  }
  for (const { word, stem } of divided) {
    for (const { document, text } of byTerm.get(word) ?? []) {
      const positions = positionsWithStem(text, word, stem);
      if (positions.length > 0) writer.add(document, positions);
    }
    writer.endEntry();
  }
  return writer.finish();
}

function groupByKey(entriesOf: ReadonlyMap<string, readonly number[]>) {
  const sorted = sortTexts([...entriesOf.keys()]);
  const stemStarts = new Uint32Array(sorted.length + 1);
  sorted.forEach((stem, i) => {
    stemStarts[i + 1] = stemStarts[i] + entriesOf.get(stem)!.length;
  });
  const stemEntries = Uint32Array.from(sorted.flatMap((stem) => entriesOf.get(stem)!));
  return { stems: Dictionary.fromSorted(sorted), stemStarts, stemEntries };
}
