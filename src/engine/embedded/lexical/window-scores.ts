import { addBit, type Bitset, hasBit } from '../bitset.js';
import { Occurrences, Places, WINDOW } from './occurrences.js';
import type { PostingList } from './posting-list.js';
import { TYPO_COVERAGE, WORTH_OF_KNOWN, WORTH_OF_TYPOS, type Worth, worthOf } from './word-worth.js';
import type { WorthList } from './worth-list.js';

/** A word of the query in one segment. */
export interface ListedWord {
  /** What the word itself and its other forms count for, where that is known. Then there are no lists to count them in. */
  worths: WorthList | null;
  /** Of the word itself and its other forms. */
  known: readonly PostingList[];
  typos: readonly PostingList[];
  weight: number;
  /** What it counts for with a typo. */
  typoShare: number;
}

interface ScoredDocuments {
  bits: Bitset;
  /** 0 to 100 for each document of `bits`. */
  scores: Float64Array;
}

/**
 * What the words of a query add up to in a window of the documents of one segment. Only documents that a word was found in
 * are visited, and the memory is used again: a query over a million documents allocates none.
 */
export class WindowScores {
  private readonly sums = new Float32Array(WINDOW);
  /** The weight of the words that a document has. */
  private readonly coverage = new Float32Array(WINDOW);
  private readonly found = new Places();
  private readonly known = new Occurrences();
  private readonly typos = new Occurrences();
  private window = 0;

  /** Forgets what was found in the window before. */
  begin(window: number): void {
    this.keep(Infinity);
    this.window = window;
  }

  /** In all documents, or only in those that a word before was found in. */
  addWord({ worths, known, typos, weight, typoShare }: ListedWord, where: 'everywhere' | 'where found'): void {
    if (worths !== null) {
      if (where === 'everywhere') this.takeEverywhere(worths, weight);
      else this.takeWhereFound(worths, weight);
      return;
    }
    this.count(known, this.known, where);
    this.count(typos, this.typos, where);
    leaveOut(this.known, this.typos);
    this.add(this.typos, { worth: WORTH_OF_TYPOS, share: weight * typoShare, weight: weight * TYPO_COVERAGE });
    this.add(this.known, { worth: WORTH_OF_KNOWN, share: weight, weight });
  }

  /** Forgets the documents whose words weigh less. */
  keep(atLeast: number): void {
    const { sums, coverage, found } = this;
    const { list, has, size } = found;
    let kept = 0;
    for (let i = 0; i < size; i++) {
      const place = list[i];
      if (coverage[place] >= atLeast) {
        list[kept++] = place;
      } else {
        sums[place] = 0;
        coverage[place] = 0;
        has[place] = 0;
      }
    }
    found.size = kept;
  }

  /** Puts the documents whose words weigh enough into `target`, if they are among the given. */
  finish({ needed, best, among }: { needed: number; best: number; among: Bitset }, target: ScoredDocuments): void {
    this.keep(needed);
    const { sums } = this;
    const base = this.window * WINDOW;
    const { list, size } = this.found;
    const { bits, scores } = target;
    for (let i = 0; i < size; i++) {
      const document = base + list[i];
      if (!hasBit(among, document)) continue;
      addBit(bits, document);
      scores[document] = 100 * Math.sqrt(sums[list[i]] / best);
    }
  }

  private count(lists: readonly PostingList[], target: Occurrences, where: 'everywhere' | 'where found'): void {
    const base = this.window * WINDOW;
    for (const list of lists) {
      if (where === 'everywhere') target.add(list, base);
      else target.addAmong(this.found.has, list, base);
    }
  }

  /** Clears the occurrences. */
  private add(
    occurrences: Occurrences,
    { worth, share, weight }: { worth: Worth; share: number; weight: number },
  ): void {
    const { counts, places } = occurrences;
    const { list: counted, has: marks } = places;
    const { sums, coverage, found } = this;
    const { list, has } = found;
    let { size } = found;
    for (let i = 0; i < places.size; i++) {
      const place = counted[i];
      sums[place] += share * worthOf(counts[place], worth, marks[place]);
      coverage[place] += weight;
      list[size] = place;
      size += has[place] ^ 1;
      has[place] = 1;
    }
    found.size = size;
    occurrences.clear();
  }

  private takeEverywhere({ starts, places, worths }: WorthList, weight: number): void {
    const { sums, coverage, found } = this;
    const { list, has } = found;
    const end = starts[this.window + 1];
    let { size } = found;
    for (let i = starts[this.window]; i < end; i++) {
      const place = places[i];
      sums[place] += weight * worths[i];
      coverage[place] += weight;
      list[size] = place;
      size += has[place] ^ 1;
      has[place] = 1;
    }
    found.size = size;
  }

  /** Most documents with a common word have no other. They are added to as well, but nothing: that is faster than to ask. */
  private takeWhereFound({ starts, places, worths }: WorthList, weight: number): void {
    const { sums, coverage, found } = this;
    const { has } = found;
    if (found.size === 0) return;
    const end = starts[this.window + 1];
    for (let i = starts[this.window]; i < end; i++) {
      const place = places[i];
      const share = weight * has[place];
      sums[place] += share * worths[i];
      coverage[place] += share;
    }
  }
}

/** Where a document has the word right, that it also has it wrong counts for nothing. */
function leaveOut(known: Occurrences, { counts, places }: Occurrences): void {
  const { list, has, size } = places;
  let kept = 0;
  for (let i = 0; i < size; i++) {
    const place = list[i];
    if (known.places.has[place] === 0) {
      list[kept++] = place;
    } else {
      counts[place] = 0;
      has[place] = 0;
    }
  }
  places.size = kept;
}
