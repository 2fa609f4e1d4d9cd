import type { PassageReader, Reading, ReadPassage } from './reader.js';

export interface ReadingLimits {
  /** When the readings end, whether or not all passages are read. Counted from when the reader is loaded. */
  milliseconds: number;
  /** So many are read whatever the time: a busy machine is no reason to find nothing. */
  atLeast?: number;
  /** Ends them with an error. */
  signal?: AbortSignal;
}

/**
 * Reads passages in the order they are given in, so the best come first, until time is over. A caller that has seen enough
 * leaves the loop. While it looks at one reading, the next passages are already being read.
 */
export async function* readPassages(
  reader: PassageReader,
  question: string,
  passages: readonly ReadPassage[],
  { milliseconds, atLeast = 0, signal }: ReadingLimits,
): AsyncGenerator<Reading, void, void> {
  signal?.throwIfAborted();
  await reader.load();
  signal?.throwIfAborted();
  const ended = new AbortController();
  const end = () => ended.abort();
  const until = performance.now() + milliseconds;
  let timer = atLeast > 0 ? undefined : setTimeout(end, milliseconds);
  signal?.addEventListener('abort', end);
  const over = new Promise<null>((resolve) => ended.signal.addEventListener('abort', () => resolve(null)));
  const ahead: Promise<Reading>[] = [];
  try {
    for (let given = 0; given < passages.length; given++) {
      while (ahead.length < reader.atOnce && given + ahead.length < passages.length) {
        const reading = reader.read(question, passages[given + ahead.length], ended.signal);
        reading.catch(() => undefined); // It may fail after the loop was left.
        ahead.push(reading);
      }
      const reading = await Promise.race([ahead.shift()!.catch(unless(ended.signal)), over]);
      signal?.throwIfAborted();
      if (reading === null) return;
      yield reading;
      if (given + 1 >= atLeast) timer ??= setTimeout(end, until - performance.now());
      if (ended.signal.aborted || (given + 1 >= atLeast && performance.now() >= until)) return;
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    ended.abort();
  }
}

/** A passage that was given up is no failure. */
function unless(signal: AbortSignal): (error: unknown) => null {
  return (error) => {
    if (signal.aborted) return null;
    throw error;
  };
}
