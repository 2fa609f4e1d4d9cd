import { expect, it } from 'vitest';
import { labelRegions } from './label-regions.js';
import { Vocabulary } from './vocabulary.js';

it('names a region by a word once, though it has other stems in other languages', () => {
  const vocabulary = new Vocabulary();
  const words = (...stems: [string, string][]) =>
    Uint32Array.from(stems, ([written, stem]) => vocabulary.numberOf({ written, stem }));
  const english = words(['oxygen', 'oxygen'], ['moon', 'moon']);
  const french = words(['oxygen', 'oxyg'], ['moon', 'moon']);
  const others = words(['bread', 'bread']);
  const points = Array.from({ length: 24 }, (_, i) => ({
    titleWords: i >= 12 ? others : i % 2 === 0 ? english : french,
    contentWords: new Uint32Array(),
  }));
  const x = Float32Array.from(points, (_, i) => (i < 12 ? 0.1 : 0.9));
  const regions = labelRegions({ x, y: x, points, vocabulary });
  const large = regions.filter(({ level }) => level === 1).map((region) => region.words.toSorted());
  expect(large).toContainEqual(['moon', 'oxygen']);
  for (const { words: label } of regions) expect(new Set(label).size).toBe(label.length);
});
