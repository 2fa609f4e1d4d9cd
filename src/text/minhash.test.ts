import { describe, expect, it } from 'vitest';
import { documentSignature, signatureOf, signatureSimilarity } from './minhash.js';

const similarity = (a: string, b: string) => signatureSimilarity(signatureOf(a), signatureOf(b));

/** Sentences that have no sequence of three words in common. */
const sentences = Array.from({ length: 60 }, (_, i) => `alpha${i} beta${i} gamma${i} delta${i} epsilon${i} zeta${i}.`);
const text = sentences.join(' ');

describe('a sketch', () => {
  it('is the same for the same words, however they are laid out', () => {
    expect(similarity(text, text.toUpperCase().replaceAll('. ', '.\n\n'))).toBe(1);
  });

  it('is the same when sentences change places', () => {
    expect(similarity(text, [...sentences.slice(30), ...sentences.slice(0, 30)].join('\n\n'))).toBe(1);
    expect(similarity('月球引起潮汐。太阳的作用较小。', '太阳的作用较小。月球引起潮汐。')).toBe(1);
  });

  it('changes a little with small edits, and by half when half is another text', () => {
    expect(similarity(text, text.replace('gamma7', 'other').replace('beta40', 'another'))).toBeGreaterThan(0.85);
    const half = [...sentences.slice(0, 40), ...sentences.slice(0, 20).map((one) => one.replace(/\d+/g, '$&x'))].join(
      ' ',
    );
    expect(similarity(text, half)).toBeGreaterThan(0.3);
    expect(similarity(text, half)).toBeLessThan(0.75);
  });

  it('has next to nothing in common with that of another text', () => {
    expect(similarity(text, text.replace(/\d+/g, '$&y'))).toBeLessThan(0.1);
  });

  it('is that of the title too where the content says next to nothing', () => {
    const alike = (content: string | null) =>
      signatureSimilarity(
        documentSignature({ title: 'Soup', content }),
        documentSignature({ title: 'Boats for sale', content }),
      );
    for (const content of [null, '', '  ', '!!!', '😀', 'To be done.']) expect(alike(content)).toBeLessThan(0.6);
    expect(alike('The harbour office opens at eight and closes at noon.')).toBe(1);
  });

  it('tells short texts apart', () => {
    expect(similarity('How tides work', 'how tides work')).toBe(1);
    expect(similarity('How tides work', 'How bread rises')).toBeLessThan(0.1);
    expect(similarity('', 'How bread rises')).toBeLessThan(0.1);
  });
});

it('never changes: segments on disk hold signatures', () => {
  const text = "The Moon pulls the oceans. Die Gezeiten folgen ihm, don't they? 月球引力使海洋向其靠拢。";
  const expected = [
    '6ac0baf76e8a07be9b89cd6e26954d53b264f97f15dab03a7d6d417915fe1dbe',
    'e9cc9dd0b544bb93ce07e3206026bff1e70dbcda83bdd917b7f4e83c79e60f31',
    '5182854a2a202a9b29a1cdd9c0b7c7da09bb1bd71382d9d600de5d8f80723ed2',
    '6d2c4fe4e88209896f3d186d25781885fcfd872c2a4d555d779f88a509a53b04',
  ];
  expect(Buffer.from(signatureOf(text)).toString('hex')).toBe(expected.join(''));
});
