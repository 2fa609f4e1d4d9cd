import { confidenceLevel } from '../../domain/search/confidence.js';
import { estimateTokens, NO_LANGUAGE_MODEL } from '../../domain/search/generation.js';
import { answerLevel } from '../../inference/extractive/answer-model.js';
import { leansOn } from '../../text/summaries/earlier-names.js';
import type { OperationContext } from '../context.js';
import {
  type AnswerRequest,
  type AnswerSource,
  type AnswerSpan,
  type FoundAnswer,
  NO_ANSWER_FOUND,
  replyLanguage,
} from './answer.js';
import { findEvidence } from './find-evidence.js';
import { withContext } from './follow-up.js';
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
  const threshold = request.language === null ? model.thresholdOverLanguages : model.threshold;
  if (sentences.length === 0 || probability < threshold) {
    return { ...NO_ANSWER_FOUND, semanticTokens, appliedSynonyms };
  }
  const quotes = inReadingOrder(sentences).map((sentence) => ({ sentence, text: quote(sentence) }));
  const { kept, stopReason } = withinBudget(quotes, request.maxOutputTokens);
  const sources = sourcesOf(kept.map(({ sentence }) => sentence));
  return {
    answer: say(kept, sources, request),
    sources,
    span: spanOf(sentences[0]),
    confidence: answerLevel(probability, model),
    stopReason,
    semanticTokens,
    appliedSynonyms,
    usage: NO_LANGUAGE_MODEL,
  };
}

interface Quote {
  sentence: ReadSentence;
  text: string;
}

/**
 * The sentence verbatim. One that does not name what it speaks of ("It was built in 1900") gets its neighbour before it if that
 * one names it, and otherwise the title.
 */
function quote({ text, start, end, before, evidence }: ReadSentence): string {
  const { title, language } = evidence.document;
  const verbatim = evidence.text.slice(start, end);
  if (text !== verbatim || leansOn(text, language) === null) return text;
  if (before === null || leansOn(before.text, language) !== null) return title === '' ? text : `${title}: ${text}`;
  return evidence.text.slice(before.start, end);
}

/** Each quote with the number of its source. */
function say(quotes: readonly Quote[], sources: readonly AnswerSource[], { listener }: AnswerRequest): string {
  listener?.onSources(sources);
  const pieces = quotes.map(({ text, sentence }, index) => {
    const number = sources.findIndex(({ document }) => document.id === sentence.evidence.document.id) + 1;
    return `${index === 0 ? '' : ' '}${text} [${number}]`;
  });
  for (const piece of pieces) listener?.onText(piece);
  return pieces.join('');
}

/** As many whole quotes as the token budget allows, at least one. */
function withinBudget(quotes: readonly Quote[], budget: number) {
  let spent = 0;
  const kept = quotes.filter(({ text }, index) => {
    spent += estimateTokens(text);
    return index === 0 || spent <= budget;
  });
  return { kept, stopReason: kept.length < quotes.length ? ('max_tokens' as const) : ('end_turn' as const) };
}

/** Each document once, in the order of the quotes. */
function sourcesOf(sentences: readonly ReadSentence[]): AnswerSource[] {
  const sources = sentences.map(({ evidence: { document, documentScore } }): [string, AnswerSource] => [
    document.id,
    { document, confidence: confidenceLevel(documentScore) },
  ]);
  return [...new Map(sources).values()];
}

/** The document of the best sentence first; within a document, in its order. A sentence that is quoted with the next one is no second. */
function inReadingOrder(sentences: readonly ReadSentence[]): ReadSentence[] {
  const documents = [...new Set(sentences.map(({ evidence }) => evidence.document))];
  const order = ({ evidence }: ReadSentence) => documents.indexOf(evidence.document);
  const place = ({ evidence, start }: ReadSentence) => evidence.start + start;
  const ordered = sentences.toSorted((a, b) => order(a) - order(b) || place(a) - place(b));
  return ordered.filter((one, i) => {
    const next = ordered[i + 1];
    return next === undefined || !quote(next).includes(one.text);
  });
}

/** Null if the answer is a title, or what a row says: places are those of the content. */
function spanOf({ span, evidence }: ReadSentence): AnswerSpan | null {
  const { document, start } = evidence;
  if (span === null || document.content === null || document.content === '') return null;
  return { documentId: document.id, start: start + span.start, end: start + span.end };
}
