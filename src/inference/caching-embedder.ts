import { LruCache } from '../algorithms/lru-cache.js';
import type { Embedder, Embedding, TextKind, TextToEmbed } from './embedder.js';

/** Long texts are seldom sent twice and would make the keys large. In UTF-16 units. */
const LONGEST_CACHED = 1_000;

/** Saves an embedder work: a text that occurs twice in one call, and the queries and sentences of the last calls. */
export class CachingEmbedder implements Embedder {
  readonly #embedder: Embedder;
  /**
   * An embedding has 1.5 KB at 384 dimensions. Sentences come again when someone turns the pages of a result. Passages
   * don't: a document is embedded once.
   */
  readonly #caches: Partial<Record<TextKind, LruCache<Embedding>>> = {
    query: new LruCache(1_000),
    sentence: new LruCache(4_000),
  };

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
  }

  get space(): string {
    return this.#embedder.space;
  }

  get dimensions(): number {
    return this.#embedder.dimensions;
  }

  get ownLanguages(): Embedder['ownLanguages'] {
    return this.#embedder.ownLanguages;
  }

  async embed(texts: readonly TextToEmbed[]): Promise<Embedding[]> {
    const keys = texts.map(keyOf);
    const found = new Map<string, Embedding>();
    const missing = new Map<string, TextToEmbed>();
    keys.forEach((key, i) => {
      const known = this.#caches[texts[i].kind]?.get(key);
      if (known !== undefined) found.set(key, known);
      else missing.set(key, texts[i]);
    });
    const embeddings = missing.size === 0 ? [] : await this.#embedder.embed([...missing.values()]);
    let next = 0;
    for (const [key, { kind, text }] of missing) {
      const embedding = embeddings[next++];
      found.set(key, embedding);
      if (text.length <= LONGEST_CACHED) this.#caches[kind]?.set(key, embedding);
    }
    return keys.map((key) => found.get(key)!);
  }

  countTokens(texts: readonly TextToEmbed[]): Promise<number[]> {
    return this.#embedder.countTokens(texts);
  }

  close(): Promise<void> {
    return this.#embedder.close();
  }
}

function keyOf({ text, language, kind }: TextToEmbed): string {
  return `${kind} ${language} ${text}`;
}
