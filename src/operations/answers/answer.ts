import type { DocumentHead } from '../../domain/document/document.js';
import { DEFAULT_LANGUAGE, type Language } from '../../domain/document/language.js';
import type { ConfidenceLevel } from '../../domain/search/confidence.js';
import {
  type ConversationMessage,
  type LanguageModelUsage,
  NO_LANGUAGE_MODEL,
  type StopReason,
} from '../../domain/search/generation.js';
import { detectLanguage } from '../../text/language/detect-language.js';
import type { AppliedSynonym } from '../rules/find-synonyms.js';
import type { RetrieveRequest } from '../search/retrieve-passages.js';

/**
 * The semantic score above which documents are read for an extractive answer, unless the request names another. A question in other
 * words than the text's scores low, and a search can't know better; the reader can.
 */
export const READING_CUTOFF = 10;

export interface AnswerRequest extends RetrieveRequest {
  /** Like `cutoff`, for an answer without a language model. */
  readingCutoff: number;
  /** The reply to a greeting; null for the default. */
  greetingResponse: string | null;
  /** Earlier messages of the conversation, oldest first. */
  history: readonly ConversationMessage[];
  maxOutputTokens: number;
  temperature: number;
  /** Aborts when the client has disconnected. */
  signal: AbortSignal;
  /** Null if nobody waits for parts of the answer. */
  listener: AnswerListener | null;
}

/** Receives an answer while it is written: first the sources, then the pieces of the text. */
export interface AnswerListener {
  /** All sources that are cited so far. Called before the text, and again before text that cites more. */
  onSources(sources: readonly AnswerSource[]): void;
  onText(piece: string): void;
}

export interface AnswerSource {
  document: DocumentHead;
  confidence: ConfidenceLevel;
}

/** A place in the content of a document, in UTF-16 units. The end is exclusive. */
export interface AnswerSpan {
  documentId: string;
  start: number;
  end: number;
}

export interface GeneratedAnswer {
  answer: string;
  /** Those that the answer cites: `[1]` refers to the first. */
  sources: AnswerSource[];
  /** What exactly was asked for; null if the answer is not quoted. */
  span: AnswerSpan | null;
  confidence: ConfidenceLevel;
  stopReason: StopReason;
  semanticTokens: number;
  appliedSynonyms: readonly AppliedSynonym[];
  usage: LanguageModelUsage;
}

/** The answer is null if the documents contain none; the listener is then not called. */
export type FoundAnswer = Omit<GeneratedAnswer, 'answer'> & { answer: string | null };

export const NO_ANSWER_FOUND: FoundAnswer = {
  answer: null,
  sources: [],
  span: null,
  confidence: 'not_available',
  stopReason: 'end_turn',
  semanticTokens: 0,
  appliedSynonyms: [],
  usage: NO_LANGUAGE_MODEL,
};

/** The language of the answer: that of the question if all languages are searched. */
export function replyLanguage({ query, language }: { query: string; language: Language | null }): Language {
  return language ?? detectLanguage(query) ?? DEFAULT_LANGUAGE;
}
