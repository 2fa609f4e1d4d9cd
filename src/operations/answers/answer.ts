import type { DocumentHead } from '../../domain/document/document.js';
import { DEFAULT_LANGUAGE, type Language } from '../../domain/document/language.js';
import type { ConfidenceLevel } from '../../domain/search/confidence.js';
import type { ConversationMessage, LanguageModelUsage, StopReason } from '../../domain/search/generation.js';
import { detectLanguage } from '../../text/language/detect-language.js';
import type { RetrieveRequest } from '../search/retrieve-passages.js';

export interface AnswerRequest extends RetrieveRequest {
  /** What small talk is answered with; null for the default. */
  greetingResponse: string | null;
  /** The messages before the query that are to be used, the oldest first. */
  history: readonly ConversationMessage[];
  maxOutputTokens: number;
  temperature: number;
  /** Aborts when nobody waits for the answer any more. */
  signal: AbortSignal;
  listener: AnswerListener;
}

/** Told of an answer while it is being made: first the sources, then the text. The pieces joined are the answer. */
export interface AnswerListener {
  onSources(sources: readonly AnswerSource[]): void;
  onText(piece: string): void;
}

export interface AnswerSource {
  document: DocumentHead;
  confidence: ConfidenceLevel;
}

export interface GeneratedAnswer {
  answer: string;
  /** What the answer rests on: `[1]` in it is the first of these. */
  sources: AnswerSource[];
  confidence: ConfidenceLevel;
  stopReason: StopReason;
  semanticTokens: number;
  usage: LanguageModelUsage;
}

/** The answer is null if the documents don't hold one; the listener is told nothing then. */
export type FoundAnswer = Omit<GeneratedAnswer, 'answer'> & { answer: string | null };

/** The language that answers are given in: where all languages are searched, that of the question. */
export function replyLanguage({ query, language }: { query: string; language: Language | null }): Language {
  return language ?? detectLanguage(query) ?? DEFAULT_LANGUAGE;
}
