import type { Language } from '../../domain/document/language.js';
import { asks } from '../sentences/sentence-signs.js';
import { unitsOf } from '../sentences/table-rows.js';
import { type AnalysedSentence, analyseSentence } from './analysed-sentence.js';
import { type Question, readQuestion } from './question.js';
import { AlikeWords, type PassageWords, type WordEvidence, wordEvidence } from './sentence-evidence.js';

export interface PassageToRead {
  title: string;
  text: string;
  language: Language;
}

export interface SentenceRequest {
  query: string;
  /** The language of the query. */
  language: Language;
  passages: readonly PassageToRead[];
}

/** A sentence of a passage that could be part of an answer, or what a row of a table says. */
export interface FoundSentence {
  /** The index of its passage in the request. */
  passage: number;
  text: string;
  /** Where it begins in the text of the passage, in UTF-16 units. */
  start: number;
  evidence: WordEvidence;
}

export interface ReadPassage {
  words: PassageWords;
  sentences: { text: string; start: number; analysed: AnalysedSentence }[];
}

/** In UTF-16 units. Anything longer is a list or a table rather than a sentence, and no answer. */
const LONGEST_SENTENCE = 1_500;
/** The weight of a word that is in all passages, before weights are normalised. */
const LEAST_WEIGHT = 0.5;

/**
 * The sentences of passages that could be the answer to a question, each once, with the evidence for it. Questions are left
 * out. `readOne` is replaced by callers that have read the passages before.
 */
export function findSentences({ query, language, passages }: SentenceRequest, readOne = readPassage): FoundSentence[] {
  const question = readQuestion(query, language);
  const read = passages.map(readOne);
  const measures = { weights: wordWeights(question, read), alike: new AlikeWords() };
  const seen = new Set<string>();
  return read.flatMap(({ words, sentences }, passage) =>
    sentences.flatMap(({ text, start, analysed }, index): FoundSentence[] => {
      if (seen.has(text) || asks(text, passages[passage].language) || text.length > LONGEST_SENTENCE) return [];
      seen.add(text);
      const previous = sentences[index - 1]?.analysed ?? null;
      const evidence = wordEvidence(question, { analysed, index, previous, passage: words }, measures);
      return [{ passage, text, start, evidence }];
    }),
  );
}

export function readPassage({ title, text, language }: PassageToRead): ReadPassage {
  const sentences = unitsOf(text, language).map(({ start, end, row }) => {
    const sentence = row ?? text.slice(start, end);
    return { text: sentence, start, analysed: analyseSentence(sentence, language) };
  });
  const stems = new Set(sentences.flatMap(({ analysed }) => [...analysed.places.keys()]));
  const inTitle = new Set(analyseSentence(title, language).places.keys());
  return { words: { title: inTitle, stems }, sentences };
}

/** The idf of each word of the question over the passages, normalised so that they add up to 1. */
function wordWeights({ words }: Question, passages: readonly ReadPassage[]): Map<string, number> {
  const weights = words.map(({ stem }) => {
    const having = passages.filter(({ words: { stems, title } }) => stems.has(stem) || title.has(stem)).length;
    return LEAST_WEIGHT + Math.log(1 + (passages.length - having + 0.5) / (having + 0.5));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return new Map(words.map(({ stem }, i) => [stem, weights[i] / total]));
}
