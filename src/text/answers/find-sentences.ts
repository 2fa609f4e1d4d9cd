import type { Language } from '../../domain/document/language.js';
import { sentencesOf } from '../sentences/sentences.js';
import { AlikeWords } from './alike-words.js';
import { type AnalysedSentence, analyseSentence } from './analysed-sentence.js';
import { type Question, readQuestion } from './question.js';
import { type PassageWords, type WordEvidence, wordEvidence } from './sentence-evidence.js';

export interface PassageToRead {
  title: string;
  text: string;
  language: Language;
}

export interface SentenceRequest {
  query: string;
  /** Of the query. */
  language: Language;
  passages: readonly PassageToRead[];
}

/** A sentence of a passage that could be part of an answer. */
export interface FoundSentence {
  /** Which of the passages it is from. */
  passage: number;
  text: string;
  /** Where it begins in the passage, in UTF-16 units. */
  start: number;
  evidence: WordEvidence;
}

export interface ReadPassage {
  words: PassageWords;
  sentences: { text: string; start: number; analysed: AnalysedSentence }[];
}

/** A sentence longer than this, in UTF-16 units, is no sentence: nobody wants it as an answer. */
const LONGEST_SENTENCE = 1_500;
const ASKS = /[?？؟]["'’”»)\]]*$/u;
/** What a word tells that all passages have. */
const LEAST_WEIGHT = 0.5;

/** The sentences of passages, each once, with what speaks for them as the answer to a question. Questions are no answers. */
export function findSentences({ query, language, passages }: SentenceRequest, readOne = readPassage): FoundSentence[] {
  const question = readQuestion(query, language);
  const read = passages.map(readOne);
  const measures = { weights: wordWeights(question, read), alike: new AlikeWords() };
  const seen = new Set<string>();
  return read.flatMap(({ words, sentences }, passage) =>
    sentences.flatMap(({ text, start, analysed }, index): FoundSentence[] => {
      if (seen.has(text) || ASKS.test(text) || text.length > LONGEST_SENTENCE) return [];
      seen.add(text);
      const previous = sentences[index - 1]?.analysed ?? null;
      const evidence = wordEvidence(question, { analysed, index, previous, passage: words }, measures);
      return [{ passage, text, start, evidence }];
    }),
  );
}

export function readPassage({ title, text, language }: PassageToRead): ReadPassage {
  const sentences = sentencesOf(text, language).map(({ start, end }) => {
    const sentence = text.slice(start, end);
    return { text: sentence, start, analysed: analyseSentence(sentence, language) };
  });
  const stems = new Set(sentences.flatMap(({ analysed }) => [...analysed.places.keys()]));
  const inTitle = new Set(analyseSentence(title, language).places.keys());
  return { words: { title: inTitle, stems }, sentences };
}

/** The fewer of the passages have a word, the more it tells. */
function wordWeights({ words }: Question, passages: readonly ReadPassage[]): Map<string, number> {
  const weights = words.map(({ stem }) => {
    const having = passages.filter(({ words: { stems, title } }) => stems.has(stem) || title.has(stem)).length;
    return LEAST_WEIGHT + Math.log(1 + (passages.length - having + 0.5) / (having + 0.5));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return new Map(words.map(({ stem }, i) => [stem, weights[i] / total]));
}
