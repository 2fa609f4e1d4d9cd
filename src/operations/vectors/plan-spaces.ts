import type { KnownEncoder, VectorSpaces } from '../../domain/document/vectors.js';

export interface SpacesAtStart {
  /** What the store says; null where it says nothing yet. */
  recorded: VectorSpaces | null;
  /** The encoder that the settings name. */
  configured: KnownEncoder;
  /** Whether there is no document at all. */
  empty: boolean;
  /** Whether the encoder that was served can still embed queries. */
  servedOpens: boolean;
}

/** Which encoder is served after a start, which one is to come, and whose vectors can go. */
export function planSpaces({ recorded, configured, empty, servedOpens }: SpacesAtStart): VectorSpaces {
  if (recorded === null || empty) return { served: configured, next: null, complete: empty, leaving: [] };
  const leavingBesides = (...used: readonly KnownEncoder[]) => {
    const inUse = new Set(used.map(({ space }) => space));
    return spacesOf(recorded).filter((space) => !inUse.has(space));
  };
  if (recorded.served.space === configured.space) {
    const { complete } = recorded;
    return { served: configured, next: null, complete, leaving: leavingBesides(configured) };
  }
  if (!servedOpens) return { served: configured, next: null, complete: false, leaving: leavingBesides(configured) };
  return { ...recorded, next: configured, leaving: leavingBesides(recorded.served, configured) };
}

/** All that there may be vectors of. */
function spacesOf({ served, next, leaving }: VectorSpaces): string[] {
  return [...new Set([served.space, ...(next === null ? [] : [next.space]), ...leaving])];
}
