import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../inference/embedder.js';
import { embedPhrases, phrasesOf } from './topic-phrases.js';

describe('the phrases of a description', () => {
  it('are what it lists, in any script', () => {
    expect(phrasesOf('Money and work: wages, taxes (also on cars). Trade!')).toEqual([
      ...['Money and work', 'wages', 'taxes', 'also on cars', 'Trade'],
    ]);
    expect(phrasesOf('电视台和电视网，节目与连续剧，频道。')).toEqual(['电视台和电视网', '节目与连续剧', '频道']);
  });

  it('are pieces of a sentence that lists things without commas', () => {
    const sentence =
      'Questions related to sports and games including teams players championships rules records stadiums and fans';
    const pieces = phrasesOf(sentence);
    expect(pieces.length).toBe(4);
    expect(pieces.join(' ')).toBe(sentence);
    const chinese = '高清电视机顶盒和公共广播机构以及商业电视台的历史与竞争还有节目主持人的收入';
    expect(phrasesOf(chinese).length).toBeGreaterThan(2);
    expect(phrasesOf(chinese).join('')).toBe(chinese);
  });

  it('are not more than forty', () => {
    expect(phrasesOf('a,'.repeat(250)).length).toBe(40);
  });
});

describe('the direction of a phrase', () => {
  it('lies between the phrase alone and the phrase with the name', async () => {
    const read: string[] = [];
    const embedder = {
      embed: async (texts: readonly { text: string }[]) => {
        read.push(...texts.map(({ text }) => text));
        return texts.map(({ text }) => ({ vector: text.includes(':') ? [0, 1] : [1, 0], tokens: 1 })).map(asFloats);
      },
    } as unknown as Embedder;
    const [phrases] = await embedPhrases([{ name: 'Cash', description: 'it was refused, fees' }], { embedder });
    expect(read).toEqual(['Cash', 'it was refused', 'Cash: it was refused', 'fees', 'Cash: fees']);
    const half = Math.SQRT1_2;
    expect(phrases).toEqual(
      [
        [1, 0],
        [half, half],
        [half, half],
      ].map((vector) => Float32Array.from(vector)),
    );
  });
});

function asFloats({ vector, tokens }: { vector: number[]; tokens: number }) {
  return { vector: Float32Array.from(vector), tokens };
}
