import { denseRegions, NO_REGION, type RegionScale } from '../../algorithms/layout/dense-regions.js';
import type { MapPoint } from './map-points.js';
import type { Vocabulary } from './vocabulary.js';

/** A region of the map and what its documents are about. */
export interface LabelledRegion {
  /** 1 for large regions, 2 for the smaller ones that show when one looks closer. */
  level: number;
  /** The middle of its points. */
  x: number;
  y: number;
  count: number;
  /** Its most telling words, the most telling first. */
  words: string[];
}

/** The points that someone sees, with their places in the unit square. */
export interface PointsToLabel {
  x: Float32Array;
  y: Float32Array;
  /** Null where the words of a document must not be used. */
  points: readonly (Pick<MapPoint, 'titleWords' | 'contentWords'> | null)[];
  vocabulary: Vocabulary;
}

const WORDS = 3;
/** A word of the title counts more: authors have chosen it to tell what the document is about. */
const IN_TITLE = 1;
const IN_CONTENT = 0.4;
/** A word is expected to be as frequent in a region as everywhere; it takes about as many documents to show that it is not. */
const EXPECTING = 5;
/** What one or two documents have in common is chance. */
const FEWEST = 3;

/** Large regions and small ones, each with the words that tell it from all other documents seen. No other document's words are used. */
export function labelRegions(seen: PointsToLabel): LabelledRegion[] {
  const total = seen.points.length;
  const scales: RegionScale[] = [
    { blur: 0.045, most: 12, fewest: Math.max(FEWEST, Math.round(total / 200)) },
    { blur: 0.015, most: 80, fewest: Math.max(FEWEST, Math.round(total / 1500)) },
  ];
  const everywhere = countWords(seen, () => 0, 1)[0];
  const [large, small] = scales.map((scale) => {
    const regionOf = denseRegions(seen.x, seen.y, scale);
    return { regionOf, counts: countWords(seen, (point) => regionOf[point], scale.most) };
  });
  const aboveOf = mostlyWithin(small.regionOf, large.regionOf);
  const largeLabels = large.counts.map((counted) => mostTelling(counted, everywhere, new Set()));
  const smallLabels = small.counts.map((counted, region) => {
    const above = new Set(largeLabels[aboveOf.get(region) ?? NO_REGION]?.map(({ stem }) => stem));
    return mostTelling(counted, everywhere, above);
  });
  return [
    ...described(large.counts, largeLabels, 1, seen.vocabulary),
    ...described(small.counts, smallLabels, 2, seen.vocabulary),
  ];
}

interface CountedWords {
  points: number;
  x: number;
  y: number;
  /** By stem: how many documents have it, those that have it in the title counting more. */
  stems: Map<number, number>;
  /** By stem, then by word: the same, to find the form to show. */
  forms: Map<number, Map<number, number>>;
}

function countWords(seen: PointsToLabel, regionOf: (point: number) => number, most: number): CountedWords[] {
  const counted: CountedWords[] = [];
  seen.points.forEach((point, i) => {
    const region = regionOf(i);
    if (region === NO_REGION || region >= most) return;
    counted[region] ??= { points: 0, x: 0, y: 0, stems: new Map(), forms: new Map() };
    counted[region].points++;
    counted[region].x += seen.x[i];
    counted[region].y += seen.y[i];
    if (point === null) return;
    for (const word of point.titleWords) countWord(counted[region], word, IN_TITLE, seen.vocabulary);
    for (const word of point.contentWords) countWord(counted[region], word, IN_CONTENT, seen.vocabulary);
  });
  return counted;
}

function countWord({ stems, forms }: CountedWords, word: number, weight: number, { stems: stemOf }: Vocabulary): void {
  const stem = stemOf[word];
  stems.set(stem, (stems.get(stem) ?? 0) + weight);
  const ofStem = forms.get(stem) ?? new Map<number, number>();
  forms.set(stem, ofStem.set(word, (ofStem.get(word) ?? 0) + weight));
}

interface Telling {
  stem: number;
  /** The word to show. */
  word: number;
}

/**
 * The words whose frequency in a region differs most surely from their frequency elsewhere: log-odds with an informative prior, divided by
 * their standard deviation (Monroe et al. 2008).
 */
function mostTelling(region: CountedWords, everywhere: CountedWords, except: ReadonlySet<number>): Telling[] {
  const elsewhere = everywhere.points - region.points;
  const scored: { stem: number; score: number }[] = [];
  for (const [stem, count] of region.stems) {
    if (except.has(stem) || count < 2 * IN_CONTENT) continue;
    const all = everywhere.stems.get(stem) ?? count;
    const expected = (EXPECTING * all) / everywhere.points;
    const here = count + expected;
    const there = all - count + expected;
    const odds = Math.log(here / (region.points + EXPECTING)) - Math.log(there / (elsewhere + EXPECTING));
    scored.push({ stem, score: odds / Math.sqrt(1 / here + 1 / there) });
  }
  const best = scored.sort((a, b) => b.score - a.score || a.stem - b.stem).slice(0, WORDS);
  return best.map(({ stem }) => ({ stem, word: commonestForm(region.forms.get(stem)) }));
}

function commonestForm(forms: Map<number, number> = new Map()): number {
  return [...forms].reduce((best, form) => (form[1] > best[1] ? form : best), [NO_REGION, 0])[0];
}

/** For each small region, the large one that most of its points are in. */
function mostlyWithin(small: Int32Array, large: Int32Array): Map<number, number> {
  const counts = new Map<number, Map<number, number>>();
  small.forEach((region, point) => {
    const within = counts.get(region) ?? new Map<number, number>();
    counts.set(region, within.set(large[point], (within.get(large[point]) ?? 0) + 1));
  });
  return new Map([...counts].map(([region, within]) => [region, commonestForm(within)]));
}

function described(
  counted: readonly CountedWords[],
  labels: readonly Telling[][],
  level: number,
  { terms }: Vocabulary,
): LabelledRegion[] {
  return counted.flatMap(({ points, x, y }, region) => {
    const words = labels[region].map(({ word }) => terms[word]);
    return words.length === 0 ? [] : [{ level, x: x / points, y: y / points, count: points, words }];
  });
}
