/**
 * A part of a document's content: `content.slice(start, end)`, so the offsets count UTF-16 units. A document without
 * content has one empty passage, which stands for its title.
 */
export interface Passage {
  start: number;
  end: number;
}

/** The vectors of a document's passages, made by one encoder. Vectors of different spaces are never compared. */
export interface DocumentVectors {
  space: string;
  /** One vector per passage, in order; one code from -127 to 127 per dimension. */
  codes: readonly Int8Array[];
}

/**
 * The passages of a document and their vectors. While documents are re-embedded with another encoder, they have vectors of
 * two spaces, both for the same passages.
 */
export interface EmbeddedPassages {
  passages: readonly Passage[];
  vectors: readonly DocumentVectors[];
}

/** An encoder as it is stored: what is needed to open it again, without secrets. */
export interface KnownEncoder {
  space: string;
  settings: Readonly<Record<string, string | number | null>>;
}

/** The encoders that stored vectors come from. */
export interface VectorSpaces {
  /** Embeds queries, which are compared only with vectors of this encoder. */
  served: KnownEncoder;
  /** Replaces `served` when all documents have been re-embedded with it; null if there is none. */
  next: KnownEncoder | null;
  /** Whether every document has vectors of the served encoder. False if its predecessor could not be opened. */
  complete: boolean;
  /** Spaces whose vectors are no longer used and have not been removed yet. */
  leaving: readonly string[];
}

/**
 * Scalar-quantises a vector so that its largest component becomes ±`end`. The length is lost, which cosines don't need. Each
 * component is off by at most half a step, so a cosine is off by at most half a step · √dimensions / |codes|;
 * `bench/vector-scan.ts` measures the actual error. Components that are not finite become 0, and a zero vector stays zero:
 * its cosine with everything is 0.
 */
function quantizeTo<Codes extends Int8Array | Int16Array>(vector: Float32Array, codes: Codes, end: number): Codes {
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

/** Quantises a passage vector to 8 bits, -127 … 127. */
export function quantize(vector: Float32Array): Int8Array {
  return quantizeTo(vector, new Int8Array(vector.length), 127);
}

/** Quantises a query vector more finely, to -2047 … 2047. Larger codes would overflow the sums of the kernel. */
export function quantizeQuery(vector: Float32Array): Int16Array {
  return quantizeTo(vector, new Int16Array(vector.length), 2047);
}

/**
 * A text with its title, as it is embedded: often only the title says what a text is about. A colon between the two gave
 * better results for questions in other languages than a line break.
 */
export function underTitle(title: string, text: string): string {
  return `${title}: ${text}`;
}
