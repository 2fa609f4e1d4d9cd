/** Where in its text a document is opened. */
export interface Place {
  /** Words to look for, or a question to find the passage by; empty for the beginning. */
  words: string;
  /** A part of the content, in UTF-16 units; null if none is meant. */
  span: { start: number; end: number } | null;
}

/** From the address: `?passage=…`, or `?start=…&end=…`. The router turns what looks like a number into one. */
export function readPlace({ passage, start, end }: Record<string, unknown>): Place {
  const isSpan = typeof start === 'number' && typeof end === 'number' && start >= 0 && end > start;
  return {
    words: typeof passage === 'string' || typeof passage === 'number' ? String(passage) : '',
    span: isSpan ? { start, end } : null,
  };
}

/** For the way to another document, or to none. */
export function withoutPlace(search: Record<string, unknown>): Record<string, unknown> {
  return { ...search, passage: undefined, start: undefined, end: undefined };
}
