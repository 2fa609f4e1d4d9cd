import { createHash } from 'node:crypto';
import type { Embedder } from '../../inference/embedder.js';
import { type EmbeddingConfig, openEmbedder } from '../../inference/open-embedder.js';
import { embedWholeTexts, languageOfText, usualLanguage } from '../../inference/text-meaning.js';
import type { TrainingControl } from '../../learning/control.js';
import { decodeEmbedding, type TextLine } from '../example-line.js';
import { VectorFile } from './vector-file.js';

export type TextToLearn = Pick<TextLine, 'text' | 'language' | 'embedding'>;

export interface EmbeddedTexts {
  space: string;
  /** What texts that don't show their language are taken for. */
  language: 'en' | null;
  dimensions: number;
  /** `embeddings[text * dimensions + dimension]`; zeros for an empty text. */
  embeddings: Float32Array;
}

export interface EmbeddingTask {
  config: EmbeddingConfig;
  /** Where vectors are kept until the training is done, so that a restart need not make them again. */
  vectors: string;
  control: TrainingControl;
}

/** How many texts the encoder is given at once: enough for full batches, few enough to report progress. */
const TEXTS_AT_ONCE = 256;

export async function embedTexts(
  texts: readonly TextToLearn[],
  { config, vectors, control }: EmbeddingTask,
): Promise<EmbeddedTexts> {
  const embedder = await openEmbedder(config, (error) => console.error(error));
  const { space, dimensions } = embedder;
  const file = await VectorFile.open(vectors, { of: fingerprint(texts, space), dimensions });
  try {
    const language = usualLanguage(texts.map(({ text }) => text));
    const embeddings = new Float32Array(texts.length * dimensions);
    for (let start = await file.readInto(embeddings); start < texts.length; start += TEXTS_AT_ONCE) {
      const some = texts.slice(start, start + TEXTS_AT_ONCE);
      const made = await vectorsOf(some, embedder, language);
      made.forEach((vector, i) => {
        if (vector !== null) embeddings.set(vector, (start + i) * dimensions);
      });
      await file.append(embeddings.subarray(start * dimensions, (start + some.length) * dimensions));
      control.onProgress(Math.min(1, (start + TEXTS_AT_ONCE) / texts.length));
    }
    return { space, language, dimensions, embeddings };
  } finally {
    await file.close();
    await embedder.close();
  }
}

function fingerprint(texts: readonly TextToLearn[], space: string): string {
  const hash = createHash('sha256').update(space);
  for (const { text } of texts) hash.update(`\0${text}`);
  return hash.digest('hex');
}

/** Null for an empty text. */
async function vectorsOf(
  texts: readonly TextToLearn[],
  embedder: Embedder,
  usual: 'en' | null,
): Promise<(Float32Array | null)[]> {
  const missing = texts.filter(({ text, embedding }) => embedding === undefined && text !== '');
  const whole = missing.map(({ text, language }) => ({ text, language: language ?? languageOfText(text, usual) }));
  const meanings = whole.length === 0 ? [] : await embedWholeTexts(whole, embedder, 'passage');
  let next = 0;
  return texts.map(({ text, embedding }) => {
    if (embedding !== undefined) return decodeEmbedding(embedding);
    return text === '' ? null : meanings[next++].vector;
  });
}
