import type { Storage } from '../storage.js';

/** What the laws are written with. */
export interface LawBook {
  law(name: string, test: () => Promise<void>): void;
  /** Opens a storage, in a new place where none is given. */
  open(place?: string): Promise<Storage>;
  newPlace(): string;
  copyFile(place: string): string;
}
