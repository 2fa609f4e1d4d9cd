import type { Prefixes } from '../embedder.js';

/** How the vectors of a text's tokens become one, for models that leave this to their user. */
export type Pooling = 'mean' | 'cls';

/** An encoder in files, and how it wants to be used. */
export interface EncoderModel {
  modelFile: string;
  tokenizerFile: string;
  pooling: Pooling;
  prefixes: Prefixes;
  /** What the encoder reads of a text, its special tokens included. The rest is not embedded. */
  maxTokens: number;
}
