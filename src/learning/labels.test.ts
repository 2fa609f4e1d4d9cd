import { expect, test } from 'vitest';
import { countLabels, distinctLabels, labelProblems } from './labels.js';

test('labels are sorted and examples point at them', () => {
  expect(distinctLabels(['b', 'a', 'b'])).toEqual({ labels: ['a', 'b'], classes: Uint32Array.of(1, 0, 1) });
  expect(countLabels(['b', 'a', 'b', 'c'])).toEqual([
    { label: 'b', count: 2 },
    { label: 'a', count: 1 },
    { label: 'c', count: 1 },
  ]);
});

test('unusable labels are refused with the reason', () => {
  expect(labelProblems(countLabels(['a', 'a', 'b', 'b']), 'examples')).toEqual([]);
  expect(labelProblems([], 'examples')[0].message).toContain('no examples');
  expect(labelProblems(countLabels(['a', 'a']), 'examples')[0]).toMatchObject({
    param: 'examples',
    code: 'too_few_items',
  });
  expect(labelProblems(countLabels(['a', 'a', 'b']), 'examples')[0].message).toContain('"b"');
  const many = Array.from({ length: 1_001 }, (_, i) => ({ label: `l${i}`, count: 2 }));
  expect(labelProblems(many, 'examples')[0].code).toBe('too_many_items');
});
