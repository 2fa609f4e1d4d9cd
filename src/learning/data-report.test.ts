import { expect, test } from 'vitest';
import { reportOnData, suspectLabels } from './data-report.js';

test('examples that the model confidently assigns to another label are suspected, highest confidence first', () => {
  const scores = Float32Array.of(0, 9, 9, 0, 0, 1, 0, 5);
  const scored = { classCount: 2, scores, classes: Uint32Array.of(0, 0, 0, 0) };
  const suspects = suspectLabels(scored, Uint32Array.of(10, 11, 12, 13), 1);
  expect(suspects.map(({ example, suggested }) => [example, suggested])).toEqual([
    [10, 1],
    [13, 1],
  ]);
});

test('duplicates are counted beyond the first copy, and conflicting labels are listed', () => {
  const report = reportOnData({
    labels: ['a', 'b'],
    classes: Uint32Array.of(0, 1, 0, 0),
    groups: Uint32Array.of(0, 0, 1, 1),
    used: 4,
    suspects: [{ example: 2, suggested: 1, confidence: 0.97 }],
  });
  expect(report).toEqual({
    examples: 4,
    used: 4,
    duplicates: 2,
    conflicts: { count: 1, listed: [{ examples: [0, 1], labels: ['a', 'b'] }] },
    suspectedLabels: { count: 1, listed: [{ example: 2, label: 'a', suggested: 'b', confidence: 0.97 }] },
  });
});
