import { describe, expect, it } from 'vitest';
import { partsThatFit } from './parts-that-fit.js';

const model = { countTokens: async (text: string) => Math.ceil(text.length / 4) };

describe('a text in parts', () => {
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
