import { Tokenizer as LibraryTokenizer } from '@huggingface/tokenizers';
import { LruCache } from '../../algorithms/lru-cache.js';

/**
 * In Unigram models the library's time grows with the square of the length for what the vocabulary lacks: 20,000 emoji in a
 * row take half a second. Pieces of this many characters take a millisecond or two.
 */
const LONGEST_PIECE = 512;
/** WordPiece takes linear time: the cut is beyond what encoders read. */
const LONGEST_WORDPIECE_PIECE = 4_096;
/** Where a text can't be cut at its spaces without changing its tokens, the cuts are further apart than encoders read. */
const LONGEST_UNSPLIT_PIECE = 4_096;
const LONGEST_CACHED_WORD = 32;
/** The cache holds up to twice as many. */
const CACHED_WORDS = 15_000;

export interface TokenizedText {
  /** As the encoder reads them, special tokens included. */
  ids: number[];
  /** How many there would be if the encoder read the whole text. */
  tokens: number;
}

/** How a model reads texts. */
export interface Tokenizer {
  encode(text: string): TokenizedText;
}

/** Any tokenizer.json, quick with words it has seen: most words of a text are common ones. */
export class TextTokenizer implements Tokenizer {
  readonly #tokenizer: LibraryTokenizer;
  readonly #pieces: RegExp;
  readonly #words = new LruCache<readonly number[]>(CACHED_WORDS);
  readonly #before: readonly number[];
  readonly #after: readonly number[];

  readonly #maxTokens: number;

  constructor(file: TokenizerFile, maxTokens: number) {
    this.#maxTokens = maxTokens;
    this.#tokenizer = new LibraryTokenizer(file, {});
    // The `u` flag keeps a cut from falling between the halves of a surrogate pair.
    const longest = file.model?.type === 'WordPiece' ? LONGEST_WORDPIECE_PIECE : LONGEST_PIECE;
    this.#pieces = splitsAtSpaces(file)
      ? new RegExp(`[^ \\t\\n\\r]{1,${longest}}`, 'gu')
      : new RegExp(`[^]{1,${LONGEST_UNSPLIT_PIECE}}(?=\\s|$)|[^]{1,${LONGEST_UNSPLIT_PIECE}}`, 'gu');
    [this.#before, this.#after] = this.#specialTokens();
  }

  encode(text: string): TokenizedText {
    const room = this.#maxTokens - this.#before.length - this.#after.length;
    const ids: number[] = [];
    let tokens = this.#before.length + this.#after.length;
    for (const [piece] of text.matchAll(this.#pieces)) {
      const pieceIds = this.#idsOf(piece);
      tokens += pieceIds.length;
      for (let i = 0; i < pieceIds.length && ids.length < room; i++) ids.push(pieceIds[i]);
    }
    return { ids: [...this.#before, ...ids, ...this.#after], tokens };
  }

  #idsOf(piece: string): readonly number[] {
    const known = this.#words.get(piece);
    if (known !== undefined) return known;
    const { ids } = this.#tokenizer.encode(piece, { add_special_tokens: false });
    if (piece.length <= LONGEST_CACHED_WORD) this.#words.set(piece, ids);
    return ids;
  }

  /** What the model wants before and after a text, seen on a sample. */
  #specialTokens(): [number[], number[]] {
    const bare = this.#tokenizer.encode('a', { add_special_tokens: false }).ids;
    const whole = this.#tokenizer.encode('a').ids;
    const start = whole.indexOf(bare[0]);
    return [whole.slice(0, start), whole.slice(start + bare.length)];
  }
}

/** The part of a tokenizer.json that says how a text is normalised and divided. */
export interface TokenizerFile {
  model?: { type?: string };
  normalizer?: Step | null;
  pre_tokenizer?: Step | null;
}

interface Step {
  type: string;
  normalizers?: readonly Step[];
  pretokenizers?: readonly Step[];
}

/** These change characters and never look across a space. */
const WORDWISE_NORMALIZERS = new Set(['BertNormalizer', 'NFC', 'NFD', 'NFKC', 'NFKD', 'Lowercase', 'StripAccents']);
const SPLIT_AT_SPACES = new Set(['BertPreTokenizer', 'Whitespace', 'WhitespaceSplit']);

/** True if the tokens of a text are the tokens of its words, one after the other. In doubt, false. */
export function splitsAtSpaces({ normalizer, pre_tokenizer }: TokenizerFile): boolean {
  if (!steps(normalizer).every(isWordwise)) return false;
  const [first] = steps(pre_tokenizer);
  return first !== undefined && SPLIT_AT_SPACES.has(first.type);
}

function steps(step: Step | null | undefined): readonly Step[] {
  if (step === null || step === undefined) return [];
  return step.type === 'Sequence' ? (step.normalizers ?? step.pretokenizers ?? []) : [step];
}

/** A replacement that neither names a space nor uses an escape, which could stand for one, leaves the spaces alone. */
function isWordwise(step: Step): boolean {
  return WORDWISE_NORMALIZERS.has(step.type) || (step.type === 'Replace' && !/[ \\]/.test(JSON.stringify(step)));
}
