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

/** An encoder as the store remembers it: enough to open it again later, and no secret. */
export interface KnownEncoder {
  space: string;
  settings: Readonly<Record<string, string | number | null>>;
}

/** Which encoders the vectors of all documents are from. */
export interface VectorSpaces {
  /** Queries are embedded by this one and compared with its vectors alone. */
  served: KnownEncoder;
  /** Documents are being embedded for this one, which is served once all of them are; null where none is to come. */
  next: KnownEncoder | null;
  /** Whether every document has vectors of the served space: not where the encoder before it could not be opened. */
  complete: boolean;
  /** Spaces whose vectors nobody asks for any more and that are still to be removed. */
  leaving: readonly string[];
}

/**
 * A vector's direction in whole numbers, the largest one at the end of the range. Length is not kept: cosines need none.
 * A number is off by half a step at most, hence a cosine by no more than half a step · √dimensions / |codes|; how much
 * it is in practice, `bench/vector-scan.ts` says. What is not finite counts as 0, and a vector without direction
 * becomes zeros, whose cosine with everything is 0.
 */
function roundedDirection<Codes extends Int8Array | Int16Array>(
  vector: Float32Array,
  codes: Codes,
  end: number,
): Codes {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) {
    if (Number.isFinite(vector[i])) largest = Math.max(largest, Math.abs(vector[i]));
  }
  if (largest === 0) return codes;
  const scale = end / largest;
  for (let i = 0; i < vector.length; i++) {
    if (Number.isFinite(vector[i])) codes[i] = Math.round(vector[i] * scale);
  }
  return codes;
}

/** What is stored of a passage: -127 … 127. */
export function quantize(vector: Float32Array): Int8Array {
  return roundedDirection(vector, new Int8Array(vector.length), 127);
}

/** A query is a single vector and can afford finer steps: -2047 … 2047. More would overflow the kernel's sums. */
export function quantizeQuery(vector: Float32Array): Int16Array {
  return roundedDirection(vector, new Int16Array(vector.length), 2047);
}

/**
 * A text under its title, as encoders read it: what it is about often stands in the title alone. With a colon between the two,
 * where a line break had the title run into the first sentence, questions in other languages were found better.
 */
export function underTitle(title: string, text: string): string {
  return `${title}: ${text}`;
}
