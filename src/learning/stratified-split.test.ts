import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignFolds, divisibleGroups, groupsOf, holdOut, sampleByGroups } from './stratified-split.js';

const examples = fc.array(fc.tuple(fc.nat(4), fc.nat(30)), { minLength: 2, maxLength: 200 }).map((pairs) => ({
  classes: Uint32Array.from(pairs, ([own]) => own),
  groups: Uint32Array.from(pairs, ([, group]) => group),
  use: Uint32Array.from(pairs, (_, i) => i),
}));

test('examples of one group are never in two folds', () => {
  fc.assert(
    fc.property(examples, fc.integer({ min: 2, max: 10 }), ({ use, ...given }, folds) => {
      const foldOf = new Map<number, number>();
      assignFolds(given, use, { folds }).forEach((fold, i) => {
        expect(foldOf.get(given.groups[i]) ?? fold).toBe(fold);
        foldOf.set(given.groups[i], fold);
      });
      const { training, heldOut } = holdOut(given, use);
      const seen = new Set(training.map((i) => given.groups[i]));
      for (const i of heldOut) expect(seen.has(given.groups[i])).toBe(false);
    }),
  );
});

test('every example is either learnt from or held out, and some are held out', () => {
  fc.assert(
    fc.property(examples, ({ use, ...given }) => {
      const { training, heldOut } = holdOut(given, use);
      expect([...training, ...heldOut].sort((a, b) => a - b)).toEqual([...use]);
      expect(heldOut.length).toBeGreaterThan(0);
      if (new Set(given.groups).size > 1) expect(training.length).toBeGreaterThan(0);
    }),
  );
});

test('every class is spread evenly over the folds', () => {
  const classes = Uint32Array.from({ length: 100 }, (_, i) => (i < 90 ? 0 : 1));
  const groups = classes.map((_, i) => i);
  const folds = assignFolds({ classes, groups }, groups, { folds: 5 });
  for (let fold = 0; fold < 5; fold++) {
    expect(classes.filter((own, i) => folds[i] === fold && own === 1)).toHaveLength(2);
    expect(classes.filter((_, i) => folds[i] === fold)).toHaveLength(20);
  }
});

test('a sample keeps the class proportions and takes whole groups', () => {
  const classes = Uint32Array.from({ length: 6_400 }, (_, i) => i % 2);
  const groups = classes.map((_, i) => i >> 2);
  const sample = sampleByGroups(
    { classes, groups },
    classes.map((_, i) => i),
    640,
  );
  expect(sample.length).toBeGreaterThan(500);
  expect(sample.length).toBeLessThanOrEqual(700);
  const taken = new Set(sample);
  for (const i of sample) for (let j = (i >> 2) << 2; j < ((i >> 2) << 2) + 4; j++) expect(taken.has(j)).toBe(true);
});

test('equal keys are one group', () => {
  expect([...groupsOf(['a', 'b', 'a', 'c', 'b'])]).toEqual([0, 1, 0, 2, 1]);
});

test('copies are divided where a class has too few different examples to be held out whole', () => {
  const groups = Uint32Array.from({ length: 60 }, (_, i) => (i < 30 ? i % 4 : 4 + (i % 5)));
  const classes = groups.map((group) => Number(group > 3));
  const divided = divisibleGroups({ classes, groups });
  expect(new Set(divided.subarray(0, 30)).size).toBe(30);
  expect(divided.subarray(30)).toEqual(groups.subarray(30));
  expect(new Set(divided).size).toBe(35);
});
