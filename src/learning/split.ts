import { seededRandom, shuffle } from './random.js';

/**
 * How examples are divided into parts. Examples of one group (copies of one text or row) always come into the same part,
 * or a model would be tested on what it was shown. Within that, every class is spread evenly.
 */
export interface Examples {
  /** The class of each example; all 0 where there are none, as with numeric targets. */
  classes: Uint32Array;
  /** The group of each example. */
  groups: Uint32Array;
}

export interface HeldOut {
  /** Ascending places of the examples to learn from. */
  training: Uint32Array;
  /** Ascending places of the examples that are kept for the final measurement alone. Never empty. */
  heldOut: Uint32Array;
}

const HELD_OUT_PARTS = 5;
/** More measure no better, and would be missed in training. */
const MAX_HELD_OUT = 10_000;
/** Samples are taken in steps of this part. */
const SAMPLE_STEPS = 64;

/** Sets a fifth of the examples `use` aside, by groups: never none and, with two groups or more, never all. */
export function holdOut(examples: Examples, use: Uint32Array): HeldOut {
  const parts = Math.max(HELD_OUT_PARTS, Math.ceil(use.length / MAX_HELD_OUT));
  const folds = assignFolds(examples, use, { folds: parts });
  const chosen = smallestFilled(folds, parts);
  return { training: use.filter((_, i) => folds[i] !== chosen), heldOut: use.filter((_, i) => folds[i] === chosen) };
}

/** Whole groups, about `most` examples in all, with every class at its share; all of them if they are not more. */
export function sampleByGroups(examples: Examples, use: Uint32Array, most: number): Uint32Array {
  if (use.length <= most) return use;
  const parts = SAMPLE_STEPS;
  const folds = assignFolds(examples, use, { folds: parts, seed: 2 });
  const taken = Math.max(1, Math.floor((most / use.length) * parts));
  return use.filter((_, i) => folds[i] < taken);
}

/** The smallest fold that is not empty: with few groups, some are. */
function smallestFilled(folds: Uint32Array, count: number): number {
  const sizes = new Uint32Array(count);
  for (const fold of folds) sizes[fold]++;
  let best = 0;
  for (let fold = 1; fold < count; fold++) {
    if (sizes[fold] > 0 && (sizes[best] === 0 || sizes[fold] < sizes[best])) best = fold;
  }
  return best;
}

/**
 * The fold of each of the examples `use`, in their order. Groups are dealt class by class, each to the fold that has the
 * fewest of that class so far, and among those the fewest at all. A group's class is that of its first example.
 */
export function assignFolds(
  { classes, groups }: Examples,
  use: Uint32Array,
  { folds, seed = 1 }: { folds: number; seed?: number },
): Uint32Array {
  const members = new Map<number, number[]>();
  use.forEach((example, i) => {
    const list = members.get(groups[example]);
    if (list === undefined) members.set(groups[example], [i]);
    else list.push(i);
  });
  const shuffled = shuffledGroups([...members.values()], seed);
  const result = new Uint32Array(use.length);
  const sizes = new Uint32Array(folds);
  const ofClass = new Map<number, Uint32Array>();
  for (const group of shuffled) {
    const own = classes[use[group[0]]];
    const counts = ofClass.get(own) ?? new Uint32Array(folds);
    ofClass.set(own, counts);
    const fold = emptiest(counts, sizes);
    counts[fold] += group.length;
    sizes[fold] += group.length;
    for (const i of group) result[i] = fold;
  }
  return result;
}

function shuffledGroups(groups: number[][], seed: number): number[][] {
  const order = shuffle(
    groups.map((_, i) => i),
    seededRandom(seed),
  );
  return order.map((i) => groups[i]);
}

function emptiest(counts: Uint32Array, sizes: Uint32Array): number {
  let best = 0;
  for (let fold = 1; fold < counts.length; fold++) {
    if (counts[fold] < counts[best] || (counts[fold] === counts[best] && sizes[fold] < sizes[best])) best = fold;
  }
  return best;
}

/** Numbers equal keys equally, from 0. */
export function groupsOf(keys: Iterable<string>): Uint32Array {
  const numbers = new Map<string, number>();
  const groups: number[] = [];
  for (const key of keys) {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    groups.push(number);
  }
  return Uint32Array.from(groups);
}
