import type { Language } from '../../domain/language.js';
import { estimateTokens } from '../../domain/token-estimate.js';
import type { Embedding, TextToEmbed } from '../../inference/embedder.js';
import { unitVector } from '../../inference/unit-vector.js';
import type { TextRange } from '../../text/text-range.js';

interface TitledText {
  title: string;
  content: string | null;
  language: Language;
}

/** A word of the title counts as much as three of a passage, as it does in a search by words. */
const TITLE_WEIGHT = 3;

/**
 * What is embedded for the passages of a document: the title and each of them by itself. An empty passage is the title alone.
 * Read as one text they are found less well, see decision 9.
 */
export function textsToEmbed(document: TitledText, passages: readonly TextRange[]): TextToEmbed[] {
  const { title, content, language } = document;
  const texts = [title, ...passages.filter(hasText).map(({ start, end }) => (content ?? '').slice(start, end))];
  return texts.map((text) => ({ text, language, kind: 'passage' }));
}

/**
 * The vector of each passage, from those of its texts. What a passage is about often stands in the title alone, so each is a
 * mean of both, weighted by how long they are: what little there is in a short passage is to be read under its title.
 */
export function passageVectors(
  passages: readonly TextRange[],
  texts: readonly TextToEmbed[],
  embeddings: readonly Pick<Embedding, 'vector'>[],
): Float32Array[] {
  const title = { ...texts[0], ...embeddings[0] };
  let next = 1;
  return passages.map((passage) => {
    if (!hasText(passage)) return title.vector;
    const place = next++;
    return withTitle({ ...texts[place], ...embeddings[place] }, title);
  });
}

function hasText({ start, end }: TextRange): boolean {
  return end > start;
}

interface EmbeddedText {
  text: string;
  vector: Float32Array;
}

/** By estimated lengths: encoders elsewhere count tokens as they please, or not at all. */
function withTitle(passage: EmbeddedText, title: EmbeddedText): Float32Array {
  const share = (TITLE_WEIGHT * estimateTokens(title.text)) / estimateTokens(passage.text);
  return unitVector(passage.vector.map((value, i) => value + share * title.vector[i]));
}
