import type { Language } from '../domain/document/language.js';
import { detectLanguage } from '../text/language/detect-language.js';
import { splitIntoPassages } from '../text/passages/passages.js';
import type { Embedder, TextKind, TextToEmbed } from './embedder.js';

/** A text whose meaning as a whole is asked for, as classifiers learn and are asked. */
export interface WholeText {
  text: string;
  /** Null where any may be meant. */
  language: Language | null;
}

export interface TextMeaning {
  /** Of unit length. */
  vector: Float32Array;
  tokens: number;
}

/** What is shorter fits into an encoder as it is. */
const LONGEST_PASSAGE = 1_000;
/** More than the 5,000 characters that can be classified as a text have. What follows rarely changes what a text is about. */
const MOST_PASSAGES = 8;

/**
 * The meanings of texts of any length: encoders read some 200 words, so a long text is the mean of its passages. Texts are
 * embedded together.
 */
export async function embedWholeTexts(
  texts: readonly WholeText[],
  embedder: Embedder,
  kind: Extract<TextKind, 'sentence' | 'passage'>,
): Promise<TextMeaning[]> {
  const parts = texts.map((text) => partsOf(text, kind));
  const embeddings = await embedder.embed(parts.flat());
  let next = 0;
  return parts.map((own) => {
    const mine = embeddings.slice(next, next + own.length);
    next += own.length;
    const tokens = mine.reduce((sum, embedding) => sum + embedding.tokens, 0);
    return { vector: meanDirection(mine.map(({ vector }) => vector)), tokens };
  });
}

function partsOf({ text, language }: WholeText, kind: TextKind): TextToEmbed[] {
  if (text.length <= LONGEST_PASSAGE) return [{ text, language, kind }];
  const beginning = text.slice(0, LONGEST_PASSAGE * MOST_PASSAGES * 2);
  const ranges = splitIntoPassages(beginning, language ?? 'en').slice(0, MOST_PASSAGES);
  if (ranges.length === 0) return [{ text: beginning.slice(0, LONGEST_PASSAGE), language, kind }];
  return ranges.map(({ start, end }) => ({ text: beginning.slice(start, end), language, kind }));
}

/** The mean of vectors, or of codes, that each count alike, at unit length. */
export function meanDirection(vectors: readonly (Float32Array | Int8Array)[]): Float32Array {
  if (vectors.length === 1 && vectors[0] instanceof Float32Array) return vectors[0];
  const mean = new Float32Array(vectors[0].length);
  for (const vector of vectors) {
    const length = lengthOf(vector) || 1;
    for (let i = 0; i < mean.length; i++) mean[i] += vector[i] / length;
  }
  const length = lengthOf(mean) || 1;
  return mean.map((value) => value / length);
}

function lengthOf(vector: Float32Array | Int8Array): number {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += vector[i] * vector[i];
  return Math.sqrt(sum);
}

/** Languages rarely change within a text, so only its beginning is looked at, in UTF-16 units. */
const LOOKED_AT = 2_000;

function languageShown(text: string): Language | null {
  return detectLanguage(text.slice(0, LOOKED_AT));
}

/** The language to embed a text in: English has an encoder of its own. `usual` is for texts that don't show their language. */
export function languageOfText(text: string, usual: 'en' | null): 'en' | null {
  const language = languageShown(text);
  if (language === null) return usual;
  return language === 'en' ? 'en' : null;
}

/** Nine in ten of the texts that show a language must be English for the rest to count as such. */
const ENGLISH_FRACTION = 0.9;

export function usualLanguage(texts: Iterable<string>): 'en' | null {
  let english = 0;
  let clear = 0;
  for (const text of texts) {
    const language = languageShown(text);
    if (language !== null) clear++;
    if (language === 'en') english++;
  }
  return clear > 0 && english >= ENGLISH_FRACTION * clear ? 'en' : null;
}
