import { LruCache } from '../../algorithms/lru-cache.js';
import { readableForm, Sources, WORD_MARK } from './chunk-normalisation.js';
import type { LocatedTokens, LocatingTokenizer } from './located-tokens.js';
import type { TokenizedText, Tokenizer } from './text-tokenizer.js';
import { Unigram, type UnigramVocabulary } from './unigram.js';

/** The parts of both vocabularies' tokenizer.json that the rule needs. */
export interface MixedVocabularies {
  unigram: { model: UnigramVocabulary; added_tokens: readonly { content: string; id: number }[] };
  wordPiece: { model: { vocab: Record<string, number> } };
}

/** Ids, and where each piece ends in what was cut. */
interface Pieces {
  ids: number[];
  ends: number[];
}

/** The pieces of a chunk, cut from its readable form. */
interface ReadChunk extends Pieces {
  /** Where each starts and ends in the chunk itself, by turns. Made when it is first asked for. */
  places: Int32Array | null;
}

/** As Python's `str.split` knows it: the encoder was trained on texts that were cut there. */
const WHITE_SPACE = '\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000';
const CHUNK = new RegExp(`[^${WHITE_SPACE}]+`, 'g');
/** As long as 256 of the longest pieces: the cut is beyond what the encoder reads. */
const LONGEST_CHUNK = 4_096;
const LONGEST_CACHED_CHUNK = 32;
/** The cache holds up to twice as many. */
const CACHED_CHUNKS = 15_000;
/** Stands for characters that the vocabulary lacks: they end a word. */
const UNKNOWN = '\uffff';
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
export class MixedTokenizer implements Tokenizer, LocatingTokenizer {
  readonly #unigram: Unigram;
  readonly #wordPieces: ReadonlyMap<string, number>;
  /** A text that spells one of these is given its id, as it was in training. */
  readonly #specialTokens: ReadonlyMap<string, number>;
  readonly #specialToken: RegExp;
  readonly #chunks = new LruCache<ReadChunk>(CACHED_CHUNKS);
  readonly start: number;
  readonly separator: number;
  readonly #maxTokens: number;

  constructor({ unigram, wordPiece }: MixedVocabularies, maxTokens: number) {
    this.#unigram = new Unigram(unigram.model);
    this.#wordPieces = new Map(Object.entries(wordPiece.model.vocab));
    this.#specialTokens = new Map(unigram.added_tokens.map(({ content, id }) => [content, this.#offset(id)]));
    this.#specialToken = new RegExp(`(${[...this.#specialTokens.keys()].map(escapeRegExp).join('|')})`);
    this.start = this.#specialTokens.get('[CLS]')!;
    this.separator = this.#specialTokens.get('[SEP]')!;
    this.#maxTokens = maxTokens;
  }

  encode(text: string): TokenizedText {
    const ids = [this.start];
    let tokens = 2;
    for (const { 0: whole } of text.matchAll(CHUNK)) {
      for (const chunk of whole.length > LONGEST_CHUNK ? cutLong(whole) : [whole]) {
        const { ids: chunkIds } = this.#chunk(chunk);
        tokens += chunkIds.length;
        for (let i = 0; i < chunkIds.length && ids.length < this.#maxTokens - 1; i++) ids.push(chunkIds[i]);
      }
    }
    ids.push(this.separator);
    return { ids, tokens };
  }

  locate(text: string, most = Number.POSITIVE_INFINITY): LocatedTokens {
    const located: LocatedTokens = { ids: [], starts: [], ends: [] };
    for (const { 0: whole, index } of text.matchAll(CHUNK)) {
      let at = index;
      for (const chunk of whole.length > LONGEST_CHUNK ? cutLong(whole) : [whole]) {
        const read = this.#chunk(chunk);
        read.places ??= this.#place(chunk, read.ends);
        for (let i = 0; i < read.ids.length; i++) {
          if (located.ids.length >= most) return located;
          located.ids.push(read.ids[i]);
          located.starts.push(at + read.places[2 * i]);
          located.ends.push(at + read.places[2 * i + 1]);
        }
        at += chunk.length;
      }
    }
    return located;
  }

  #chunk(chunk: string): ReadChunk {
    const known = this.#chunks.get(chunk);
    if (known !== undefined) return known;
    const read = this.#read(chunk);
    if (chunk.length <= LONGEST_CACHED_CHUNK) this.#chunks.set(chunk, read);
    return read;
  }

  #read(chunk: string): ReadChunk {
    const read: ReadChunk = { ids: [], ends: [], places: null };
    let formEnd = 0;
    for (const part of chunk.split(this.#specialToken)) {
      const special = this.#specialTokens.get(part);
      const form = special === undefined ? readableForm(part) : part;
      if (special === undefined) this.#readForm(form, formEnd, read);
      formEnd += form.length;
      if (special !== undefined) push(read, special, formEnd);
    }
    return read;
  }

  #place(chunk: string, ends: readonly number[]): Int32Array {
    const sources = new Sources();
    for (const part of chunk.split(this.#specialToken)) {
      if (this.#specialTokens.has(part)) sources.addVerbatim(part);
      else sources.addReadable(part);
    }
    const places = new Int32Array(2 * ends.length);
    ends.forEach((end, i) => {
      places[2 * i] = sources.starts[ends[i - 1] ?? 0];
      places[2 * i + 1] = sources.ends[end - 1];
    });
    return places;
  }

  /** Adds the pieces of a form, which begins at `base` among the forms of its chunk. */
  #readForm(form: string, base: number, into: ReadChunk): void {
    const { ids, ends } = this.#unigram.cut(form);
    const text = this.#maskUnknown(form, ids, ends);
    /** The first piece that has not been added yet. */
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
      if (before === null || after === null || before.length + pieces.ids.length + after.length > last - first)
        continue;
      for (; next < first; next++) push(into, this.#offset(ids[next]), base + ends[next]);
      for (const id of before) push(into, id, base + marked);
      pieces.ids.forEach((id, i) => {
        push(into, id, base + start + pieces.ends[i]);
      });
      for (const id of after) push(into, id, base + ends[last]);
      next = last + 1;
    }
    for (; next < ids.length; next++) push(into, this.#offset(ids[next]), base + ends[next]);
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
  #wordPiecesOf(word: string, most: number): Pieces | null {
    if (most < 2 || word.length > LONGEST_WORD || !PLAIN_WORD.test(word)) return null;
    const pieces: Pieces = { ids: [], ends: [] };
    for (let start = 0; start < word.length; ) {
      let end = word.length;
      let id: number | undefined;
      for (; end > start; end--) {
        const piece = word.slice(start, end);
        id = this.#wordPieces.get(start === 0 ? piece : `##${piece}`);
        if (id !== undefined) break;
      }
      if (id === undefined || pieces.ids.length + 2 > most) return null;
      push(pieces, id, end);
      start = end;
    }
    return pieces;
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

function push(pieces: Pieces, id: number, end: number): void {
  pieces.ids.push(id);
  pieces.ends.push(end);
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
