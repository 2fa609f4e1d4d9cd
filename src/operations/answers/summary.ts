import type { Document } from '../../domain/document/document.js';
import type { Language } from '../../domain/document/language.js';
import type { LanguageModelUsage, StopReason } from '../../domain/search/generation.js';

export const SUMMARY_LENGTHS = ['short', 'medium', 'long'] as const;
export type SummaryLength = (typeof SUMMARY_LENGTHS)[number];

/** How many sentences each has, about. */
export const SENTENCES: Record<SummaryLength, number> = { short: 3, medium: 5, long: 10 };

export interface SummaryRequest {
  documentId: string;
  /** Of the summary. */
  language: Language;
  length: SummaryLength;
  /** Aborts when nobody waits for the summary any more. */
  signal: AbortSignal;
}

/** What is to be summed up. */
export interface SummaryTask extends SummaryRequest {
  document: Document;
}

export interface Summary {
  summary: string;
  stopReason: StopReason;
  semanticTokens: number;
  usage: LanguageModelUsage;
}
