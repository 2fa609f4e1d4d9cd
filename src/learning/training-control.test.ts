import { expect, test } from 'vitest';
import { progressStages, progressStep } from './training-control.js';

function recorded() {
  const fractions: number[] = [];
  return { fractions, signal: { aborted: false }, onProgress: (fraction: number) => fractions.push(fraction) };
}

test('stages share the progress of a run by weight, in the order of the table', () => {
  const control = recorded();
  const stage = progressStages(control, { read: 1, learn: 6, write: 1 });
  stage.read.onProgress(1);
  stage.learn.onProgress(0.5);
  stage.learn.onProgress(1);
  stage.write.onProgress(1);
  expect(control.fractions).toEqual([0.125, 0.5, 0.875, 1]);
});

test('steps take equal shares and can be divided again', () => {
  const control = recorded();
  progressStep(progressStages(control, { first: 1, second: 1 }).second, 1, 2).onProgress(0);
  expect(control.fractions).toEqual([0.75]);
});

test('a stage sees the cancellation of the whole run', () => {
  const control = recorded();
  const stage = progressStages(control, { only: 1 });
  control.signal.aborted = true;
  expect(stage.only.signal.aborted).toBe(true);
});
