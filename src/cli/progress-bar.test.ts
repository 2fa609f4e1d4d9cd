import { expect, it } from 'vitest';
import { describeProgress, ProgressBar } from './progress-bar.js';

it('shows share, count, rate and remaining time', () => {
  const text = describeProgress({ share: 0.5, done: 1000 }, { share: 0, done: 0 }, { unit: 'lines', seconds: 5 });
  expect(text).toBe('[############------------]  50%  1,000 lines  200 lines/s  5 s left');
});

it('takes rate and remaining time from this run alone', () => {
  const text = describeProgress(
    { share: 0.75, done: 3000 },
    { share: 0.5, done: 2000 },
    { unit: 'lines', seconds: 100 },
  );
  expect(text).toContain('10 lines/s  1 min 40 s left');
});

it('makes no promise where the end is not known', () => {
  const text = describeProgress({ share: null, done: 10 }, { share: null, done: 0 }, { unit: 'lines', seconds: 1 });
  expect(text).toBe('10 lines  10 lines/s');
});

function record(isTTY: boolean) {
  const written: string[] = [];
  let time = 0;
  const bar = new ProgressBar({ isTTY, columns: 60, write: (text) => written.push(text) }, 'lines', () => time);
  const at = (milliseconds: number, share: number) => {
    time = milliseconds;
    bar.update({ share, done: 100 * share });
  };
  return { bar, at, written };
}

it('redraws one line on a terminal, not too often, and clears it', () => {
  const { bar, at, written } = record(true);
  at(1, 0.1);
  at(50, 0.2);
  at(150, 0.3);
  expect(written).toHaveLength(2);
  expect(written.every((text) => text.startsWith('\r') && text.length <= 60)).toBe(true);
  bar.clear();
  expect(written[2]).toMatch(/^\r +\r$/);
});

it('writes a line now and then elsewhere, and none for a quick job', () => {
  const { bar, at, written } = record(false);
  at(1000, 0.1);
  at(6000, 0.2);
  at(7000, 0.3);
  bar.clear();
  expect(written).toHaveLength(1);
  expect(written[0].endsWith('\n')).toBe(true);
});
