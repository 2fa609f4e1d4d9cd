import type { Language } from '../../domain/document/language.js';
import type { ConfidenceLevel } from '../../domain/search/confidence.js';
import type { ReadSentence } from './read-evidence.js';

interface ReadQuestion {
  /** The language of the question. */
  language: Language;
  confidence: ConfidenceLevel;
}

/** The sentences that are worth quoting beside the best one, which comes first and always is. */
export function quotableSentences(
  bestFirst: readonly ReadSentence[],
  { language, confidence }: ReadQuestion,
): ReadSentence[] {
  const readable = withoutThirdLanguages(bestFirst, language);
  // What a doubtful answer adds to the entry of the code is a guess.
  if (confidence !== 'low' || !bestFirst[0]?.isAskedEntry) return readable;
  return readable.filter(({ isAskedEntry }) => isAskedEntry);
}

/**
 * Those in the language of the best one or of the question. Where texts of all languages are searched, one in a third language is
 * hardly ever the answer, and one more language that whoever asks may not read.
 */
function withoutThirdLanguages(bestFirst: readonly ReadSentence[], asksIn: Language): ReadSentence[] {
  const quoted = [bestFirst[0]?.evidence.document.language, asksIn];
  return bestFirst.filter(({ evidence }) => quoted.includes(evidence.document.language));
}
