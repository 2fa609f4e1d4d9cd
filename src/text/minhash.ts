import { wordsOf } from './frozen-words.js';

/**
 * A MinHash signature of a text, for finding near copies. All three-word shingles of its sentences are hashed and sorted
 * into 128 bins by their hash (one-permutation MinHash); each bin keeps its smallest hash, as one byte. The fraction of
 * bytes that two signatures have in common estimates the Jaccard similarity of their shingles, give or take 4 points.
 * No shingle crosses the end of a sentence, so the order of sentences makes no difference.
 *
 * Segments on disk hold signatures, so the words, the sentences and the hashes of this file must never change.
 */
export const SIGNATURE_BYTES = 128;

export const WORDS_IN_SHINGLE = 3;
const EMPTY = 0xffffffff;

/** A content of fewer words says too little: two documents with the content "to be done" are not copies of each other. */
export const FEWEST_WORDS = 5;

/**
 * Not `sentencesOf`, which depends on language and layout: a copy may be laid out in another way, and an improvement there
 * would make all signatures on disk worthless.
 */
const SENTENCE_END = /(?<=[.!?…]["'’”»)\]]?)\s+|(?<=[。！？।])/u;

/** The signature of a document's content, or of title and content if the content has hardly any words. */
export function documentSignature({ title, content }: { title: string; content: string | null }): Uint8Array {
  const sentences = wordsBySentence(content ?? '');
  const words = sentences.reduce((sum, { length }) => sum + length, 0);
  return signatureOfSentences(words < FEWEST_WORDS ? [...wordsBySentence(title), ...sentences] : sentences);
}

export function signatureOf(text: string): Uint8Array {
  return signatureOfSentences(wordsBySentence(text));
}

/** The words of each sentence. */
function wordsBySentence(text: string): string[][] {
  return text.split(SENTENCE_END).map(wordsOf);
}

function signatureOfSentences(sentences: readonly string[][]): Uint8Array {
  const least = new Uint32Array(SIGNATURE_BYTES).fill(EMPTY);
  for (const words of sentences) addShingles(words.map(hashOf), least);
  return Uint8Array.from(least, (_, bin) => filled(least, bin) & 0xff);
}

/** Densification: an empty bin borrows the value of the next filled one, mixed with the distance to it. */
function filled(least: Uint32Array, bin: number): number {
  for (let distance = 0; distance < SIGNATURE_BYTES; distance++) {
    const value = least[(bin + distance) % SIGNATURE_BYTES];
    if (value !== EMPTY) return mix(value + distance * 0x2000000);
  }
  return 0;
}

/** Whether a signature is that of a text without words, which says nothing: "!!!" is no copy of "😀". */
export function isWordless(signature: Uint8Array): boolean {
  return signature.every((byte) => byte === 0);
}

/** The estimated Jaccard similarity, from 0 to 1. Bytes agree by chance once in 256 times. */
export function signatureSimilarity(a: Uint8Array, b: Uint8Array): number {
  let same = 0;
  for (let i = 0; i < SIGNATURE_BYTES; i++) if (a[i] === b[i]) same++;
  return Math.max(0, (same / SIGNATURE_BYTES - 1 / 256) / (1 - 1 / 256));
}

/** A sentence that is shorter than a shingle counts as one. */
function addShingles(words: readonly number[], least: Uint32Array): void {
  const last = words.length === 0 ? 0 : Math.max(1, words.length - WORDS_IN_SHINGLE + 1);
  for (let i = 0; i < last; i++) {
    let hash = 0;
    for (let j = i; j < Math.min(words.length, i + WORDS_IN_SHINGLE); j++) hash = mix(Math.imul(hash, 31) ^ words[j]);
    const bin = hash >>> 25;
    const value = hash & 0x1ffffff;
    if (value < least[bin]) least[bin] = value;
  }
}

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Spreads every bit of a number over all of the result (the finaliser of MurmurHash3). */
function mix(value: number): number {
  let bits = value;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
