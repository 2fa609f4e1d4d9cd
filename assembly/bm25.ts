/**
 * The inner loops of BM25, for a window of the documents of one segment. One instance serves one thread, whose queries run
 * one after the other. Exported addresses are those that the caller reads from or writes to.
 *
 * Documents are known by their place in the window. A set of places is a byte for each place, plus a list of the places in the
 * set in the order in which they were found. A place is written behind the end of the list whether it is new or not, and the
 * list then grows by one or none: whether a document is new can't be predicted, and a mispredicted branch costs more.
 */

/** Documents scored at a time: few enough to keep their state in the processor's cache. Places are 16 bits: at most 65,536. */
export const WINDOW: u32 = 16_384;
/** Postings handed over at a time. */
export const SLICE: u32 = 8_192;
/** The windows of lengths that can be kept here: they are the same for every query. */
export const LENGTH_SLOTS: u32 = 128;
/** As many lengths as there are. */
const LENGTHS: u32 = 65_536;

/**
 * Marks of a place in `KNOWN`: the word is there as it is written, or in another form alone. The lowest bit is in both: it says that the
 * place is in the set.
 */
const AS_WRITTEN: u32 = 3;
/** Marks of a place in `FOUND`, alike: by typos alone that don't count as the word, or by more than that. */
const BY_TYPOS: u32 = 1;
const BY_WORDS: u32 = 3;

// f32 for each place.
const SUMS: usize = 0;
const COVERAGE: usize = SUMS + 4 * WINDOW;
const KNOWN_COUNTS: usize = COVERAGE + 4 * WINDOW;
const TYPO_COUNTS: usize = KNOWN_COUNTS + 4 * WINDOW;
// u8 for each place.
const FOUND: usize = TYPO_COUNTS + 4 * WINDOW;
const KNOWN: usize = FOUND + WINDOW;
const TYPOS: usize = KNOWN + WINDOW;
// u16 for each that is in the set, and room for one more.
export const FOUND_LIST: usize = TYPOS + WINDOW;
const KNOWN_LIST: usize = FOUND_LIST + 2 * WINDOW + 16;
const TYPO_LIST: usize = KNOWN_LIST + 2 * WINDOW + 16;
/** f64: what the documents of the list score. */
export const SCORES: usize = TYPO_LIST + 2 * WINDOW + 16;
/** u32: the place of the posting that comes after those that were read. */
export const NEXT_PLACE: usize = SCORES + 8 * WINDOW;
/** u16 for each posting, with some room: how far behind it the next one is. */
export const GAPS: usize = NEXT_PLACE + 16;
/** u8 for each posting, with some room. */
export const FREQUENCIES: usize = GAPS + 2 * SLICE + 16;
// Of the postings that are in documents found before: u16 their places, u16 where they are in the slice.
const HITS: usize = FREQUENCIES + SLICE + 16;
const HIT_POSTINGS: usize = HITS + 2 * SLICE + 16;
/** f32 for each length of a text: what an occurrence counts in it. One table for each of two fields. */
export const FACTORS: usize = HIT_POSTINGS + 2 * SLICE + 16;
/** u16 for each place: the length of a text. */
export const LENGTH_WINDOWS: usize = FACTORS + 2 * 4 * LENGTHS;
export const MEMORY: usize = LENGTH_WINDOWS + 2 * LENGTH_SLOTS * WINDOW;

// How many are in the lists.
let found: u32 = 0;
let known: u32 = 0;

// The ranges of src/engine/ranking/ranking.ts: exact words, other forms, typos.
let leastExact: f32 = 0;
let spanExact: f32 = 0;
let k1Exact: f32 = 0;
let leastOfForms: f32 = 0;
let spanOfForms: f32 = 0;
let k1OfForms: f32 = 0;
let k1OfTypos: f32 = 0;

export function useExact(least: f32, most: f32, k1: f32): void {
  leastExact = least;
  spanExact = most - least;
  k1Exact = k1;
}

export function useForms(least: f32, most: f32, k1: f32): void {
  leastOfForms = least;
  spanOfForms = most - least;
  k1OfForms = k1;
}

export function useTypos(k1: f32): void {
  k1OfTypos = k1;
}

// The field that postings are of.
let lengths: usize = 0;
let factors: usize = 0;
/** All longer texts count as one of this length. */
let longest: u32 = 0;

export function useField(lengthsAt: usize, factorsAt: usize, longestCounted: u32): void {
  lengths = lengthsAt;
  factors = factorsAt;
  longest = longestCounted;
}

// Where the postings are.
let gaps: usize = 0;
let frequencies: usize = 0;

/** Somewhere in `GAPS` and `FREQUENCIES`. */
export function usePostings(gapsAt: usize, frequenciesAt: usize): void {
  gaps = gapsAt;
  frequencies = frequenciesAt;
}

// What postings are counted as: the word at hand in its known forms, or typos of it.
let counts: usize = KNOWN_COUNTS;
let set: usize = KNOWN;
let list: usize = KNOWN_LIST;
let size: u32 = 0;

export function beginKnown(): void {
  counts = KNOWN_COUNTS;
  set = KNOWN;
  list = KNOWN_LIST;
  size = 0;
}

/** After the known forms. */
export function beginTypos(): void {
  known = size;
  counts = TYPO_COUNTS;
  set = TYPOS;
  list = TYPO_LIST;
  size = 0;
}

/** Counts postings in all documents of the window, from the first one's place on. Answers how many of them are in the window. */
export function add(place: u32, count: u32, factor: f32, mark: u32): u32 {
  let i: u32 = 0;
  while (i < count && place < WINDOW) {
    const frequency = <u32>load<u8>(frequencies + i);
    // A long gap may end at a document that does not have the word.
    if (frequency !== 0) countIn(place, factor * <f32>frequency, mark);
    place += <u32>load<u16>(gaps + 2 * <usize>i);
    i++;
  }
  store<u32>(NEXT_PLACE, place);
  return i;
}

/** The same in documents that a word before was found in alone: of a common word few postings are, so these are picked first. */
export function addWhereFound(place: u32, count: u32, factor: f32, mark: u32): u32 {
  const read = pick(place, count);
  for (let i: u32 = 0; i < picked; i++) {
    const frequency = <u32>load<u8>(frequencies + <usize>load<u16>(HIT_POSTINGS + 2 * <usize>i));
    if (frequency !== 0) countIn(<u32>load<u16>(HITS + 2 * <usize>i), factor * <f32>frequency, mark);
  }
  return read;
}

let picked: u32 = 0;

function pick(place: u32, count: u32): u32 {
  let size: u32 = 0;
  let i: u32 = 0;
  while (i < count && place < WINDOW) {
    store<u16>(HITS + 2 * <usize>size, <u16>place);
    store<u16>(HIT_POSTINGS + 2 * <usize>size, <u16>i);
    size += <u32>load<u8>(FOUND + place) & 1;
    place += <u32>load<u16>(gaps + 2 * <usize>i);
    i++;
  }
  picked = size;
  store<u32>(NEXT_PLACE, place);
  return i;
}

/** A short text counts more. */
function countIn(place: u32, weight: f32, mark: u32): void {
  const length = min(<u32>load<u16>(lengths + 2 * <usize>place), longest);
  const at = counts + 4 * <usize>place;
  store<f32>(at, load<f32>(at) + weight * load<f32>(factors + 4 * <usize>length));
  store<u16>(list + 2 * <usize>size, <u16>place);
  const marks = <u32>load<u8>(set + place);
  store<u8>(set + place, <u8>(marks | mark));
  size += (marks & 1) ^ 1;
}

/**
 * Adds what the word at hand counts for, and what it weighs, which every document gets that has it. Where a document has it right, that
 * it also has it wrong counts for nothing. Where nobody has it right, a typo counts as the word.
 */
export function endWord(weight: f32, typoWeight: f32, typoCoverage: f32, isKnown: bool): void {
  const typos = size;
  const typoMark = isKnown ? BY_TYPOS : BY_WORDS;
  for (let i: u32 = 0; i < typos; i++) {
    const place = <usize>load<u16>(TYPO_LIST + 2 * <usize>i);
    const count = load<f32>(TYPO_COUNTS + 4 * place);
    store<f32>(TYPO_COUNTS + 4 * place, 0);
    store<u8>(TYPOS + place, 0);
    if (load<u8>(KNOWN + place) !== 0) continue;
    gain(place, typoWeight * (count / (count + k1OfTypos)), typoCoverage, typoMark);
  }
  for (let i: u32 = 0; i < known; i++) {
    const place = <usize>load<u16>(KNOWN_LIST + 2 * <usize>i);
    const count = load<f32>(KNOWN_COUNTS + 4 * place);
    const written = <u32>load<u8>(KNOWN + place) === AS_WRITTEN;
    store<f32>(KNOWN_COUNTS + 4 * place, 0);
    store<u8>(KNOWN + place, 0);
    // The first occurrence says most.
    const share = count / (count + (written ? k1Exact : k1OfForms));
    const worth = (written ? leastExact : leastOfForms) + (written ? spanExact : spanOfForms) * share;
    gain(place, weight * worth, weight, BY_WORDS);
  }
}

function gain(place: usize, sum: f32, coverage: f32, mark: u32): void {
  store<f32>(SUMS + 4 * place, load<f32>(SUMS + 4 * place) + sum);
  store<f32>(COVERAGE + 4 * place, load<f32>(COVERAGE + 4 * place) + coverage);
  store<u16>(FOUND_LIST + 2 * <usize>found, <u16>place);
  const marks = <u32>load<u8>(FOUND + place);
  found += (marks & 1) ^ 1;
  store<u8>(FOUND + place, <u8>(marks | mark));
}

/** Forgets the documents whose words weigh less. */
export function keep(atLeast: f64): void {
  let kept: u32 = 0;
  for (let i: u32 = 0; i < found; i++) {
    const place = <usize>load<u16>(FOUND_LIST + 2 * <usize>i);
    if (<f64>load<f32>(COVERAGE + 4 * place) >= atLeast) {
      store<u16>(FOUND_LIST + 2 * <usize>kept, <u16>place);
      kept++;
    } else {
      forget(place);
    }
  }
  found = kept;
}

/**
 * Writes what the documents score whose words weigh enough, 100 where they add up to `best`, and answers how many there are. What typos
 * alone add up to counts for a part. Forgets all of them for the next window.
 */
export function finish(needed: f64, best: f64, typoOnlyFactor: f64): u32 {
  let kept: u32 = 0;
  for (let i: u32 = 0; i < found; i++) {
    const place = <usize>load<u16>(FOUND_LIST + 2 * <usize>i);
    if (<f64>load<f32>(COVERAGE + 4 * place) >= needed) {
      const part: f64 = <u32>load<u8>(FOUND + place) === BY_WORDS ? 1 : typoOnlyFactor;
      const share = (part * <f64>load<f32>(SUMS + 4 * place)) / best;
      store<f64>(SCORES + 8 * <usize>kept, 100 * sqrt<f64>(share));
      store<u16>(FOUND_LIST + 2 * <usize>kept, <u16>place);
      kept++;
    }
    forget(place);
  }
  found = 0;
  return kept;
}

function forget(place: usize): void {
  store<f32>(SUMS + 4 * place, 0);
  store<f32>(COVERAGE + 4 * place, 0);
  store<u8>(FOUND + place, 0);
}
