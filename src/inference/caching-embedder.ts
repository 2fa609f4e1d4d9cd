import type { Embedder, Embedding, TextKind, TextToEmbed } from './embedder.js';

/** How many are kept of each kind, 1.5 KB each at 384 dimensions. Who looks on sees the same sentences again and again. */
const MAX_REMEMBERED: Record<TextKind, number> = { query: 1_000, sentence: 4_000, passage: 0 };
/** Long texts are seldom sent twice and would make the keys large. */
const LONGEST_REMEMBERED = 1_000;

/** Spares an embedder what it was asked already: the same text twice in one call, the last queries and sentences. */
export class CachingEmbedder implements Embedder {
  /** Each in the order of their last use, the oldest first. */
  private readonly remembered: Record<TextKind, Map<string, Embedding>> = {
    query: new Map(),
    sentence: new Map(),
    passage: new Map(),
  };

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
      const known = this.recall(key, texts[i]);
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

  private recall(key: string, { kind }: TextToEmbed): Embedding | undefined {
    const texts = this.remembered[kind];
    const known = texts.get(key);
    if (known === undefined) return undefined;
    texts.delete(key);
    texts.set(key, known);
    return known;
  }

  private remember(key: string, { kind, text }: TextToEmbed, embedding: Embedding): void {
    if (text.length > LONGEST_REMEMBERED) return;
    const texts = this.remembered[kind];
    texts.set(key, embedding);
    if (texts.size <= MAX_REMEMBERED[kind]) return;
    const [oldest] = texts.keys();
    texts.delete(oldest);
  }
}

function keyOf({ text, language, kind }: TextToEmbed): string {
  return `${kind} ${language} ${text}`;
}
