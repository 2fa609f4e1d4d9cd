import { addBit, type Bitset, hasBit } from '../bitset.js';
import { Occurrences, Places, WINDOW } from './occurrences.js';
import type { PostingList } from './posting-list.js';
import { TYPO_COVERAGE, WORTH_OF_KNOWN, WORTH_OF_TYPOS, type Worth } from './word-worth.js';

/** A word of the query in one segment. */
export interface ListedWord {
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
  private base = 0;

  /** Forgets what was found in the window before. */
  begin(base: number): void {
    this.keep(Infinity);
    this.base = base;
  }

  /** In all documents, or only in those that a word before was found in. */
  addWord({ known, typos, weight, typoShare }: ListedWord, where: 'everywhere' | 'where found'): void {
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
    const { sums, base } = this;
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
    for (const list of lists) {
      if (where === 'everywhere') target.add(list, this.base);
      else target.addAmong(this.found.has, list, this.base);
    }
  }

  /** Empties the occurrences. */
  private add(
    { counts, places }: Occurrences,
    { worth, share, weight }: { worth: Worth; share: number; weight: number },
  ): void {
    const { sums, coverage } = this;
    const { least, span, saturation } = worth;
    const { list, has } = this.found;
    const { list: counted, has: marks } = places;
    let { size } = this.found;
    for (let i = 0; i < places.size; i++) {
      const place = counted[i];
      const count = counts[place];
      const mark = marks[place];
      counts[place] = 0;
      marks[place] = 0;
      // The first occurrence says most.
      sums[place] += share * (least[mark] + span[mark] * (count / (count + saturation[mark])));
      coverage[place] += weight;
      list[size] = place;
      size += has[place] ^ 1;
      has[place] = 1;
    }
    this.found.size = size;
    places.size = 0;
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
