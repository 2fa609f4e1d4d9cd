import { type ConfidenceLevel, confidenceLevel } from '../../domain/search/confidence.js';
import { NO_LANGUAGE_MODEL } from '../../domain/search/generation.js';
import { type AnswerModel, answerLevel } from '../../inference/extractive/answer-model.js';
import { withoutReferences } from '../../text/sentences/sentence-signs.js';
import type { OperationContext } from '../context.js';
import { type AnswerRequest, type AnswerSource, type FoundAnswer, NO_ANSWER_FOUND, replyLanguage } from './answer.js';
import { findEvidence } from './find-evidence.js';
import { withContext } from './follow-up.js';
import { quotableSentences } from './quotable-sentences.js';
import { type Quote, quoteSentences } from './quote-sentences.js';
import { type ReadSentence, readEvidence } from './read-evidence.js';

/** An extractive answer: the sentences of the documents that the reader points at, or null if they are not likely enough. */
export async function extractAnswer(request: AnswerRequest, context: OperationContext): Promise<FoundAnswer> {
  const language = replyLanguage(request);
  const query = withContext(request.query, request.history, language);
  const { passages, semanticTokens, appliedSynonyms } = await findEvidence(
    { ...request, query, cutoff: request.readingCutoff },
    context,
  );
  const { sentences, probability, model } = await readEvidence({ query, language }, passages, context);
  const confidence = answerLevel(probability, model);
  const [best] = sentences;
  if (best === undefined || probability < thresholdFor(best, request, model) || isGuess(best, confidence)) {
    return { ...NO_ANSWER_FOUND, semanticTokens, appliedSynonyms };
  }
  const quotable = quotableSentences(sentences, { language, confidence });
  const { quotes, span, stopReason } = quoteSentences(quotable, request.maxOutputTokens);
  const sources = sourcesOf(quotes.map(({ sentence }) => sentence));
  return {
    answer: say(quotes, sources, request),
    sources,
    span,
    confidence,
    stopReason,
    semanticTokens,
    appliedSynonyms,
    usage: NO_LANGUAGE_MODEL,
  };
}

/** The entry of a code that the question names is no chance find, though a reader can make little of so short a line. */
function thresholdFor(best: ReadSentence, { language }: AnswerRequest, model: AnswerModel): number {
  if (best.isAskedEntry) return model.hopeless;
  return language === null ? model.thresholdOverLanguages : model.threshold;
}

/**
 * To a reader all rows of a table are alike, and so are codes: where it is not sure of a row that the question does not name, or of
 * a passage without the code that it names, it has guessed.
 */
function isGuess({ isUnnamedRow, isAskedEntry, lacksCode }: ReadSentence, confidence: ConfidenceLevel): boolean {
  return confidence === 'low' && !isAskedEntry && (isUnnamedRow || lacksCode);
}

/** Each quote with the number of its source. The numbers of its own notes would be read as such. */
function say(quotes: readonly Quote[], sources: readonly AnswerSource[], { listener }: AnswerRequest): string {
  listener?.onSources(sources);
  const pieces = quotes.map(({ text, sentence }, index) => {
    const number = sources.findIndex(({ document }) => document.id === sentence.evidence.document.id) + 1;
    return `${index === 0 ? '' : ' '}${withoutReferences(text)} [${number}]`;
  });
  for (const piece of pieces) listener?.onText(piece);
  return pieces.join('');
}

/** Each document once, in the order of the quotes. */
function sourcesOf(sentences: readonly ReadSentence[]): AnswerSource[] {
  const sources = sentences.map(({ evidence: { document, documentScore } }): [string, AnswerSource] => [
    document.id,
    { document, confidence: confidenceLevel(documentScore) },
  ]);
  return [...new Map(sources).values()];
}
