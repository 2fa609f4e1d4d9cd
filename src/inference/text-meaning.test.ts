import { describe, expect, it } from 'vitest';
import type { Embedder, TextToEmbed } from './embedder.js';
import { embedWholeTexts, languageOfText, meanDirection, usualLanguage } from './text-meaning.js';

/** Notes what it is given; a text with "north" in it points one way, any other another. */
class CompassEmbedder implements Embedder {
  readonly space = 'compass';
  readonly dimensions = 2;
  readonly given: TextToEmbed[] = [];

  async embed(texts: readonly TextToEmbed[]) {
    this.given.push(...texts);
    return texts.map(({ text }) => ({
      vector: text.includes('north') ? Float32Array.of(0, 1) : Float32Array.of(1, 0),
      tokens: text.split(' ').length,
    }));
  }

  async countTokens(): Promise<number[]> {
    return [];
  }

  async close(): Promise<void> {}
}

describe('the meaning of whole texts', () => {
  it('is that of the text itself where it is short', async () => {
    const embedder = new CompassEmbedder();
    const texts = [
      { text: 'to the north', language: 'en' as const },
      { text: 'to the east', language: null },
    ];
    const meanings = await embedWholeTexts(texts, embedder, 'sentence');
    expect(meanings.map(({ vector }) => [...vector])).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(embedder.given).toEqual(texts.map((text) => ({ ...text, kind: 'sentence' })));
  });

  it('is the mean of its passages where it is long, up to a number of them', async () => {
    const embedder = new CompassEmbedder();
    const text = `${'We sail on and on to the north. '.repeat(60)}\n\n${'We turn and drift far to the east. '.repeat(60)}`;
    const [{ vector, tokens }] = await embedWholeTexts([{ text, language: 'en' }], embedder, 'passage');
    expect(embedder.given.length).toBeGreaterThan(2);
    expect(Math.hypot(...vector)).toBeCloseTo(1);
    expect(Math.min(...vector)).toBeGreaterThan(0.3);
    expect(tokens).toBeGreaterThan(400);
    const long = new CompassEmbedder();
    await embedWholeTexts([{ text: 'word '.repeat(20_000), language: null }], long, 'passage');
    expect(long.given.length).toBeLessThanOrEqual(8);
  });

  it('takes stored codes as it takes vectors, each for its direction', () => {
    const mean = meanDirection([Int8Array.of(127, 0), Int8Array.of(0, 20)]);
    expect(mean[0]).toBeCloseTo(Math.SQRT1_2);
    expect(mean[1]).toBeCloseTo(Math.SQRT1_2);
    expect([...meanDirection([Int8Array.of(0, 0)])]).toEqual([0, 0]);
  });
});

describe('the language of texts', () => {
  it('is what a text shows, else what is usual', () => {
    expect(languageOfText('Where is my order?', null)).toBe('en');
    expect(languageOfText('Wo ist mein Paket und wie lange dauert das?', 'en')).toBeNull();
    expect(languageOfText('refund', 'en')).toBe('en');
    expect(languageOfText('refund', null)).toBeNull();
  });

  it('is usually English only where nearly all texts are', () => {
    const english = Array.from({ length: 19 }, () => 'Where is my order?');
    expect(usualLanguage([...english, 'refund', 'Wo ist mein Paket?'])).toBe('en');
    expect(usualLanguage([...english.slice(0, 5), 'Wo ist mein Paket?'])).toBeNull();
    expect(usualLanguage(['refund'])).toBeNull();
  });
});
