import { describe, expect, it } from 'vitest';
import { CachingEmbedder } from './caching-embedder.js';
import type { Embedder, TextToEmbed } from './embedder.js';

function counting() {
  const asked: string[][] = [];
  const embedder: Embedder = {
    space: 'test',
    dimensions: 1,
    async embed(texts) {
      asked.push(texts.map(({ text }) => text));
      return texts.map(({ text }) => ({ vector: Float32Array.of(text.length), tokens: text.length }));
    },
    countTokens: async (texts) => texts.map(({ text }) => text.length),
    close: async () => undefined,
  };
  return { asked, caching: new CachingEmbedder(embedder) };
}

const query = (text: string, language: string | null = 'en'): TextToEmbed => ({ text, language, kind: 'query' });
const passage = (text: string): TextToEmbed => ({ text, language: 'en', kind: 'passage' });

describe('CachingEmbedder', () => {
  it('embeds the same text of a call once and keeps the order', async () => {
    const { asked, caching } = counting();
    const embeddings = await caching.embed([passage('bb'), passage('a'), passage('bb'), passage('ccc')]);
    expect(embeddings.map(({ tokens }) => tokens)).toEqual([2, 1, 2, 3]);
    expect(asked).toEqual([['bb', 'a', 'ccc']]);
  });

  it('remembers queries and sentences, not passages', async () => {
    const { asked, caching } = counting();
    const sentence: TextToEmbed = { text: 'The Moon pulls.', language: 'en', kind: 'sentence' };
    for (let i = 0; i < 2; i++) await caching.embed([query('moon'), passage('tides'), sentence]);
    expect(asked).toEqual([['moon', 'tides', 'The Moon pulls.'], ['tides']]);
  });

  it('tells apart language and kind', async () => {
    const { asked, caching } = counting();
    await caching.embed([query('gift', 'en'), query('gift', 'de'), query('gift', null), passage('gift')]);
    expect(asked).toEqual([['gift', 'gift', 'gift', 'gift']]);
  });

  it('forgets queries that were not used for long, and keeps those that were', async () => {
    const { asked, caching } = counting();
    await caching.embed([query('first'), query('second')]);
    for (let i = 0; i < 998; i++) await caching.embed([query(`filler ${i}`)]);
    asked.length = 0;
    await caching.embed([query('first'), query('second')]);
    expect(asked).toEqual([]);
    for (let i = 998; i < 3000; i++) {
      if (i % 500 === 0) await caching.embed([query('first')]);
      await caching.embed([query(`filler ${i}`)]);
    }
    asked.length = 0;
    await caching.embed([query('first')]);
    await caching.embed([query('second')]);
    expect(asked).toEqual([['second']]);
  });

  it('asks for nothing when nothing is missing', async () => {
    const { asked, caching } = counting();
    expect(await caching.embed([])).toEqual([]);
    expect(asked).toEqual([]);
  });
});
