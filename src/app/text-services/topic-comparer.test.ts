import { afterEach, expect, it } from 'vitest';
import { compareTopics } from '../../inference/extractive/compare-topics.js';
import { TopicComparer } from './topic-comparer.js';

const comparer = new TopicComparer();
afterEach(() => comparer.close());

it('answers the same for few, at once, and for many, from its thread', async () => {
  const batch = Float32Array.from({ length: 800 }, (_, i) => Math.sin(i));
  const directions = Array.from({ length: 100 }, (_, i) => batch.subarray(8 * i, 8 * i + 8));
  const codes = directions.map((direction) => Int8Array.from(direction, (value) => Math.round(100 * value)));
  for (const count of [0, 2, 90]) {
    const comparison = {
      subjects: [codes.slice(0, count), directions.slice(0, 3)],
      topics: [directions.slice(0, count), directions.slice(count)],
    };
    expect(await comparer.compare(comparison)).toEqual(compareTopics(comparison));
  }
});
