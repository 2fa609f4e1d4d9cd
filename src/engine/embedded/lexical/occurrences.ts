import { NO_DOCUMENT, type PostingList } from './posting-list.js';

/** So many documents are scored at a time: what is noted of them stays in the fastest memory. */
export const WINDOW = 8192;

/**
 * Documents by their place in a window, in the order in which they were found. The lowest bit of `has` is 1 for these and 0 for
 * all others; of a word's occurrences the whole says by which marks they were found. A place is noted behind the last one, and the
 * size then grows by that bit turned over: whether a document is new can't be foreseen, and a processor that guesses wrong loses
 * more time than that takes. Hence room for one more.
 */
export class Places {
  readonly list = new Uint16Array(WINDOW + 1);
  readonly has = new Uint8Array(WINDOW);
  size = 0;
}

/** How often one word occurs in each document of a window, a short text counting more. Whoever reads it empties it. */
export class Occurrences {
  readonly counts = new Float32Array(WINDOW);
  readonly places = new Places();
  private readonly hits = new Uint16Array(WINDOW + 1);
  private readonly hitPostings = new Uint32Array(WINDOW + 1);

  /** What a list has in the window that begins at document `base`. The innermost loop: everything it needs is at hand. */
  add(postings: PostingList, base: number): void {
    const end = base + WINDOW;
    const { gaps, frequencies, lengths, byLength, factor, last, mark } = postings;
    const { counts } = this;
    const { list, has } = this.places;
    let { posting, document } = postings;
    let { size } = this.places;
    while (document < end) {
      const place = document - base;
      const frequency = frequencies[posting];
      // A long gap may end at a document that does not have the word.
      if (frequency !== 0) {
        counts[place] += factor * frequency * byLength[lengths[document]];
        list[size] = place;
        size += (has[place] & 1) ^ 1;
        has[place] |= mark;
      }
      document = posting < last ? document + gaps[posting + 1] : NO_DOCUMENT;
      posting++;
    }
    this.places.size = size;
    postings.posting = posting;
    postings.document = document;
  }

  /** The same where `among` is 1. Of a common word most postings end there, so first those that don't are picked. */
  addAmong(among: Uint8Array, postings: PostingList, base: number): void {
    const picked = this.pick(among, postings, base);
    const { frequencies, lengths, byLength, factor, mark } = postings;
    const { counts, hits, hitPostings } = this;
    const { list, has } = this.places;
    let { size } = this.places;
    for (let i = 0; i < picked; i++) {
      const place = hits[i];
      const frequency = frequencies[hitPostings[i]];
      if (frequency === 0) continue;
      counts[place] += factor * frequency * byLength[lengths[base + place]];
      list[size] = place;
      size += (has[place] & 1) ^ 1;
      has[place] |= mark;
    }
    this.places.size = size;
  }

  /** Puts the postings of a window where `among` is 1 into `hits`, and says how many there are. */
  private pick(among: Uint8Array, postings: PostingList, base: number): number {
    const end = base + WINDOW;
    const { gaps, last } = postings;
    const { hits, hitPostings } = this;
    let { posting, document } = postings;
    let size = 0;
    while (document < end) {
      const place = document - base;
      hits[size] = place;
      hitPostings[size] = posting;
      size += among[place];
      document = posting < last ? document + gaps[posting + 1] : NO_DOCUMENT;
      posting++;
    }
    postings.posting = posting;
    postings.document = document;
    return size;
  }
}
