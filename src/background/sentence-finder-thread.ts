import { type ContentToDivide, type DividedSentence, divideSentences } from './divide-sentences.js';
import { type FoundSentence, findSentences, type SentenceRequest } from './find-sentences.js';

/** What the thread can do, by name. */
export function find(request: SentenceRequest): FoundSentence[] {
  return findSentences(request);
}

export function divide(content: ContentToDivide): DividedSentence[] {
  return divideSentences(content);
}
