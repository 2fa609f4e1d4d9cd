import { expect, it } from 'vitest';
import { TimeBudget } from './offload.js';

it('is used up by work, and comes back as a share of the time that passes', () => {
  let now = 1000;
  const spare = new TimeBudget(0.2, () => now);
  const work = (milliseconds: number) => {
    now += milliseconds;
    return milliseconds;
  };
  expect(spare.isLeft).toBe(true);
  expect(spare.spend(() => work(12))).toBe(12);
  expect(spare.isLeft).toBe(true);
  spare.spend(() => work(12));
  expect(spare.isLeft).toBe(false);
  now += 50;
  expect(spare.isLeft).toBe(true);
});

it('is not saved up without end', () => {
  let now = 0;
  const spare = new TimeBudget(0.5, () => now);
  now = 1_000_000;
  expect(spare.isLeft).toBe(true);
  spare.spend(() => {
    now += 100;
  });
  expect(spare.isLeft).toBe(false);
});
