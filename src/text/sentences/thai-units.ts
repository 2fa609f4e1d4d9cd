import { skipSpace, type TextRange, trimmedEnd } from '../text-range.js';
import { isThai, ThaiGap } from './thai-gaps.js';

/** In UTF-16 units. A unit within these bounds costs nothing; Thai sentences mostly have such a length. */
const SHORT = 50;
const LONG = 75;
/** By how much a unit is too short or too long if that costs as much as a bad border. */
const TOO_SHORT = 25;
const TOO_LONG = 60;
/** Longer units are cut at any space. */
const LONGEST = 400;

/**
 * Divides Thai text into units of sentence length. Thai has no sign for the end of a sentence: a space ends a phrase, which is
 * often but a name, a number or an item of a list. So phrases are joined, in the cheapest of all ways: borders are where one sentence
 * probably ends and another begins, and units have the length of sentences. Returns the range itself if it has too little Thai.
 */
export function thaiUnits(text: string, sentence: TextRange): TextRange[] {
  if (sentence.end - sentence.start <= SHORT) return [sentence];
  const phrases = phrasesOf(text, sentence);
  if (phrases.length < 2) return [sentence];
  const gaps = gapsBetween(text, phrases);
  return cheapestEnds(phrases, gaps).map((end, i, ends) => ({
    start: phrases[i === 0 ? 0 : ends[i - 1]].start,
    end: phrases[end - 1].end,
  }));
}

/** What stands between spaces. Spaces without Thai on either side belong to another language and are no borders. */
function phrasesOf(text: string, { start, end }: TextRange): TextRange[] {
  const phrases: TextRange[] = [];
  let from = start;
  for (let i = start; i < end; ) {
    const next = skipSpace(text, i, end);
    if (next === i) {
      i++;
      continue;
    }
    if (isThai(text.charCodeAt(i - 1)) || isThai(text.charCodeAt(next))) {
      phrases.push({ start: from, end: i });
      from = next;
    }
    i = next;
  }
  phrases.push({ start: from, end: trimmedEnd(text, from, end) });
  return phrases;
}

/** The cost of a border before each phrase; none before the first. */
function gapsBetween(text: string, phrases: readonly TextRange[]): Float64Array {
  const gap = new ThaiGap(text, phrases[0].start);
  return Float64Array.from(phrases, (phrase, i) => {
    if (i === 0) return 0;
    gap.read(phrases[i - 1]);
    return gap.cost(phrases[i - 1], phrase, phrases[i + 1]);
  });
}

/** For each unit the index of the phrase after its last one. */
function cheapestEnds(phrases: readonly TextRange[], gaps: Float64Array): number[] {
  const cost = new Float64Array(phrases.length + 1);
  const startOfLast = new Int32Array(phrases.length + 1);
  for (let end = 1; end <= phrases.length; end++) {
    let cheapest = Number.POSITIVE_INFINITY;
    for (let start = end - 1; start >= 0; start--) {
      const length = phrases[end - 1].end - phrases[start].start;
      if (length > LONGEST && start < end - 1) break;
      const total = cost[start] + gaps[start] + lengthCost(length);
      if (total >= cheapest) continue;
      cheapest = total;
      startOfLast[end] = start;
    }
    cost[end] = cheapest;
  }
  const ends: number[] = [];
  for (let end = phrases.length; end > 0; end = startOfLast[end]) ends.push(end);
  return ends.reverse();
}

function lengthCost(length: number): number {
  if (length < SHORT) return ((SHORT - length) / TOO_SHORT) ** 2;
  return length > LONG ? ((length - LONG) / TOO_LONG) ** 2 : 0;
}
