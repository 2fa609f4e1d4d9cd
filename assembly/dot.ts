/**
 * The inner loops of the vector scan, over a block of rows as `vector-layout.ts` describes it. One instance serves one
 * thread and one block, so globals hold what does not change from call to call.
 *
 * A row of a plane holds 4 bits of 32 numbers in every 16 bytes. Read as eight 16-bit lanes, the four nibbles of a lane
 * are numbers 0, 8, 16 and 24 places apart, so the query needs no shuffling. Three of the four are taken by a mask
 * alone: that leaves them multiplied by 1, 16 or 256.
 *
 * Most rows are ruled out by their high bits and a coarse query, whose codes are at most 127 and are multiplied beforehand by what
 * their nibble lacks of 256: one sum holds all of them, and four rows are looked at together. That the largest one, 256 · 15 · 127 ·
 * 4096, fits 31 bits is why codes are no larger. The cosines of the others are computed with the whole codes of both. Those of the
 * query are at most 2047, so sums of nibbles are kept apart, 256 · 15 · 2047 · 2 · 128 in a lane at most, and shifted back at the end.
 */

let rowBytes: u32 = 0;
let highPlane: usize = 0;
let lowPlane: usize = 0;
/** Two f32 a row: 1 / |codes|, and |low part| / |codes|. */
let factors: usize = 0;

let query: usize = 0;
let coarseQuery: usize = 0;
/** u32 each: the rows to look at where there is a selection, and the rows found. */
let rows: usize = 0;
/** f32 each: the cosines of the rows found. */
let cosines: usize = 0;
let inverseQueryNorm: f32 = 0;
/** What the codes count too much, being stored with 128 added. */
let offsetOfCodes: i32 = 0;
/** The same for the sums of high bits and coarse query, with the low bits at their middle. */
let offsetOfCoarse: i32 = 0;
/** What these sums have to be multiplied by, and how far they can be off: by the low bits, and by the rounding of the query. */
let coarseScale: f32 = 0;
let reachOfLow: f32 = 0;
let reachOfQuery: f32 = 0;

/** So many of each quarter tell whether it pays to rule rows out: if more than three in four could reach the threshold, it does not. */
const SAMPLE: u32 = 64;

export function useBlock(planeRowBytes: u32, high: usize, low: usize, rowFactors: usize): void {
  rowBytes = planeRowBytes;
  highPlane = high;
  lowPlane = low;
  factors = rowFactors;
}

export function useScratch(queryCodes: usize, coarseCodes: usize, rowNumbers: usize, rowCosines: usize): void {
  query = queryCodes;
  coarseQuery = coarseCodes;
  rows = rowNumbers;
  cosines = rowCosines;
}

export function useQuery(inverseNorm: f32, sum: i32): void {
  inverseQueryNorm = inverseNorm;
  offsetOfCodes = 128 * sum;
}

export function useCoarseQuery(sum: i32, scale: f32, low: f32, rounding: f32): void {
  // 16 times 120.5, which is 128 less the middle of the low bits.
  offsetOfCoarse = 1928 * sum;
  coarseScale = scale;
  reachOfLow = low;
  // With room for the rounding of f32.
  reachOfQuery = rounding + <f32>0.00001;
}

/** Rows `first` to `first + count - 1` whose cosine is at least `threshold`, ascending; answers how many there are. */
export function rangeAbove(first: u32, count: u32, threshold: f32): u32 {
  for (let i: u32 = 0; i < count; i++) store<u32>(rows + (i << 2), first + i);
  return listAbove(count, threshold);
}

/**
 * The same for the first `count` row numbers of `rows`. Those found replace them, never before they were read. Four rows are looked
 * at together, a quarter of the rows apart: four places in memory are read ahead faster than one. Where hardly any of the first can be
 * ruled out, the others are candidates without a look.
 */
export function listAbove(count: u32, threshold: f32): u32 {
  if (threshold <= -1) return decide(count, threshold);
  const quarter = (count + 3) >> 2;
  const last = count - 1;
  let inFirst: u32 = 0;
  let inSecond = quarter;
  let inThird = 2 * quarter;
  let inFourth = 3 * quarter;
  for (let i: u32 = 0; i < quarter; i++) {
    const j = i + quarter;
    const k = j + quarter;
    const l = k + quarter;
    if (i === SAMPLE && inFirst + inSecond + inThird + inFourth - 6 * quarter > 3 * SAMPLE) {
      inFirst = closeGap(inFirst, i, quarter);
      inSecond = closeGap(inSecond, j, 2 * quarter);
      inThird = closeGap(inThird, k, 3 * quarter);
      inFourth = closeGap(inFourth, l, count);
      break;
    }
    const a = rowAt(i);
    const b = rowAt(min(j, last));
    const c = rowAt(min(k, last));
    const d = rowAt(min(l, last));
    const passed = couldReach(a, b, c, d, threshold);
    if (passed === 0) continue;
    inFirst = keepIf((passed & 1) !== 0, a, inFirst);
    inSecond = keepIf((passed & 2) !== 0 && j <= last, b, inSecond);
    inThird = keepIf((passed & 4) !== 0 && k <= last, c, inThird);
    inFourth = keepIf((passed & 8) !== 0 && l <= last, d, inFourth);
  }
  const candidates = closeGap(closeGap(inFirst, quarter, inSecond), 2 * quarter, inThird);
  return decide(closeGap(candidates, 3 * quarter, inFourth), threshold);
}

function rowAt(index: u32): u32 {
  return load<u32>(rows + (index << 2));
}

function keepIf(isKept: bool, row: u32, place: u32): u32 {
  if (!isKept) return place;
  store<u32>(rows + (place << 2), row);
  return place + 1;
}

/** Moves the candidates of a quarter, `from` to `end - 1`, up to those before. Answers how many there are. */
function closeGap(candidates: u32, from: u32, end: u32): u32 {
  for (; from < end; from++) {
    store<u32>(rows + (candidates << 2), rowAt(from));
    candidates++;
  }
  return candidates;
}

/**
 * A bit for each of the rows that may reach the threshold. What the low bits can add to the dot product is at most |query| · |low
 * part|, and what the query lost by rounding at most |lost| · |codes|. A row that can't reach it even so is no candidate, and its low
 * plane is not read.
 */
function couldReach(a: u32, b: u32, c: u32, d: u32, threshold: f32): i32 {
  const sums = i32x4.sub(coarseSums(a, b, c, d), i32x4.splat(offsetOfCoarse));
  const ab = i32x4.shuffle(factorsOf(a), factorsOf(b), 0, 4, 1, 5);
  const cd = i32x4.shuffle(factorsOf(c), factorsOf(d), 0, 4, 1, 5);
  const inverseNorms = i64x2.shuffle(ab, cd, 0, 2);
  const lowParts = i64x2.shuffle(ab, cd, 1, 3);
  const middles = f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(sums), f32x4.splat(coarseScale)), inverseNorms);
  const reaches = f32x4.add(f32x4.mul(lowParts, f32x4.splat(reachOfLow)), f32x4.splat(reachOfQuery));
  return i32x4.bitmask(f32x4.ge(f32x4.add(middles, reaches), f32x4.splat(threshold)));
}

function factorsOf(row: u32): v128 {
  return v128.load64_zero(factors + (row << 3));
}

function coarseSums(first: u32, second: u32, third: u32, fourth: u32): v128 {
  let rowA = highPlane + first * rowBytes;
  let rowB = highPlane + second * rowBytes;
  let rowC = highPlane + third * rowBytes;
  let rowD = highPlane + fourth * rowBytes;
  const nibble0 = i16x8.splat(0x000f);
  const nibble1 = i16x8.splat(0x00f0);
  const nibble2 = i16x8.splat(0x0f00);
  let sumA = i32x4.splat(0);
  let sumB = i32x4.splat(0);
  let sumC = i32x4.splat(0);
  let sumD = i32x4.splat(0);
  let codes = coarseQuery;
  const end = rowA + rowBytes;
  for (; rowA < end; rowA += 16) {
    const a = v128.load(rowA);
    const b = v128.load(rowB);
    const c = v128.load(rowC);
    const d = v128.load(rowD);
    const query0 = v128.load(codes);
    sumA = i32x4.add(sumA, i32x4.dot_i16x8_s(v128.and(a, nibble0), query0));
    sumB = i32x4.add(sumB, i32x4.dot_i16x8_s(v128.and(b, nibble0), query0));
    sumC = i32x4.add(sumC, i32x4.dot_i16x8_s(v128.and(c, nibble0), query0));
    sumD = i32x4.add(sumD, i32x4.dot_i16x8_s(v128.and(d, nibble0), query0));
    const query1 = v128.load(codes, 16);
    sumA = i32x4.add(sumA, i32x4.dot_i16x8_s(v128.and(a, nibble1), query1));
    sumB = i32x4.add(sumB, i32x4.dot_i16x8_s(v128.and(b, nibble1), query1));
    sumC = i32x4.add(sumC, i32x4.dot_i16x8_s(v128.and(c, nibble1), query1));
    sumD = i32x4.add(sumD, i32x4.dot_i16x8_s(v128.and(d, nibble1), query1));
    const query2 = v128.load(codes, 32);
    sumA = i32x4.add(sumA, i32x4.dot_i16x8_s(v128.and(a, nibble2), query2));
    sumB = i32x4.add(sumB, i32x4.dot_i16x8_s(v128.and(b, nibble2), query2));
    sumC = i32x4.add(sumC, i32x4.dot_i16x8_s(v128.and(c, nibble2), query2));
    sumD = i32x4.add(sumD, i32x4.dot_i16x8_s(v128.and(d, nibble2), query2));
    const query3 = v128.load(codes, 48);
    sumA = i32x4.add(sumA, i32x4.dot_i16x8_s(i16x8.shr_u(a, 12), query3));
    sumB = i32x4.add(sumB, i32x4.dot_i16x8_s(i16x8.shr_u(b, 12), query3));
    sumC = i32x4.add(sumC, i32x4.dot_i16x8_s(i16x8.shr_u(c, 12), query3));
    sumD = i32x4.add(sumD, i32x4.dot_i16x8_s(i16x8.shr_u(d, 12), query3));
    rowB += 16;
    rowC += 16;
    rowD += 16;
    codes += 64;
  }
  return lanesOfFour(sumA, sumB, sumC, sumD);
}

/** The sum of the lanes of each, a lane for each. */
function lanesOfFour(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i32x4.add(i32x4.shuffle(a, b, 0, 4, 2, 6), i32x4.shuffle(a, b, 1, 5, 3, 7));
  const cd = i32x4.add(i32x4.shuffle(c, d, 0, 4, 2, 6), i32x4.shuffle(c, d, 1, 5, 3, 7));
  return i32x4.add(i64x2.shuffle(ab, cd, 0, 2), i64x2.shuffle(ab, cd, 1, 3));
}

/** Gives the candidates their cosines and keeps those that reach the threshold. */
function decide(candidates: u32, threshold: f32): u32 {
  let found: u32 = 0;
  for (let i: u32 = 0; i < candidates; i += 2) {
    const j = min(i + 1, candidates - 1);
    const row = rowAt(i);
    const next = rowAt(j);
    const highs = dotTwoRows(highPlane, row, next);
    const lows = dotTwoRows(lowPlane, row, next);
    found = keepFound(row, ((<i32>highs) << 4) + <i32>lows, threshold, found);
    if (j !== i) found = keepFound(next, ((<i32>(highs >> 32)) << 4) + <i32>(lows >> 32), threshold, found);
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
