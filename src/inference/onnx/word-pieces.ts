import { LruCache } from '../../algorithms/lru-cache.js';
import type { LocatedTokens, LocatingTokenizer } from './located-tokens.js';

/** The parts of a WordPiece tokenizer.json that are needed. */
export interface WordPieceVocabulary {
  model: { vocab: Record<string, number> };
}

const CHUNK = /\S+/g;
/** The cut of longer ones is beyond what readers read. */
const LONGEST_CHUNK = 4_096;
const LONGEST_CACHED_CHUNK = 32;
/** The cache holds up to twice as many. */
const CACHED_CHUNKS = 15_000;
/** BERT calls longer words unknown. */
const LONGEST_WORD = 100;
const PUNCTUATION = '\\p{P}!-/:-@\\[-`{-~';
const WORD_OR_SIGN = new RegExp(`[^\\s${PUNCTUATION}]+|[${PUNCTUATION}]`, 'gu');
const DROPPED = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\0\ufffd]/u;
const IDEOGRAPH = /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/;
const MARKS = /\p{Mn}/gu;
const PLAIN = /^[\x21-\x7e]+$/;

/** A chunk as the vocabulary knows it, in lower case and without accents, and where each unit of that comes from. */
interface Form {
  text: string;
  starts: number[];
  ends: number[];
}

/**
 * Reads text as the English encoder does, in pieces of words (WordPiece, without case and accents), and knows where each piece
 * is in the text.
 */
export class WordPieces implements LocatingTokenizer {
  readonly start: number;
  readonly separator: number;
  readonly #unknown: number;
  readonly #pieces: ReadonlyMap<string, number>;
  readonly #chunks = new LruCache<LocatedTokens>(CACHED_CHUNKS);

  constructor({ model: { vocab } }: WordPieceVocabulary) {
    this.#pieces = new Map(Object.entries(vocab));
    this.start = vocab['[CLS]'];
    this.separator = vocab['[SEP]'];
    this.#unknown = vocab['[UNK]'];
  }

  locate(text: string, most = Number.POSITIVE_INFINITY): LocatedTokens {
    const located: LocatedTokens = { ids: [], starts: [], ends: [] };
    for (const { 0: whole, index } of text.matchAll(CHUNK)) {
      for (let from = 0; from < whole.length; from += LONGEST_CHUNK) {
        const chunk = this.#chunk(whole.slice(from, from + LONGEST_CHUNK));
        for (let i = 0; i < chunk.ids.length; i++) {
          if (located.ids.length >= most) return located;
          located.ids.push(chunk.ids[i]);
          located.starts.push(index + from + chunk.starts[i]);
          located.ends.push(index + from + chunk.ends[i]);
        }
      }
    }
    return located;
  }

  #chunk(chunk: string): LocatedTokens {
    const known = this.#chunks.get(chunk);
    if (known !== undefined) return known;
    const read = this.#read(formOf(chunk));
    if (chunk.length <= LONGEST_CACHED_CHUNK) this.#chunks.set(chunk, read);
    return read;
  }

  #read(form: Form): LocatedTokens {
    const read: LocatedTokens = { ids: [], starts: [], ends: [] };
    for (const { 0: word, index } of form.text.matchAll(WORD_OR_SIGN)) {
      let from = index;
      for (const { id, length } of this.#piecesOf(word)) {
        read.ids.push(id);
        read.starts.push(form.starts[from]);
        read.ends.push(form.ends[from + length - 1]);
        from += length;
      }
    }
    return read;
  }

  /** The longest pieces that the vocabulary has, from the left; the whole word is unknown where there is none. */
  #piecesOf(word: string): { id: number; length: number }[] {
    const unknown = [{ id: this.#unknown, length: word.length }];
    if (word.length > LONGEST_WORD && [...word].length > LONGEST_WORD) return unknown;
    const pieces: { id: number; length: number }[] = [];
    for (let from = 0; from < word.length; ) {
      let end = word.length;
      let id: number | undefined;
      for (; end > from; end--) {
        id = this.#pieces.get(from === 0 ? word.slice(0, end) : `##${word.slice(from, end)}`);
        if (id !== undefined) break;
      }
      if (id === undefined) return unknown;
      pieces.push({ id, length: end - from });
      from = end;
    }
    return pieces;
  }
}

function formOf(chunk: string): Form {
  if (PLAIN.test(chunk)) {
    const starts = Array.from(chunk, (_, i) => i);
    return { text: chunk.toLowerCase(), starts, ends: starts.map((start) => start + 1) };
  }
  const form: Form = { text: '', starts: [], ends: [] };
  let at = 0;
  for (const character of chunk) {
    const own = readable(character);
    form.text += own;
    for (let i = 0; i < own.length; i++) {
      form.starts.push(at);
      form.ends.push(at + character.length);
    }
    at += character.length;
  }
  return form;
}

/** Each ideograph is a word of its own, so it gets spaces around it. */
function readable(character: string): string {
  if (DROPPED.test(character)) return '';
  if (IDEOGRAPH.test(character)) return ` ${character} `;
  return character.toLowerCase().normalize('NFD').replace(MARKS, '');
}
