/**
 * The inner loops of the vector scan, over a block of rows as `vector-layout.ts` describes it. One instance serves one
 * thread and one block, so globals hold what does not change from call to call.
 *
 * A row of a plane holds 4 bits of 32 numbers in every 16 bytes. Read as eight 16-bit lanes, the four nibbles of a lane
 * are numbers 0, 8, 16 and 24 places apart, so the query needs no shuffling. Three of the four are taken by a mask
 * alone: that leaves them multiplied by 1, 16 or 256, each sum is kept apart and shifted back at the end.
 *
 * Query codes are at most 2047 and dimensions at most 4096, so the largest sum, 256 · 15 · 2047 · 2 · 128, fits 31 bits.
 */

let rowBytes: u32 = 0;
let highPlane: usize = 0;
let lowPlane: usize = 0;
/** Two f32 a row: 1 / |codes|, and |low part| / |codes|. */
let factors: usize = 0;

let query: usize = 0;
/** u32 each: the rows to look at where there is a selection, and the rows found. */
let rows: usize = 0;
/** f32 each: the cosines of the rows found. */
let cosines: usize = 0;
let inverseQueryNorm: f32 = 0;
/** What 16 · high counts too much, with the low part at its middle (7.5) and with the low part known. */
let offsetOfHigh: f32 = 0;
let offsetOfCodes: i32 = 0;

export function useBlock(planeRowBytes: u32, high: usize, low: usize, rowFactors: usize): void {
  rowBytes = planeRowBytes;
  highPlane = high;
  lowPlane = low;
  factors = rowFactors;
}

export function useScratch(queryCodes: usize, rowNumbers: usize, rowCosines: usize): void {
  query = queryCodes;
  rows = rowNumbers;
  cosines = rowCosines;
}

export function useQuery(inverseNorm: f32, sum: i32): void {
  inverseQueryNorm = inverseNorm;
  offsetOfHigh = <f32>(120.5 * <f64>sum);
  offsetOfCodes = 128 * sum;
}

/**
 * Rows `first` to `first + count - 1` whose cosine is at least `threshold`, ascending; answers how many there are. Two
 * rows are looked at together, half of the rows apart: two places in memory are read ahead faster than one.
 */
export function rangeAbove(first: u32, count: u32, threshold: f32): u32 {
  const half = (count + 1) >> 1;
  let candidates: u32 = 0;
  let more = half;
  for (let i: u32 = 0; i < half; i++) {
    const row = first + i;
    const other = row + half;
    const hasOther = other < first + count;
    const sums = dotTwoRows(highPlane, row, hasOther ? other : row);
    candidates = keepCandidate(row, <i32>sums, threshold, candidates);
    if (hasOther) more = keepCandidate(other, <i32>(sums >> 32), threshold, more);
  }
  return decide(closeGap(candidates, half, more), threshold);
}

/** The same for the first `count` row numbers of `rows`. Those found replace them, never before they were read. */
export function listAbove(count: u32, threshold: f32): u32 {
  const half = (count + 1) >> 1;
  let candidates: u32 = 0;
  let more = half;
  for (let i: u32 = 0; i < half; i++) {
    const row = rowAt(i);
    const hasOther = i + half < count;
    const other = hasOther ? rowAt(i + half) : row;
    const sums = dotTwoRows(highPlane, row, other);
    candidates = keepCandidate(row, <i32>sums, threshold, candidates);
    if (hasOther) more = keepCandidate(other, <i32>(sums >> 32), threshold, more);
  }
  return decide(closeGap(candidates, half, more), threshold);
}

/** Moves the candidates of the second half, `from` to `end - 1`, up to those of the first. Answers how many there are. */
function closeGap(candidates: u32, from: u32, end: u32): u32 {
  for (; from < end; from++) {
    store<u32>(rows + (candidates << 2), rowAt(from));
    store<u32>(cosines + (candidates << 2), load<u32>(cosines + (from << 2)));
    candidates++;
  }
  return candidates;
}

function rowAt(index: u32): u32 {
  return load<u32>(rows + (index << 2));
}

/**
 * What the low bits can add to the dot product is at most |query| · |low part|. A row that can't reach the threshold
 * even so is no candidate, and its low plane is not read. The slack covers the rounding of f32. Until a candidate is
 * decided on, the sum of its high bits stands in the place of its cosine.
 */
function keepCandidate(row: u32, high: i32, threshold: f32, place: u32): u32 {
  const factor = factors + (row << 3);
  const middle = (<f32>(high << 4) - offsetOfHigh) * load<f32>(factor) * inverseQueryNorm;
  if (middle + load<f32>(factor, 4) + <f32>0.00001 < threshold) return place;
  store<u32>(rows + (place << 2), row);
  store<i32>(cosines + (place << 2), high);
  return place + 1;
}

/** Gives the candidates their cosines and keeps those that reach the threshold. */
function decide(candidates: u32, threshold: f32): u32 {
  let found: u32 = 0;
  for (let i: u32 = 0; i < candidates; i += 2) {
    const j = min(i + 1, candidates - 1);
    const row = rowAt(i);
    const next = rowAt(j);
    const high = load<i32>(cosines + (i << 2));
    const nextHigh = load<i32>(cosines + (j << 2));
    const lows = dotTwoRows(lowPlane, row, next);
    found = keepFound(row, (high << 4) + <i32>lows, threshold, found);
    if (j !== i) found = keepFound(next, (nextHigh << 4) + <i32>(lows >> 32), threshold, found);
  }
  return found;
}

function keepFound(row: u32, sum: i32, threshold: f32, found: u32): u32 {
  const cosine = <f32>(sum - offsetOfCodes) * load<f32>(factors + (row << 3)) * inverseQueryNorm;
  if (cosine < threshold) return found;
  store<u32>(rows + (found << 2), row);
  store<f32>(cosines + (found << 2), cosine);
  return found + 1;
}

function sumOfLanes(by1: v128, by16: v128, by256: v128): i32 {
  const sums = i32x4.add(by1, i32x4.add(i32x4.shr_s(by16, 4), i32x4.shr_s(by256, 8)));
  const halves = i32x4.add(sums, i8x16.shuffle(sums, sums, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  return i32x4.extract_lane(halves, 0) + i32x4.extract_lane(halves, 1);
}

/** Two rows share the loads of the query. The first one's sum is in the low 32 bits. */
function dotTwoRows(plane: usize, first: u32, second: u32): i64 {
  let rowA = plane + first * rowBytes;
  let rowB = plane + second * rowBytes;
  const nibble0 = i16x8.splat(0x000f);
  const nibble1 = i16x8.splat(0x00f0);
  const nibble2 = i16x8.splat(0x0f00);
  let aBy1 = i32x4.splat(0);
  let aBy16 = i32x4.splat(0);
  let aBy256 = i32x4.splat(0);
  let bBy1 = i32x4.splat(0);
  let bBy16 = i32x4.splat(0);
  let bBy256 = i32x4.splat(0);
  let codes = query;
  const end = rowA + rowBytes;
  for (; rowA < end; rowA += 16) {
    const a = v128.load(rowA);
    const b = v128.load(rowB);
    const query0 = v128.load(codes);
    aBy1 = i32x4.add(aBy1, i32x4.dot_i16x8_s(v128.and(a, nibble0), query0));
    bBy1 = i32x4.add(bBy1, i32x4.dot_i16x8_s(v128.and(b, nibble0), query0));
    const query1 = v128.load(codes, 16);
    aBy16 = i32x4.add(aBy16, i32x4.dot_i16x8_s(v128.and(a, nibble1), query1));
    bBy16 = i32x4.add(bBy16, i32x4.dot_i16x8_s(v128.and(b, nibble1), query1));
    const query2 = v128.load(codes, 32);
    aBy256 = i32x4.add(aBy256, i32x4.dot_i16x8_s(v128.and(a, nibble2), query2));
    bBy256 = i32x4.add(bBy256, i32x4.dot_i16x8_s(v128.and(b, nibble2), query2));
    const query3 = v128.load(codes, 48);
    aBy1 = i32x4.add(aBy1, i32x4.dot_i16x8_s(i16x8.shr_u(a, 12), query3));
    bBy1 = i32x4.add(bBy1, i32x4.dot_i16x8_s(i16x8.shr_u(b, 12), query3));
    rowB += 16;
    codes += 64;
  }
  const sumA = sumOfLanes(aBy1, aBy16, aBy256);
  const sumB = sumOfLanes(bBy1, bBy16, bBy256);
  return ((<i64>sumB) << 32) | <i64>(<u32>sumA);
}
