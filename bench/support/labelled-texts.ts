import type { Embedder } from '../../src/inference/embedder.js';
import type { LabelledTexts } from '../../src/learning/text-classifier/train.js';
import { readJsonLines } from './json-lines.js';

export interface LabelledText {
  text: string;
  label: string;
}

/** A gzipped file of `{text, label}` lines; a title goes before the text. */
export function readLabelledTexts(file: string): LabelledText[] {
  return readJsonLines<LabelledText & { title?: string }>(file).map(({ title, text, label }) => ({
    text: title === undefined ? text : `${title}\n${text}`,
    label,
  }));
}

const BATCH = 256;

export async function embedLabelled(embedder: Embedder, items: readonly LabelledText[]): Promise<LabelledTexts> {
  const { dimensions } = embedder;
  const embeddings = new Float32Array(items.length * dimensions);
  for (let from = 0; from < items.length; from += BATCH) {
    const batch = items
      .slice(from, from + BATCH)
      .map(({ text }) => ({ text, language: 'en', kind: 'passage' }) as const);
    const embedded = await embedder.embed(batch);
    embedded.forEach(({ vector }, i) => {
      embeddings.set(vector, (from + i) * dimensions);
    });
  }
  return { texts: items.map(({ text }) => text), labels: items.map(({ label }) => label), embeddings, dimensions };
}
