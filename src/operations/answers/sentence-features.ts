import type { Language } from '../../domain/document/language.js';
import { underTitle } from '../../domain/document/vectors.js';
import type { ScoreScale } from '../../engine/engine.js';
import type { TextToEmbed } from '../../inference/embedder.js';

/** What a long sentence is about is clear by then, in UTF-16 units. */
const LONGEST_READ = 600;

export function sentenceText(title: string, sentence: string, language: Language): TextToEmbed {
  return { text: underTitle(title, sentence.slice(0, LONGEST_READ)), language, kind: 'sentence' };
}

/** How near two directions are: 0 where results begin to be relevant, so that encoders can be exchanged. */
export function nearnessOf(one: Float32Array, other: Float32Array, { middle, steepness }: ScoreScale): number {
  let cosine = 0;
  for (let i = 0; i < one.length; i++) cosine += one[i] * other[i];
  return steepness * (cosine - middle);
}

/** The same of a score, which is made from it. */
export function nearnessOfScore(score: number): number {
  const share = Math.min(99.9, Math.max(0.1, score)) / 100;
  return Math.log(share / (1 - share));
}
