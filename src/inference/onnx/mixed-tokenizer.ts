import { LruCache } from '../../algorithms/lru-cache.js';
import type { TokenizedText, Tokenizer } from './text-tokenizer.js';
import { Unigram, type UnigramVocabulary } from './unigram.js';

/** The parts of both vocabularies' tokenizer.json that the rule needs. */
export interface MixedVocabularies {
  unigram: { model: UnigramVocabulary; added_tokens: readonly { content: string; id: number }[] };
  wordPiece: { model: { vocab: Record<string, number> } };
}

/** As Python's `str.split` knows it: the encoder was trained on texts that were cut there. */
const WHITE_SPACE = '\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000';
const CHUNK = new RegExp(`[^${WHITE_SPACE}]+`, 'g');
/** As long as 256 of the longest pieces: the cut is beyond what the encoder reads. */
const LONGEST_CHUNK = 4_096;
const LONGEST_CACHED_CHUNK = 32;
/** The cache holds up to twice as many. */
const CACHED_CHUNKS = 15_000;
const WORD_MARK = '▁';
/** Stands for characters that the vocabulary lacks: they end a word. */
const UNKNOWN = '\uffff';
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g;
/** Latin letters, digits and combining marks. Texts are in lower case by then. */
const WORD = /(?:[0-9a-z\u00df-\u00f6\u00f8-\u024f\u1e00-\u1eff]|[\u0300-\u036f])+/g;
const WORD_CHARACTER = new RegExp(WORD.source);
const PLAIN_WORD = /^[0-9a-z]+$/;
/** WordPiece calls longer words unknown. */
const LONGEST_WORD = 100;

/**
 * Reads text as the multilingual encoder does: in pieces of its Unigram vocabulary, but plain ASCII words in those of the
 * English WordPiece vocabulary where that makes fewer of them. Names and rare words keep the vectors they have in English.
 * The first ids of the word table are WordPiece's, Unigram's follow. What becomes of a chunk depends on the chunk alone.
 */
export class MixedTokenizer implements Tokenizer {
  readonly #unigram: Unigram;
  readonly #wordPieces: ReadonlyMap<string, number>;
  /** A text that spells one of these is given its id, as it was in training. */
  readonly #specialTokens: ReadonlyMap<string, number>;
  readonly #specialToken: RegExp;
  readonly #chunks = new LruCache<readonly number[]>(CACHED_CHUNKS);
  readonly #start: number;
  readonly #end: number;
  readonly #maxTokens: number;

  constructor({ unigram, wordPiece }: MixedVocabularies, maxTokens: number) {
    this.#unigram = new Unigram(unigram.model);
    this.#wordPieces = new Map(Object.entries(wordPiece.model.vocab));
    this.#specialTokens = new Map(unigram.added_tokens.map(({ content, id }) => [content, this.#offset(id)]));
    this.#specialToken = new RegExp(`(${[...this.#specialTokens.keys()].map(escapeRegExp).join('|')})`);
    this.#start = this.#specialTokens.get('[CLS]')!;
    this.#end = this.#specialTokens.get('[SEP]')!;
    this.#maxTokens = maxTokens;
  }

  encode(text: string): TokenizedText {
    const ids = [this.#start];
    let tokens = 2;
    for (const [whole] of text.matchAll(CHUNK)) {
      for (const chunk of whole.length > LONGEST_CHUNK ? cutLong(whole) : [whole]) {
        const chunkIds = this.#idsOf(chunk);
        tokens += chunkIds.length;
        for (let i = 0; i < chunkIds.length && ids.length < this.#maxTokens - 1; i++) ids.push(chunkIds[i]);
      }
    }
    ids.push(this.#end);
    return { ids, tokens };
  }

  #idsOf(chunk: string): readonly number[] {
    const known = this.#chunks.get(chunk);
    if (known !== undefined) return known;
    const ids = this.#read(chunk);
    if (chunk.length <= LONGEST_CACHED_CHUNK) this.#chunks.set(chunk, ids);
    return ids;
  }

  #read(chunk: string): number[] {
    return chunk.split(this.#specialToken).flatMap((part) => {
      const special = this.#specialTokens.get(part);
      return special === undefined ? this.#readPlain(part) : [special];
    });
  }

  #readPlain(chunk: string): number[] {
    const normalised = markWords(normalise(chunk));
    const { ids, ends } = this.#unigram.cut(normalised);
    const text = this.#maskUnknown(normalised, ids, ends);
    const mixed: number[] = [];
    /** The first piece that is not yet in `mixed`. */
    let next = 0;
    for (const { index: start, 0: word } of text.matchAll(WORD)) {
      const end = start + word.length;
      const marked = text[start - 1] === WORD_MARK ? start - 1 : start;
      let first = next;
      while (first < ends.length && ends[first] <= marked) first++;
      let last = first;
      while (ends[last] < end) last++;
      const firstStart = first === 0 ? 0 : ends[first - 1];
      if (firstStart > marked) continue; // A piece that reaches into the word went with the word before.
      const pieces = this.#wordPiecesOf(word, last - first + 1);
      if (pieces === null) continue;
      const before = this.#restOf(text.slice(firstStart, marked));
      const after = this.#restOf(text.slice(end, ends[last]));
      if (before === null || after === null || before.length + pieces.length + after.length > last - first) continue;
      for (; next < first; next++) mixed.push(this.#offset(ids[next]));
      mixed.push(...before, ...pieces, ...after);
      next = last + 1;
    }
    for (; next < ids.length; next++) mixed.push(this.#offset(ids[next]));
    return mixed;
  }

  #maskUnknown(text: string, ids: readonly number[], ends: readonly number[]): string {
    if (!ids.includes(this.#unigram.unknownId)) return text;
    return ids
      .map((id, i) => {
        const piece = text.slice(ends[i - 1] ?? 0, ends[i]);
        return id === this.#unigram.unknownId ? UNKNOWN.repeat(piece.length) : piece;
      })
      .join('');
  }

  /** The greedy cut of a plain word into fewer than `most` pieces, or null. */
  #wordPiecesOf(word: string, most: number): number[] | null {
    if (most < 2 || word.length > LONGEST_WORD || !PLAIN_WORD.test(word)) return null;
    const ids: number[] = [];
    for (let start = 0; start < word.length; ) {
      let end = word.length;
      let id: number | undefined;
      for (; end > start; end--) {
        const piece = word.slice(start, end);
        id = this.#wordPieces.get(start === 0 ? piece : `##${piece}`);
        if (id !== undefined) break;
      }
      if (id === undefined || ids.length + 2 > most) return null;
      ids.push(id);
      start = end;
    }
    return ids;
  }

  /** What a piece has beyond the word that it reaches into: nothing, or a piece of its own without another word's letters. */
  #restOf(rest: string): number[] | null {
    if (rest === '') return [];
    const id = this.#unigram.idOf(rest);
    return id === undefined || WORD_CHARACTER.test(rest) ? null : [this.#offset(id)];
  }

  #offset(unigramId: number): number {
    return this.#wordPieces.size + unigramId;
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[[\]\\^$.|?*+(){}]/g, '\\$&');
}

function normalise(chunk: string): string {
  return chunk.normalize('NFKC').toLowerCase().replace(INVISIBLE, '').replaceAll('ς', 'σ').replaceAll('i̇', 'i');
}

/** Puts the word mark before each word. NFKC makes spaces of some signs, so there may be several. */
function markWords(text: string): string {
  let marked = '';
  for (const [word] of text.matchAll(/\S+/g)) marked += word.startsWith(WORD_MARK) ? word : WORD_MARK + word;
  return marked;
}

function cutLong(text: string): string[] {
  const chunks: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + LONGEST_CHUNK);
    if (end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00) end--;
    chunks.push(text.slice(start, end));
    start = end;
  }
  return chunks;
}
