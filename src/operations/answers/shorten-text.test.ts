import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partsThatFit, textThatFits } from './shorten-text.js';

describe('a text that is too long for a model', () => {
  /** One token for every byte, so that scripts differ as they do for real tokenizers. */
  const model = { countTokens: async (text: string) => Buffer.byteLength(text) };

  it('is left as it is where it fits', async () => {
    expect(await textThatFits('All of it.', 10, model)).toBe('All of it.');
  });

  it.each([
    ['en', Array.from({ length: 300 }, (_, i) => `This is sentence ${i}.`).join(' '), /\d\.\n\[…\]\nThis/],
    ['zh', Array.from({ length: 300 }, (_, i) => `这是第${i}句话。`).join(''), /。\n\[…\]\n这/],
    ['th', Array.from({ length: 300 }, (_, i) => `นี่คือประโยคที่ ${i}`).join(' '), /\n\[…\]\n/],
  ])('keeps whole sentences of its beginning and its end (%s)', async (_, text, seam) => {
    const fitting = await textThatFits(text, 3000, model);
    expect(fitting).toMatch(seam);
    const [head, tail] = fitting.split('\n[…]\n');
    expect(text.startsWith(head)).toBe(true);
    expect(text.endsWith(tail)).toBe(true);
    expect(head.length).toBeGreaterThan(tail.length);
    expect(Buffer.byteLength(fitting)).toBeGreaterThan(2400);
  });

  it('is cut between words where it is one endless sentence, and between characters where it is one word', async () => {
    expect(await textThatFits('word '.repeat(900), 900, model)).toMatch(/^(word )+word\n\[…\]\n(word )+$/);
    expect(await textThatFits('🧭'.repeat(900), 900, model)).toMatch(/^🧭+\n\[…\]\n🧭+$/u);
  });

  it('fits whatever it is, unless there is no room at all', async () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 2000 });
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 40, max: 4000 }), async (text, room) => {
        expect(Buffer.byteLength(await textThatFits(text, room, model))).toBeLessThanOrEqual(room);
      }),
      { numRuns: 200 },
    );
    expect(await textThatFits('something', -5, model)).toBe('\n[…]\n');
  });
});

describe('a text in parts', () => {
  const model = { countTokens: async (text: string) => Math.ceil(text.length / 4) };

  it('is whole where it fits, and nothing where it is empty', async () => {
    expect(await partsThatFit('short', 100, model)).toEqual(['short']);
    expect(await partsThatFit('', 100, model)).toEqual([]);
  });

  it('loses nothing and ends parts with sentences', async () => {
    const text = Array.from({ length: 400 }, (_, i) => `This is sentence ${i}.`).join(' ');
    const parts = await partsThatFit(text, 250, model);
    expect(parts.join(' ')).toBe(text);
    for (const part of parts) {
      expect(part.endsWith('.')).toBe(true);
      expect(await model.countTokens(part)).toBeLessThanOrEqual(250);
    }
  });

  it('comes to an end without any borders, and with hardly any room', async () => {
    expect((await partsThatFit('x'.repeat(10_000), 250, model)).join('')).toBe('x'.repeat(10_000));
    expect((await partsThatFit('x'.repeat(10_000), -5, model)).length).toBe(25);
  });
});
