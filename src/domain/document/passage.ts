/**
 * A part of a document's content, with the direction of its vector. The offsets count UTF-16 units of the content, so that
 * `content.slice(start, end)` is the passage, verbatim. A document without content has one empty passage: its title.
 */
export interface Passage {
  start: number;
  end: number;
  /** One code of -127 to 127 a dimension. */
  codes: Int8Array;
}

/**
 * The passages of a document, embedded by one encoder. Vectors of different spaces are never compared. While documents are
 * embedded anew for another encoder they have vectors of two spaces, and a list of these.
 */
export interface DocumentVectors {
  space: string;
  passages: Passage[];
}
