import type { Storage } from '../storage.js';

/** What the laws are written with. */
export interface LawBook<Kind extends Storage = Storage> {
  law(name: string, test: () => Promise<void>): void;
  /** Opens a storage, in a new place where none is given. */
  open(place?: string): Promise<Kind>;
  newPlace(): string;
  /** How many runs of random writes are tried. */
  randomRuns: number;
}
