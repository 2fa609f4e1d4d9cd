/**
 * A part of a document's content. The offsets count UTF-16 units of the content, so that `content.slice(start, end)` is the
 * passage, verbatim. A document without content has one empty passage: its title.
 */
export interface Passage {
  start: number;
  end: number;
}

/** The vectors that one encoder made of a document's passages. Vectors of different spaces are never compared. */
export interface DocumentVectors {
  space: string;
  /** One vector per passage, in their order; one code of -127 to 127 per dimension. */
  codes: readonly Int8Array[];
}

/**
 * How a document is divided into passages, and what encoders made of them. While documents are being re-embedded for another
 * encoder they have vectors of two spaces; both are of the same passages.
 */
export interface EmbeddedPassages {
  passages: readonly Passage[];
  vectors: readonly DocumentVectors[];
}
