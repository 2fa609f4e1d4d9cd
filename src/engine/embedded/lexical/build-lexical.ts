import { sortTexts } from '../../../domain/text-order.js';
import { Dictionary } from '../dictionary.js';
import type { LexicalColumn } from './lexical-column.js';
import { buildTypoIndex } from './typo-index.js';

/** A text after analysis: where each term stands in it, and the stem of each. */
export interface AnalysedText {
  /** Positions ascending, at most 65,535. */
  positions: Map<string, number[]>;
  stems: Map<string, string>;
  /** How many words the text has. */
  length: number;
}

interface Postings {
  docs: number[];
  positions: number[][];
}

/** Indexes texts of one field and language; `document` ascends. */
export function buildLexical(texts: readonly { document: number; text: AnalysedText }[]): LexicalColumn {
  const byTerm = new Map<string, Postings>();
  const stemOf = new Map<string, string>();
  for (const { document, text } of texts) {
    for (const [term, positions] of text.positions) addPosting(byTerm, term, { document, positions });
    for (const [term, stem] of text.stems) stemOf.set(term, stem);
  }
  const words = sortTexts([...byTerm.keys()]);
  const terms = Dictionary.fromSorted(words);
  return {
    terms,
    typos: buildTypoIndex(terms),
    ...concatenate(words.map((word) => byTerm.get(word)!)),
    ...groupByStem(words.map((word) => stemOf.get(word) ?? word)),
  };
}

function addPosting(
  byTerm: Map<string, Postings>,
  term: string,
  { document, positions }: { document: number; positions: number[] },
): void {
  let postings = byTerm.get(term);
  if (postings === undefined) {
    postings = { docs: [], positions: [] };
    byTerm.set(term, postings);
  }
  postings.docs.push(document);
  postings.positions.push(positions);
}

function concatenate(terms: readonly Postings[]) {
  const postings = new Uint32Array(terms.length + 1);
  const positionStarts = new Uint32Array(terms.length + 1);
  terms.forEach((term, i) => {
    postings[i + 1] = postings[i] + term.docs.length;
    positionStarts[i + 1] = positionStarts[i] + term.positions.reduce((sum, list) => sum + list.length, 0);
  });
  const docs = new Uint32Array(postings[terms.length]);
  const frequencies = new Uint16Array(postings[terms.length]);
  const positions = new Uint16Array(positionStarts[terms.length]);
  terms.forEach((term, i) => {
    docs.set(term.docs, postings[i]);
    let place = positionStarts[i];
    term.positions.forEach((list, posting) => {
      frequencies[postings[i] + posting] = list.length;
      positions.set(list, place);
      place += list.length;
    });
  });
  return { postings, docs, frequencies, positionStarts, positions };
}

/** From the stem of each term in turn. */
export function groupByStem(stemOfTerm: readonly string[]) {
  const termsOf = new Map<string, number[]>();
  stemOfTerm.forEach((stem, term) => {
    const terms = termsOf.get(stem);
    if (terms === undefined) termsOf.set(stem, [term]);
    else terms.push(term);
  });
  const sorted = sortTexts([...termsOf.keys()]);
  const stemStarts = new Uint32Array(sorted.length + 1);
  sorted.forEach((stem, i) => {
    stemStarts[i + 1] = stemStarts[i] + termsOf.get(stem)!.length;
  });
  const stemTerms = Uint32Array.from(sorted.flatMap((stem) => termsOf.get(stem)!));
  return { stems: Dictionary.fromSorted(sorted), stemStarts, stemTerms };
}
