import type { Caller } from '../domain/caller.js';
import type { ContentType } from '../domain/document/document.js';
import type { Language } from '../domain/document/language.js';
import type { Engine, ScoreScale } from '../engine/engine.js';
import type { Embedder } from '../inference/embedder.js';
import type { AnswerModels } from '../inference/extractive/answer-weights.js';
import type { TopicComparison } from '../inference/extractive/compare-topics.js';
import type { LanguageModels } from '../inference/language-model.js';
import type { SentimentReader } from '../inference/sentiment.js';
import type { DocumentStorage, IdempotencyStorage } from '../storage/storage.js';
import type { FoundSentence, SentenceRequest } from '../text/answers/find-sentences.js';
import type { ExcerptRequest, ShownHit } from '../text/excerpts/make-excerpts.js';
import type { ContentToDivide, DividedSentence } from '../text/summaries/divide-sentences.js';
import type { TextRange } from '../text/text-range.js';

/** The documents of one mode: where they are kept and what finds them. */
export interface Collection {
  documents: DocumentStorage;
  engine: Engine;
}

/** Makes plain text of what a caller sent. */
type ConvertContent = (content: string, type: ContentType) => Promise<string>;

/** Divides contents into passages, many at a time. */
type SplitContents = (texts: readonly { content: string; language: Language }[]) => Promise<TextRange[][]>;

/** Shows hits: titles and excerpts, with matches marked. */
type MakeExcerpts = (request: ExcerptRequest) => Promise<ShownHit[]>;

/** The sentences of passages, with what speaks for each as the answer to a question. */
type FindSentences = (request: SentenceRequest) => Promise<FoundSentence[]>;

/** The sentences of a content that could stand in a summary. */
type DivideSentences = (request: ContentToDivide) => Promise<DividedSentence[]>;

/** How near documents are to topics, for each document and each topic. */
type CompareTopics = (comparison: TopicComparison) => Promise<number[][]>;

/** What operations work with beside the documents; the same for every caller. */
export interface OperationServices {
  convert: ConvertContent;
  split: SplitContents;
  excerpts: MakeExcerpts;
  sentences: FindSentences;
  divideSentences: DivideSentences;
  compareTopics: CompareTopics;
  /** Embeds queries, and documents too: what it makes is compared with what it made before. */
  embedder: Embedder;
  /** What documents are being embedded for besides, to be served once all of them are; null most of the time. */
  nextEmbedder: Embedder | null;
  /** How a cosine becomes a score, for the vectors that `embedder` makes. */
  scale: ScoreScale;
  languageModels: LanguageModels;
  sentiment: SentimentReader;
  /** How answers are chosen where no language model writes them. */
  answerModels: AnswerModels;
  /** Milliseconds that one query may take in the engine. */
  queryTimeLimit: number;
}

/** What an operation works with: who asks, on which documents. */
export interface OperationContext extends OperationServices {
  caller: Caller;
  collection: Collection;
  now: () => number;
  /** Aborts once nobody waits for the result any more. */
  signal?: AbortSignal;
}

/** A request that may be sent again: the name its answer is kept under, and what makes it the same request. */
export interface IdempotentRequest {
  storage: IdempotencyStorage;
  /** Names the mode, the API key and the key the caller chose. */
  key: string;
  fingerprint: string;
}
