import { NO_DOCUMENT, type PostingList, type WeighedField } from '../../src/engine/embedded/lexical/posting-list.js';
import { addBit, type Bitset, hasBit } from '../../src/engine/embedded/segment/bitset.js';
import { FEW_WORDS } from '../../src/engine/ranking/ranking.js';

const WINDOW = 8192;

interface PlainWord {
  list: PostingList;
  weight: number;
}

/** The loops of `assembly/bm25.ts` for exact words, in the fastest TypeScript that we found. */
export class PlainScores {
  readonly size = WINDOW;
  readonly #sums = new Float32Array(WINDOW);
  readonly #coverage = new Float32Array(WINDOW);
  readonly #counts = new Float32Array(WINDOW);
  readonly #found = new Uint8Array(WINDOW);
  readonly #foundList = new Uint16Array(WINDOW + 1);
  readonly #hits = new Uint16Array(WINDOW + 1);
  readonly #hitPostings = new Uint32Array(WINDOW + 1);
  #foundSize = 0;
  #base = 0;
  #lengths: Uint16Array = new Uint16Array();
  #byLength: Float32Array = new Float32Array();

  begin({ lengths, byLength }: WeighedField, base: number): void {
    this.#base = base;
    this.#lengths = lengths;
    this.#byLength = byLength;
  }

  addWord({ list, weight }: PlainWord, where: 'everywhere' | 'where found'): void {
    const hits = where === 'everywhere' ? this.#countAll(list) : this.#countFound(list);
    this.#gain(hits, weight);
  }

  finish(
    { needed, best, among }: { needed: number; best: number; among: Bitset },
    target: { bits: Bitset; scores: Float64Array },
  ): void {
    const sums = this.#sums;
    const coverage = this.#coverage;
    const found = this.#found;
    const foundList = this.#foundList;
    const base = this.#base;
    for (let i = 0; i < this.#foundSize; i++) {
      const place = foundList[i];
      const document = base + place;
      if (coverage[place] >= needed && hasBit(among, document)) {
        addBit(target.bits, document);
        target.scores[document] = 100 * Math.sqrt(sums[place] / best);
      }
      sums[place] = 0;
      coverage[place] = 0;
      found[place] = 0;
    }
    this.#foundSize = 0;
  }

  #countAll(list: PostingList): number {
    const base = this.#base;
    const counts = this.#counts;
    const hits = this.#hits;
    const lengths = this.#lengths;
    const byLength = this.#byLength;
    const end = base + WINDOW;
    const { gaps, frequencies, factor, last } = list;
    let { posting, document } = list;
    let size = 0;
    while (document < end) {
      const frequency = frequencies[posting];
      if (frequency !== 0) {
        counts[document - base] += factor * frequency * byLength[Math.min(lengths[document], byLength.length - 1)];
        hits[size++] = document - base;
      }
      document = posting < last ? document + gaps[posting + 1] : NO_DOCUMENT;
      posting++;
    }
    list.posting = posting;
    list.document = document;
    return size;
  }

  #countFound(list: PostingList): number {
    const picked = this.#pick(list);
    const base = this.#base;
    const counts = this.#counts;
    const hits = this.#hits;
    const hitPostings = this.#hitPostings;
    const lengths = this.#lengths;
    const byLength = this.#byLength;
    const { frequencies, factor } = list;
    for (let i = 0; i < picked; i++) {
      const length = Math.min(lengths[base + hits[i]], byLength.length - 1);
      counts[hits[i]] += factor * frequencies[hitPostings[i]] * byLength[length];
    }
    return picked;
  }

  #pick(list: PostingList): number {
    const base = this.#base;
    const found = this.#found;
    const hits = this.#hits;
    const hitPostings = this.#hitPostings;
    const end = base + WINDOW;
    const { gaps, last } = list;
    let { posting, document } = list;
    let size = 0;
    while (document < end) {
      const place = document - base;
      hits[size] = place;
      hitPostings[size] = posting;
      size += found[place];
      document = posting < last ? document + gaps[posting + 1] : NO_DOCUMENT;
      posting++;
    }
    list.posting = posting;
    list.document = document;
    return size;
  }

  #gain(hits: number, weight: number): void {
    const sums = this.#sums;
    const coverage = this.#coverage;
    const counts = this.#counts;
    const found = this.#found;
    const foundList = this.#foundList;
    const { least, most, k1: saturation } = FEW_WORDS.exact;
    let size = this.#foundSize;
    for (let i = 0; i < hits; i++) {
      const place = this.#hits[i];
      const count = counts[place];
      counts[place] = 0;
      sums[place] += weight * (least + (most - least) * (count / (count + saturation)));
      coverage[place] += weight;
      foundList[size] = place;
      size += found[place] ^ 1;
      found[place] = 1;
    }
    this.#foundSize = size;
  }
}
