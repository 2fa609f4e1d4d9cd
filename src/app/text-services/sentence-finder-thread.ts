import { type FoundSentence, findSentences, type SentenceRequest } from '../../text/answers/find-sentences.js';
import { type ContentToDivide, type DividedSentence, divideSentences } from '../../text/summaries/divide-sentences.js';

/** What the thread can do, by name. */
export function find(request: SentenceRequest): FoundSentence[] {
  return findSentences(request);
}

export function divide(content: ContentToDivide): DividedSentence[] {
  return divideSentences(content);
}
