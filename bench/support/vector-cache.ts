import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Embedder, Embedding, TextToEmbed } from '../../src/inference/embedder.js';

const BATCH = 200;

/**
 * An encoder that caches its vectors in two files, so that a script which is run repeatedly embeds each text once:
 * `<file>.json` has the texts, `<file>.bin` their vectors as consecutive 32-bit floats.
 */
export class VectorCache implements Embedder {
  readonly #places = new Map<string, Float32Array>();
  #fresh = 0;

  readonly #embedder: Embedder;
  readonly #file: string | null;

  constructor(embedder: Embedder, file: string | null) {
    this.#embedder = embedder;
    this.#file = file;
    if (file === null || !existsSync(`${file}.json`)) return;
    const texts: string[] = JSON.parse(readFileSync(`${file}.json`, 'utf8'));
    const vectors = new Float32Array(readFileSync(`${file}.bin`).buffer);
    texts.forEach((text, i) => {
      this.#places.set(text, vectors.subarray(i * this.dimensions, (i + 1) * this.dimensions));
    });
  }

  get space(): string {
    return this.#embedder.space;
  }

  get dimensions(): number {
    return this.#embedder.dimensions;
  }

  async embed(texts: readonly TextToEmbed[]): Promise<Embedding[]> {
    const missing = [...new Map(texts.map((text) => [keyOf(text), text]))].filter(([key]) => !this.#places.has(key));
    for (let from = 0; from < missing.length; from += BATCH) {
      const batch = missing.slice(from, from + BATCH);
      const embeddings = await this.#embedder.embed(batch.map(([, text]) => text));
      for (const [i, { vector }] of embeddings.entries()) this.#places.set(batch[i][0], vector);
      if (missing.length > BATCH) process.stderr.write(`\r${from} of ${missing.length} texts embedded `);
    }
    this.#fresh += missing.length;
    return texts.map((text) => ({ vector: this.#places.get(keyOf(text))!, tokens: 0 }));
  }

  countTokens(texts: readonly TextToEmbed[]): Promise<number[]> {
    return this.#embedder.countTokens(texts);
  }

  async close(): Promise<void> {
    this.save();
    await this.#embedder.close();
  }

  save(): void {
    if (this.#file === null || this.#fresh === 0) return;
    const vectors = new Float32Array(this.#places.size * this.dimensions);
    for (const [i, vector] of [...this.#places.values()].entries()) vectors.set(vector, i * this.dimensions);
    writeFileSync(`${this.#file}.json`, JSON.stringify([...this.#places.keys()]));
    writeFileSync(`${this.#file}.bin`, Buffer.from(vectors.buffer));
    this.#fresh = 0;
  }
}

function keyOf({ text, language, kind }: TextToEmbed): string {
  return `${kind === 'query' ? 'query' : 'passage'} ${language} ${text}`;
}
