import type { Caller } from '../domain/caller.js';
import type { ContentType } from '../domain/document/document.js';
import type { Language } from '../domain/document/language.js';
import type { Engine, ScoreScale } from '../engine/engine.js';
import type { Embedder } from '../inference/embedder.js';
import type { AnswerModels } from '../inference/extractive/answer-model.js';
import type { TopicComparison } from '../inference/extractive/compare-topics.js';
import type { LanguageModels } from '../inference/language-model.js';
import type { PassageReader } from '../inference/reader.js';
import type { SentimentReader } from '../inference/sentiment.js';
import type { DocumentStorage, IdempotencyStorage } from '../storage/storage.js';
import type { FoundSentence, SentenceRequest } from '../text/answers/find-sentences.js';
import type { ExcerptRequest, ShownHit } from '../text/excerpts/make-excerpts.js';
import type { ContentToDivide, DividedSentence } from '../text/summaries/divide-sentences.js';
import type { TextRange } from '../text/text-range.js';
import type { KeyedMutex } from '../threads/locks.js';
import type { CommonTopics } from './analysis/common-topics.js';
import type { SearchRules } from './rules/search-rules.js';

/** The documents of one mode: the store that keeps them and the engine that finds them. */
export interface Collection {
  documents: DocumentStorage;
  engine: Engine;
  /** Updates of a document's text take the mutex of its id: each embeds the text that the one before left. */
  textUpdates: KeyedMutex;
  /** What administrators have said about searches. */
  rules: SearchRules;
}

/** Converts content to plain text. Rejects with the reason of the signal if it aborts while others are being converted. */
type ConvertContent = (
  content: string,
  type: ContentType,
  asked: Pick<OperationContext, 'caller' | 'signal'>,
) => Promise<string>;

/** Splits contents into passages, many at a time. */
type SplitContents = (texts: readonly { content: string; language: Language }[]) => Promise<TextRange[][]>;

/** Makes titles and excerpts of hits, with matches highlighted. */
type MakeExcerpts = (request: ExcerptRequest) => Promise<ShownHit[]>;

/** Finds the sentences of passages, each with its features as an answer to the question. */
type FindSentences = (request: SentenceRequest) => Promise<FoundSentence[]>;

/** Finds the sentences of a content that a summary may use. */
type DivideSentences = (request: ContentToDivide) => Promise<DividedSentence[]>;

/** Computes the similarity of each document to each topic. */
type CompareTopics = (comparison: TopicComparison) => Promise<number[][]>;

/** What operations need besides the documents; the same for every caller. */
export interface OperationServices {
  convert: ConvertContent;
  split: SplitContents;
  excerpts: MakeExcerpts;
  sentences: FindSentences;
  divideSentences: DivideSentences;
  compareTopics: CompareTopics;
  /** Embeds queries and documents. Only vectors of the same encoder are compared. */
  embedder: Embedder;
  /** While the encoder is being replaced: documents are embedded for this one too. Otherwise null. */
  nextEmbedder: Embedder | null;
  /** Converts cosines of `embedder`'s vectors to scores. */
  scale: ScoreScale;
  /** Topics that compete with a caller's categories, in the vector space of `embedder`. */
  commonTopics: CommonTopics;
  languageModels: LanguageModels;
  sentiment: SentimentReader;
  /** Finds answers in passages. */
  reader: PassageReader;
  /** How long an answer may read, in milliseconds. */
  readingTime: number;
  /** How likely an answer is right that was read. */
  answerModels: AnswerModels;
  /** The time limit of one query in the engine, in milliseconds. */
  queryTimeLimit: number;
}

/** The context of one operation: the caller and the documents. */
export interface OperationContext extends OperationServices {
  caller: Caller;
  collection: Collection;
  now: () => number;
  /** Aborts when the client has disconnected. */
  signal?: AbortSignal;
}

/** What makes requests idempotent; the same for all of them. */
export interface Idempotency {
  storage: IdempotencyStorage;
  /** One request at a time per key: a repeated one waits for the first and then gets its answer. */
  mutex: Pick<KeyedMutex, 'take' | 'run'>;
}

/** A request with an Idempotency-Key. */
export interface IdempotentRequest extends Idempotency {
  /** Made of the mode, the API key and the key that the caller chose. */
  key: string;
  /** Equal for repetitions of the same request. */
  fingerprint: string;
}
