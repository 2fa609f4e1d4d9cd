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
