/** Tokens without special ones, and where each starts and ends in the text: places in UTF-16 units that never decrease. */
export interface LocatedTokens {
  ids: number[];
  starts: number[];
  ends: number[];
}

/** A tokenizer that knows where its tokens are. */
export interface LocatingTokenizer {
  /** The special token at the beginning of an input, [CLS]. */
  readonly start: number;
  /** The one between its parts and at its end, [SEP]. */
  readonly separator: number;
  /** The first `most` tokens of a text, without special ones. */
  locate(text: string, most?: number): LocatedTokens;
}
