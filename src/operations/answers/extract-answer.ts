import { confidenceLevel } from '../../domain/search/confidence.js';
import { estimateTokens, NO_LANGUAGE_MODEL } from '../../domain/search/generation.js';
import type { OperationContext } from '../context.js';
import { type AnswerRequest, type AnswerSource, type FoundAnswer, replyLanguage } from './answer.js';
import { chooseQuotes, type Quote } from './choose-quotes.js';
import { findEvidence } from './find-evidence.js';
import { withContext } from './follow-up.js';

/** An answer in the documents' own words: the sentences that hold it, or null where none seems to. */
export async function extractAnswer(request: AnswerRequest, context: OperationContext): Promise<FoundAnswer> {
  const language = replyLanguage(request);
  const query = withContext(request.query, request.history, language);
  const evidence = await findEvidence({ ...request, query }, context);
  const { quotes, likelihood } = await chooseQuotes({ query, language }, evidence, context);
  const { kept, stopReason } = withinBudget(quotes, request.maxOutputTokens);
  const sources = sourcesOf(kept);
  return {
    answer: kept.length === 0 ? null : say(kept, sources, request),
    sources,
    confidence: confidenceLevel(100 * likelihood),
    stopReason,
    semanticTokens: evidence.semanticTokens,
    usage: NO_LANGUAGE_MODEL,
  };
}

/** Each sentence as it was written, with the number of its source. */
function say(quotes: readonly Quote[], sources: readonly AnswerSource[], { listener }: AnswerRequest): string {
  listener.onSources(sources);
  const pieces = quotes.map(({ text, passage }, index) => {
    const number = sources.findIndex(({ document }) => document.id === passage.document.id) + 1;
    return `${index === 0 ? '' : ' '}${text} [${number}]`;
  });
  for (const piece of pieces) listener.onText(piece);
  return pieces.join('');
}

/** Whole sentences, as many as the budget allows, and one in any case. */
function withinBudget(quotes: readonly Quote[], budget: number) {
  let spent = 0;
  const kept = quotes.filter(({ text }, index) => {
    spent += estimateTokens(text);
    return index === 0 || spent <= budget;
  });
  return { kept, stopReason: kept.length < quotes.length ? ('max_tokens' as const) : ('end_turn' as const) };
}

/** Each document once, in the order of the quotes. */
function sourcesOf(quotes: readonly Quote[]): AnswerSource[] {
  const sources = quotes.map(({ passage: { document, documentScore } }): [string, AnswerSource] => [
    document.id,
    { document, confidence: confidenceLevel(documentScore) },
  ]);
  return [...new Map(sources).values()];
}
