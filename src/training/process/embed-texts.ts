import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { readAll, writeAll } from '../../files/transfer-all.js';
import type { Embedder } from '../../inference/embedder.js';
import { type EmbeddingConfig, openEmbedder } from '../../inference/open-embedder.js';
import { embedWholeTexts, languageOfText, usualLanguage } from '../../inference/text-meaning.js';
import type { TrainingControl } from '../../learning/training-control.js';
import { decodeEmbedding, type TextLine } from '../example-file.js';

type TextToLearn = Pick<TextLine, 'text' | 'language' | 'embedding'>;

interface EmbeddedTexts {
  space: string;
  /** The language assumed for texts whose own can't be detected. */
  language: 'en' | null;
  dimensions: number;
  /** `embeddings[text * dimensions + dimension]`; zeros for an empty text. */
  embeddings: Float32Array;
}

interface EmbeddingTask {
  config: EmbeddingConfig;
  /** The file that saves vectors until the training is done, so that a restart does not repeat the work. */
  vectors: string;
  control: TrainingControl;
}

/** Texts per call of the encoder: enough for full batches, few enough to report progress. */
const TEXTS_PER_CALL = 256;

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
    for (let start = await file.readInto(embeddings); start < texts.length; start += TEXTS_PER_CALL) {
      const batch = texts.slice(start, start + TEXTS_PER_CALL);
      const vectorsOfBatch = await vectorsOf(batch, embedder, language);
      vectorsOfBatch.forEach((vector, i) => {
        if (vector !== null) embeddings.set(vector, (start + i) * dimensions);
      });
      await file.append(embeddings.subarray(start * dimensions, (start + batch.length) * dimensions));
      control.onProgress(Math.min(1, (start + TEXTS_PER_CALL) / texts.length));
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

const HEADER_BYTES = 32;

/**
 * The vectors of the texts of one training, in their order, appended as they are computed: a header of 32 bytes, the hash of
 * encoder and texts, then each vector as 32-bit floats. An interrupted training continues after the last complete vector.
 */
export class VectorFile {
  readonly #handle: FileHandle;
  readonly #dimensions: number;

  private constructor(handle: FileHandle, dimensions: number) {
    this.#handle = handle;
    this.#dimensions = dimensions;
  }

  /** Discards vectors of another encoder or of other texts. */
  static async open(path: string, { of, dimensions }: { of: string; dimensions: number }): Promise<VectorFile> {
    const handle = await open(path, 'a+', 0o600);
    const header = createHash('sha256').update(of).digest();
    const found = Buffer.alloc(HEADER_BYTES);
    if ((await readAll(handle, found, 0)) < HEADER_BYTES || !found.equals(header)) {
      await handle.truncate(0);
      await writeAll(handle, header);
    }
    return new VectorFile(handle, dimensions);
  }

  /** Reads the vectors of the file into `rows` and returns how many there are. Truncates a partial one at the end. */
  async readInto(rows: Float32Array): Promise<number> {
    const size = this.#dimensions * rows.BYTES_PER_ELEMENT;
    const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength);
    const filled = await readAll(this.#handle, bytes, HEADER_BYTES);
    const count = Math.floor(filled / size);
    await this.#handle.truncate(HEADER_BYTES + count * size);
    rows.fill(0, count * this.#dimensions);
    return count;
  }

  async append(rows: Float32Array): Promise<void> {
    await writeAll(this.#handle, Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength));
    await this.#handle.datasync();
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
