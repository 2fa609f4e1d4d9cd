import { describe, expect, it } from 'vitest';
import type { Embedder, TextToEmbed } from './embedder.js';
import { IdleTrackingEmbedder } from './idle-tracking-embedder.js';
import { ThrottledEmbedder } from './throttled-embedder.js';

const texts = Array.from({ length: 40 }, (_, i): TextToEmbed => ({ text: `${i}`, language: 'en', kind: 'passage' }));

function countingEmbedder() {
  const calls: number[] = [];
  const embedder: Embedder = {
    space: 'test',
    dimensions: 1,
    async embed(some) {
      calls.push(some.length);
      return some.map(({ text }) => ({ vector: Float32Array.of(Number(text)), tokens: 1 }));
    },
    countTokens: async (some) => some.map(() => 1),
    close: async () => undefined,
  };
  return { calls, embedder };
}

describe('ThrottledEmbedder', () => {
  it('asks for a few texts at a time and answers as if it had asked for all', async () => {
    const { calls, embedder } = countingEmbedder();
    let asked = 0;
    const othersAreBusy = () => asked++ === 1;
    const patient = new ThrottledEmbedder(embedder, { othersAreBusy, stop: new AbortController().signal });
    expect(await patient.embed(texts)).toEqual(await embedder.embed(texts));
    expect(calls).toEqual([16, 16, 8, 40]);
    expect(asked).toBe(3);
  });

  it('stops between two calls, and while it rests', async () => {
    const { calls, embedder } = countingEmbedder();
    const stopping = new AbortController();
    const othersAreBusy = () => {
      stopping.abort();
      return true;
    };
    const patient = new ThrottledEmbedder(embedder, { othersAreBusy, stop: stopping.signal });
    await expect(patient.embed(texts)).rejects.toThrow(/aborted/);
    await expect(patient.embed(texts)).rejects.toThrow(/aborted/);
    expect(calls).toEqual([16]);
  });
});

describe('IdleTrackingEmbedder', () => {
  it('is idle without end, then not at all, then again from its last use on', async () => {
    const { embedder } = countingEmbedder();
    const watched = new IdleTrackingEmbedder(embedder);
    expect(watched.idleMilliseconds).toBe(Number.POSITIVE_INFINITY);
    const embedding = watched.embed(texts);
    const counting = watched.countTokens(texts);
    expect(watched.idleMilliseconds).toBe(0);
    await Promise.all([embedding, counting]);
    expect(Number.isFinite(watched.idleMilliseconds)).toBe(true);
    expect(watched.unwatched).toBe(embedder);
  });
});
