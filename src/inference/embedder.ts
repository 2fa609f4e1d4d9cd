import type { Language } from '../domain/document/language.js';
import { failure } from '../domain/errors/error.js';

/**
 * What a text is embedded for. A sentence is encoded as passages are, but somebody waits for it as for a query, so it
 * goes before the passages of an import.
 */
export type TextKind = 'query' | 'sentence' | 'passage';

/** Some encoders want a text introduced by what it is for. */
export type Prefixes = Record<'query' | 'passage', string>;

export function introduced({ text, kind }: Pick<TextToEmbed, 'text' | 'kind'>, prefixes: Prefixes): string {
  return (kind === 'query' ? prefixes.query : prefixes.passage) + text;
}

export function isWaitedFor({ kind }: Pick<TextToEmbed, 'kind'>): boolean {
  return kind !== 'passage';
}

export interface TextToEmbed {
  text: string;
  /** Null where any language may be meant, as in a query over documents of all languages. */
  language: Language | null;
  kind: TextKind;
}

export interface Embedding {
  /** Of unit length, so that a dot product is a cosine. Shared with other callers: never written to. */
  vector: Float32Array;
  /** What the encoder's tokenizer made of the whole text, also of the part beyond what the encoder reads. */
  tokens: number;
}

/** Turns texts into vectors whose cosine is their similarity in meaning. */
export interface Embedder {
  /** Names the vector space. Vectors of different spaces are never compared. */
  readonly space: string;
  readonly dimensions: number;
  /**
   * Languages that have an encoder of their own; missing if there are none. It places their texts more exactly than the one that a
   * text of any language goes to, though both share a space.
   */
  readonly ownLanguages?: readonly Language[];
  /**
   * One embedding for each text, in their order. Queries and sentences go before passages that wait. Rejects with `overloaded` when
   * too much is waiting, with `model_failed` or `model_timeout` when the encoder can't answer.
   */
  embed(texts: readonly TextToEmbed[]): Promise<Embedding[]>;
  /** The `tokens` that `embed` would answer with, for less work. */
  countTokens(texts: readonly TextToEmbed[]): Promise<number[]>;
  /** What is still waiting is refused; what runs is finished first. */
  close(): Promise<void>;
}

/** Normalises a vector to length 1. Throws for zeros and NaN: an encoder that answers with them is broken. */
export function unitVector(vector: ArrayLike<number>): Float32Array {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += vector[i] * vector[i];
  const length = Math.sqrt(squares);
  if (!(length > 0 && Number.isFinite(length)))
    throw failure('model_failed', 'The encoder answered with no usable vector.');
  return Float32Array.from(vector, (value) => value / length);
}

/** The folder or file that a setting names is no usable model. The message says what is missing. */
export class ModelFilesError extends Error {}
