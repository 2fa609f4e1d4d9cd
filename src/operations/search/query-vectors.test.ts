import { describe, expect, it } from 'vitest';
import type { Embedder, TextToEmbed } from '../../inference/embedder.js';
import { queryVectors } from './query-vectors.js';

/** Reads a token per word; the vector says whether it is of a text with "berth". */
class WordEmbedder implements Embedder {
  readonly space = 'words';
  readonly dimensions = 2;
  readonly given: TextToEmbed[] = [];

  async embed(texts: readonly TextToEmbed[]) {
    this.given.push(...texts);
    const tokens = await this.countTokens(texts);
    return texts.map(({ text }, i) => ({
      vector: text.includes('berth') ? Float32Array.of(0, 1) : Float32Array.of(1, 0),
      tokens: tokens[i],
    }));
  }

  async countTokens(texts: readonly TextToEmbed[]): Promise<number[]> {
    return texts.map(({ text }) => (text.includes(' ') ? text.split(' ').length : text.length));
  }

  async close(): Promise<void> {}
}

const filler = (sentences: number) => 'The weather was fine and the sea was calm that day. '.repeat(sentences);
const isBerth = ([x]: Float32Array) => x === 0;

describe('the vectors of a query', () => {
  it('are one for each language if it is short', async () => {
    const embedder = new WordEmbedder();
    const { inLanguages, tokens } = await queryVectors('a berth for the night', [null, 'en'], embedder);
    expect(inLanguages.map((vectors) => vectors.map(isBerth))).toEqual([[true], [true]]);
    expect(tokens).toBe(5);
    expect(embedder.given.map(({ language }) => language)).toEqual([null, 'en']);
  });

  it('are those of its pieces too if it is long, wherever its point is', async () => {
    for (const [before, after] of [
      [0, 80],
      [40, 40],
      [80, 0],
    ]) {
      const query = `${filler(before)}What does a berth cost? ${filler(after)}`.trim();
      const { inLanguages, tokens } = await queryVectors(query, ['de'], new WordEmbedder());
      const [, ...pieces] = inLanguages[0];
      expect(pieces.length).toBeGreaterThan(4);
      expect(pieces.filter(isBerth)).toHaveLength(1);
      expect(tokens).toBe(query.split(' ').length);
    }
  });

  it('are bounded in number, and count only what was read', async () => {
    const embedder = new WordEmbedder();
    const query = 'x'.repeat(100_000);
    const { inLanguages, tokens } = await queryVectors(query, ['en'], embedder);
    expect(inLanguages[0].length).toBeLessThanOrEqual(17);
    expect(embedder.given.length).toBeLessThanOrEqual(65);
    expect(tokens).toBeLessThan(query.length);
    expect(tokens).toBe(embedder.given.slice(1).reduce((sum, { text }) => sum + text.length, 0));
  });
});
