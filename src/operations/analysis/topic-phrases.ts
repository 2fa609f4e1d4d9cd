import { evenlySpread } from '../../algorithms/evenly-spread.js';
import type { Language } from '../../domain/document/language.js';
import type { Embedder } from '../../inference/embedder.js';
import { detectLanguage } from '../../text/language/detect-language.js';
import { hasUnspacedScript } from '../../text/unspaced-scripts.js';
import type { Category } from './category-scores.js';

/** Separates the phrases of a description, in any script. */
const PHRASE_SEPARATOR = /[.,:;!?()\n。、，：；！？（）।؟،؛]+/u;

/** A phrase of more words is a whole sentence, which lists several things without commas. */
const LONGEST_PHRASE = 14;

/** A sentence is cut into pieces of as many words as the items of a list have. */
const PIECE = 4;

/** Limits the time that a description of nothing but commas takes. */
const MAX_PHRASES = 40;

interface DescribedTopic extends Category {
  /** Of the description; guessed if it is not given. */
  language?: Language;
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * The directions of what each category is about: its name and the phrases of its description, which may be in another language
 * than the documents. A phrase is often read wrongly without the name ("it was refused"), and with the name it is much like the other
 * phrases; so its direction is the one between both.
 */
export async function embedPhrases(
  categories: readonly DescribedTopic[],
  { embedder }: { embedder: Embedder },
): Promise<Float32Array[][]> {
  const texts = categories.map(({ name, description, language = detectLanguage(description) }) => {
    const asQuery = (text: string) => ({ text, language, kind: 'query' as const });
    const phrases = phrasesOf(description).flatMap((phrase) => [asQuery(phrase), asQuery(`${name}: ${phrase}`)]);
    return [asQuery(name), ...phrases];
  });
  const embeddings = await embedder.embed(texts.flat());
  let next = 0;
  return texts.map((ofCategory) => {
    const [name, ...phrases] = ofCategory.map(() => embeddings[next++].vector);
    return [name, ...phrases.flatMap((alone, i) => (i % 2 === 0 ? [between(alone, phrases[i + 1])] : []))];
  });
}

/** What a description lists. */
export function phrasesOf(description: string): string[] {
  const phrases = description.split(PHRASE_SEPARATOR).map((phrase) => phrase.trim());
  const pieces = phrases.filter((phrase) => phrase !== '').flatMap(piecesOf);
  return evenlySpread(pieces, MAX_PHRASES);
}

/** A sentence in pieces of equal size; a phrase is its only piece. */
function piecesOf(phrase: string): string[] {
  const words = hasUnspacedScript(phrase) ? segmentedWords(phrase) : [...phrase.matchAll(/\S+/g)].map(extentOf);
  if (words.length <= LONGEST_PHRASE) return [phrase];
  const count = Math.ceil(words.length / PIECE);
  const border = (piece: number) => Math.round((piece * words.length) / count);
  return Array.from({ length: count }, (_, i) => phrase.slice(words[border(i)].start, words[border(i + 1) - 1].end));
}

function segmentedWords(phrase: string) {
  const segments = [...segmenter.segment(phrase)].filter(({ isWordLike }) => isWordLike);
  return segments.map(({ index, segment }) => ({ start: index, end: index + segment.length }));
}

function extentOf({ 0: word, index }: RegExpExecArray) {
  return { start: index, end: index + word.length };
}

/** Of unit length, like both. */
function between(one: Float32Array, other: Float32Array): Float32Array {
  const sum = one.map((value, i) => value + other[i]);
  const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0)) || 1;
  return sum.map((value) => value / length);
}
