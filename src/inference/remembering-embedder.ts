import type { Embedder, Embedding, TextToEmbed } from './embedder.js';

/** 1.5 KB each at 384 dimensions. */
const MAX_REMEMBERED_QUERIES = 1_000;
/** Long texts are seldom sent twice and would make the keys large. */
const LONGEST_REMEMBERED_QUERY = 1_000;

/** Spares an embedder what it was asked already: the same text twice in one call, and the last queries. */
export class RememberingEmbedder implements Embedder {
  /** In the order of their last use, the oldest first. */
  private readonly queries = new Map<string, Embedding>();

  constructor(private readonly embedder: Embedder) {}

  get space(): string {
    return this.embedder.space;
  }

  get dimensions(): number {
    return this.embedder.dimensions;
  }

  async embed(texts: readonly TextToEmbed[]): Promise<Embedding[]> {
    const keys = texts.map(keyOf);
    const found = new Map<string, Embedding>();
    const missing = new Map<string, TextToEmbed>();
    keys.forEach((key, i) => {
      const known = this.recall(key);
      if (known !== undefined) found.set(key, known);
      else missing.set(key, texts[i]);
    });
    const missingKeys = [...missing.keys()];
    const embeddings = missing.size === 0 ? [] : await this.embedder.embed([...missing.values()]);
    embeddings.forEach((embedding, i) => {
      found.set(missingKeys[i], embedding);
      this.remember(missingKeys[i], missing.get(missingKeys[i])!, embedding);
    });
    return keys.map((key) => found.get(key)!);
  }

  countTokens(texts: readonly TextToEmbed[]): Promise<number[]> {
    return this.embedder.countTokens(texts);
  }

  close(): Promise<void> {
    return this.embedder.close();
  }

  private recall(key: string): Embedding | undefined {
    const known = this.queries.get(key);
    if (known === undefined) return undefined;
    this.queries.delete(key);
    this.queries.set(key, known);
    return known;
  }

  private remember(key: string, { kind, text }: TextToEmbed, embedding: Embedding): void {
    if (kind !== 'query' || text.length > LONGEST_REMEMBERED_QUERY) return;
    this.queries.set(key, embedding);
    if (this.queries.size <= MAX_REMEMBERED_QUERIES) return;
    const [oldest] = this.queries.keys();
    this.queries.delete(oldest);
  }
}

function keyOf({ text, language, kind }: TextToEmbed): string {
  return `${kind} ${language} ${text}`;
}
