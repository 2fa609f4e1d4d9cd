import { seededRandom, shuffle } from './random.js';

/**
 * Examples to divide into folds, stratified by class and kept together by group: copies of one text share a group and
 * always land in the same fold, so a model is never tested on an example it was trained on.
 */
export interface Examples {
  /** The class of each example; all 0 for numeric targets. */
  classes: Uint32Array;
  /** The group of each example. */
  groups: Uint32Array;
}

export interface HeldOut {
  /** Ascending indexes of the examples to learn from. */
  training: Uint32Array;
  /** Ascending indexes of the examples reserved for the final metrics. Never empty. */
  heldOut: Uint32Array;
}

const HOLD_OUT_FOLDS = 5;
/** More examples would not make the metrics noticeably more precise, and training would miss them. */
const MAX_HELD_OUT = 10_000;
/** A sample is a whole number of this many folds. */
const SAMPLE_FOLDS = 64;

/** Holds out a fifth of the examples `use`, in whole groups: at least one example and, given two groups, never all. */
export function holdOut(examples: Examples, use: Uint32Array): HeldOut {
  const count = Math.max(HOLD_OUT_FOLDS, Math.ceil(use.length / MAX_HELD_OUT));
  const folds = assignFolds(examples, use, { folds: count });
  const chosen = smallestNonEmpty(folds, count);
  return { training: use.filter((_, i) => folds[i] !== chosen), heldOut: use.filter((_, i) => folds[i] === chosen) };
}

/** A stratified sample of about `max` examples in whole groups; all examples if there are no more than that. */
export function sampleByGroups(examples: Examples, use: Uint32Array, max: number): Uint32Array {
  if (use.length <= max) return use;
  const folds = assignFolds(examples, use, { folds: SAMPLE_FOLDS, seed: 2 });
  const taken = Math.max(1, Math.floor((max / use.length) * SAMPLE_FOLDS));
  return use.filter((_, i) => folds[i] < taken);
}

/** With few groups some folds are empty. */
function smallestNonEmpty(folds: Uint32Array, count: number): number {
  const sizes = new Uint32Array(count);
  for (const fold of folds) sizes[fold]++;
  let best = 0;
  for (let fold = 1; fold < count; fold++) {
    if (sizes[fold] > 0 && (sizes[best] === 0 || sizes[fold] < sizes[best])) best = fold;
  }
  return best;
}

/**
 * Stratified group k-fold: the fold of each of the examples `use`, in their order. Shuffled groups go one by one to the
 * fold with the fewest examples of their class so far, on a tie to the smallest. A group's class is that of its first example.
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
  const countsByClass = new Map<number, Uint32Array>();
  for (const group of shuffled) {
    const own = classes[use[group[0]]];
    const counts = countsByClass.get(own) ?? new Uint32Array(folds);
    countsByClass.set(own, counts);
    const fold = leastFilled(counts, sizes);
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

function leastFilled(counts: Uint32Array, sizes: Uint32Array): number {
  let best = 0;
  for (let fold = 1; fold < counts.length; fold++) {
    if (counts[fold] < counts[best] || (counts[fold] === counts[best] && sizes[fold] < sizes[best])) best = fold;
  }
  return best;
}

/**
 * The groups to divide by. Examples of a class with fewer groups than parts stand for themselves: kept together, whatever is
 * held out could not be learnt, and most of the class would be in a single part.
 */
export function divisibleGroups({ classes, groups }: Examples): Uint32Array {
  const groupsOfClass = new Map<number, Set<number>>();
  classes.forEach((own, i) => {
    groupsOfClass.set(own, (groupsOfClass.get(own) ?? new Set()).add(groups[i]));
  });
  return groups.map((group, i) => (groupsOfClass.get(classes[i])!.size < HOLD_OUT_FOLDS ? groups.length + i : group));
}

/** Gives equal keys the same group number, counting from 0. */
export function groupsOf(keys: Iterable<string>): Uint32Array {
  const groupOfKey = new Map<string, number>();
  const groups: number[] = [];
  for (const key of keys) {
    const group = groupOfKey.get(key) ?? groupOfKey.size;
    groupOfKey.set(key, group);
    groups.push(group);
  }
  return Uint32Array.from(groups);
}
