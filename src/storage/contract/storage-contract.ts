import { afterEach, describe, it } from 'vitest';
import type { Storage } from '../storage.js';
import { changeLaws } from './change-laws.js';
import { documentLaws } from './document-laws.js';
import { embeddingLaws } from './embedding-laws.js';
import type { LawBook } from './law-book.js';
import { modelLaws } from './model-laws.js';
import { randomWritesLaw } from './random-writes-law.js';
import { recordLaws, wholeStorageLaws } from './record-laws.js';

/** A kind of storage, as the suite opens it. */
export interface StorageSuite {
  /** Names a place where nothing is stored yet: a folder, a prefix of index names. */
  newPlace(): string;
  /** Opens what is stored in a place. */
  open(place: string): Promise<Storage>;
  /** The file that `copyTo` has to write for `open` to find the copy in this place. */
  copyFile(place: string): string;
  /** Closes what is open and removes all places. */
  cleanUp(): Promise<void>;
  /** Laws that this storage does not keep, by name, each with the reason, which the test run prints. */
  leftOut?: Readonly<Record<string, string>>;
}

const CHAPTERS = [
  documentLaws,
  changeLaws,
  embeddingLaws,
  modelLaws,
  recordLaws,
  wholeStorageLaws,
  randomWritesLaw,
] as const;

/** What any storage must do, whatever it is made of. */
export function describeStorage(name: string, suite: StorageSuite): void {
  describe(`${name}: the storage contract`, () => {
    const leftOut = new Map(Object.entries(suite.leftOut ?? {}));
    const book: LawBook = {
      law(law, test) {
        const reason = leftOut.get(law);
        leftOut.delete(law);
        if (reason === undefined) it(law, test);
        else it(law, ({ skip }) => skip(`left out: ${reason}`));
      },
      open: (place = suite.newPlace()) => suite.open(place),
      newPlace: () => suite.newPlace(),
      copyFile: (place) => suite.copyFile(place),
    };
    afterEach(() => suite.cleanUp());
    for (const chapter of CHAPTERS) chapter(book);
    if (leftOut.size > 0) throw new Error(`There are no such laws to leave out: ${[...leftOut.keys()].join(', ')}`);
  });
}
