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
/** A word that fewer documents of a region have does not stand for it. */
const LEAST_SHARE = 0.01;
/** So many documents tell which form of a word is the commonest. */
const MOST_ASKED = 1_000;
const MANY = 20_000;
/** What one or two documents have in common is chance. */
const FEWEST = 3;

/** Large regions and small ones, each with the words that tell it from all other documents seen. No other document's words are used. */
export function labelRegions(seen: PointsToLabel): LabelledRegion[] {
  const total = seen.points.length;
  // Many documents are about more, and lie closer together.
  const closeness = total > MANY ? 0.6 : 1;
  const scales: RegionScale[] = [
    { blur: 0.045 * closeness, most: 12, fewest: Math.max(FEWEST, Math.round(total / 200)) },
    { blur: 0.015 * closeness, most: 80, fewest: Math.max(FEWEST, Math.round(total / 1500)) },
  ];
  const [large, small] = scales.map((scale) => denseRegions(seen.x, seen.y, scale));
  const words = new RegionWords(seen);
  const largeRegions = membersOf(large).map((members) => ({ members, label: words.mostTelling(members, []) }));
  const smallRegions = membersOf(small).map((members) => {
    // What the label of the large region says already is not said again.
    const above = largeRegions[commonest(members.map((point) => large[point]))];
    return { members, label: words.mostTelling(members, above?.label ?? []) };
  });
  return [...described(largeRegions, 1, seen), ...described(smallRegions, 2, seen)];
}

interface TellingWord {
  stem: number;
  /** The word to show. */
  word: number;
}

/** Counts words in regions. Counts are kept in arrays by the number of the stem: maps would take ten times as long. */
class RegionWords {
  readonly #seen: PointsToLabel;
  readonly #everywhere: Float32Array;
  /** The counts of one region, and the stems that it has. All zero between regions. */
  readonly #here: Float32Array;
  #stems: number[] = [];

  constructor(seen: PointsToLabel) {
    this.#seen = seen;
    this.#here = new Float32Array(seen.vocabulary.stemCount);
    this.#count(seen.points.map((_, point) => point));
    this.#everywhere = this.#here.slice();
    this.#clear();
  }

  /**
   * The words that tell most of a region, without those that are said already. Words of several languages may be written the
   * same and have different stems: then the region has the word once.
   */
  mostTelling(members: readonly number[], said: readonly TellingWord[]): TellingWord[] {
    const { written } = this.#seen.vocabulary;
    const taken = new Set(said.map(({ word }) => written[word]));
    const found: TellingWord[] = [];
    for (const stem of this.#byScore(members, new Set(said.map(({ stem }) => stem)))) {
      if (found.length === WORDS) break;
      const word = this.#commonestForm(members, stem);
      // None of the documents that were asked may have it.
      if (word === NO_REGION || taken.has(written[word])) continue;
      taken.add(written[word]);
      found.push({ stem, word });
    }
    return found;
  }

  /**
   * Stems by how surely their frequency in a region differs from their frequency elsewhere: log-odds with an informative
   * prior, divided by their standard deviation (Monroe et al. 2008).
   */
  #byScore(members: readonly number[], except: ReadonlySet<number>): number[] {
    const { length: total } = this.#seen.points;
    this.#count(members);
    const fewest = Math.max(2 * IN_CONTENT, LEAST_SHARE * members.length);
    const scored: { stem: number; score: number }[] = [];
    for (const stem of this.#stems) {
      const count = this.#here[stem];
      if (count < fewest || except.has(stem)) continue;
      const all = this.#everywhere[stem];
      const expected = (EXPECTING * all) / total;
      const here = count + expected;
      const there = all - count + expected;
      const odds =
        Math.log(here / (members.length + EXPECTING)) - Math.log(there / (total - members.length + EXPECTING));
      scored.push({ stem, score: odds / Math.sqrt(1 / here + 1 / there) });
    }
    this.#clear();
    return scored.sort((a, b) => b.score - a.score || a.stem - b.stem).map(({ stem }) => stem);
  }

  #count(members: readonly number[]): void {
    const { points, vocabulary } = this.#seen;
    const add = (words: Uint32Array, weight: number) => {
      for (let i = 0; i < words.length; i++) {
        const stem = vocabulary.stems[words[i]];
        if (this.#here[stem] === 0) this.#stems.push(stem);
        this.#here[stem] += weight;
      }
    };
    for (const member of members) {
      const point = points[member];
      if (point === null) continue;
      add(point.titleWords, IN_TITLE);
      add(point.contentWords, IN_CONTENT);
    }
  }

  #clear(): void {
    for (const stem of this.#stems) this.#here[stem] = 0;
    this.#stems = [];
  }

  /** The inflected form of a word that most documents of a region have. */
  #commonestForm(members: readonly number[], stem: number): number {
    const { points, vocabulary } = this.#seen;
    const ofStem = (word: number) => vocabulary.stems[word] === stem;
    const forms = members.slice(0, MOST_ASKED).flatMap((member) => {
      const point = points[member];
      return point?.titleWords.find(ofStem) ?? point?.contentWords.find(ofStem) ?? [];
    });
    return commonest(forms);
  }
}

function commonest(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [NO_REGION, 0])[0];
}

/** The points of each region. */
function membersOf(regionOf: Int32Array): number[][] {
  const members: number[][] = [];
  for (const [point, region] of regionOf.entries()) {
    if (region === NO_REGION) continue;
    members[region] ??= [];
    members[region].push(point);
  }
  return members;
}

function described(
  regions: readonly { members: readonly number[]; label: readonly TellingWord[] }[],
  level: number,
  { x, y, vocabulary }: PointsToLabel,
): LabelledRegion[] {
  const mean = (members: readonly number[], along: Float32Array) =>
    members.reduce((sum, point) => sum + along[point], 0) / members.length;
  return regions
    .filter(({ label }) => label.length > 0)
    .map(({ members, label }) => ({
      level,
      x: mean(members, x),
      y: mean(members, y),
      count: members.length,
      words: label.map(({ word }) => vocabulary.written[word]),
    }));
}
