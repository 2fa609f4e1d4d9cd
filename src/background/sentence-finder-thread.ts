import { type FoundSentence, findSentences, type SentenceRequest } from './find-sentences.js';

export default function find(request: SentenceRequest): FoundSentence[] {
  return findSentences(request);
}
