import { Occurrences, WINDOW } from './occurrences.js';
import type { PostingList } from './posting-list.js';
import { WORTH_OF_KNOWN, worthOf } from './word-worth.js';

/**
 * What a word counts for, of its weight, in each document of a segment that has it: its occurrences in all fields and forms are
 * added up, so that a query only has to take it. The documents of window `w` are `starts[w] … starts[w + 1] - 1`, in any order.
 */
export interface WorthList {
  starts: Uint32Array;
  /** The place of each document in its window. */
  places: Uint16Array;
  worths: Float32Array;
}

/** A thread builds one list after the other. */
const occurrences = new Occurrences();

/** Of all lists of a word, which are read to their ends. */
export function worthList(lists: readonly PostingList[], documents: number): WorthList {
  const postings = lists.reduce((sum, { posting, last }) => sum + last - posting + 1, 0);
  const starts = new Uint32Array(Math.ceil(documents / WINDOW) + 1);
  const places = new Uint16Array(postings);
  const worths = new Float32Array(postings);
  const { counts } = occurrences;
  const { list: found, has: marks } = occurrences.places;
  let size = 0;
  for (let window = 0; window < starts.length - 1; window++) {
    for (const list of lists) occurrences.add(list, window * WINDOW);
    for (let i = 0; i < occurrences.places.size; i++) {
      const place = found[i];
      places[size] = place;
      worths[size++] = worthOf(counts[place], WORTH_OF_KNOWN, marks[place]);
    }
    occurrences.clear();
    starts[window + 1] = size;
  }
  // A document that has several forms takes one place.
  return { starts, places: places.slice(0, size), worths: worths.slice(0, size) };
}
