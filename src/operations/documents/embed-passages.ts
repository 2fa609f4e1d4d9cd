import type { Language } from '../../domain/language.js';
import type { Embedding, TextToEmbed } from '../../inference/embedder.js';
import { unitVector } from '../../inference/unit-vector.js';
import type { TextRange } from '../../text/text-range.js';

interface TitledText {
  title: string;
  content: string | null;
  language: Language;
}

/** A word of a title says more than one of a passage. Chosen with `bench/search-quality.ts`. */
const TITLE_WEIGHT = 2;

/**
 * What is embedded for the passages of a document: the title and each of them by itself. An empty passage is the title alone.
 * Read as one text, the multilingual encoder takes the title for what the passage is about, whatever the rest says.
 */
export function textsToEmbed(document: TitledText, passages: readonly TextRange[]): TextToEmbed[] {
  const { title, content, language } = document;
  const texts = [title, ...passages.filter(hasText).map(({ start, end }) => (content ?? '').slice(start, end))];
  return texts.map((text) => ({ text, language, kind: 'passage' }));
}

/**
 * The vector of each passage, from the embeddings of those texts. What a passage is about often stands in the title alone, so
 * each is the mean of both: as much of it is the title's as there are words in the title.
 */
export function passageVectors(
  passages: readonly TextRange[],
  [title, ...contents]: readonly Embedding[],
): Float32Array[] {
  let next = 0;
  return passages.map((passage) => (hasText(passage) ? withTitle(contents[next++], title) : title.vector));
}

function hasText({ start, end }: TextRange): boolean {
  return end > start;
}

function withTitle(passage: Embedding, title: Embedding): Float32Array {
  // An encoder elsewhere may count no tokens at all.
  const share = (TITLE_WEIGHT * Math.max(1, title.tokens)) / Math.max(1, passage.tokens);
  return unitVector(passage.vector.map((value, i) => value + share * title.vector[i]));
}
