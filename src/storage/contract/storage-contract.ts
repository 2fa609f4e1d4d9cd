import { afterEach, describe, it } from 'vitest';
import type { LocalStorage, Storage } from '../storage.js';
import { changeLaws } from './change-laws.js';
import { changeLogLaws } from './change-log-laws.js';
import { claimLaws } from './claim-laws.js';
import { documentLaws } from './document-laws.js';
import { embeddingLaws } from './embedding-laws.js';
import type { LawBook } from './law-book.js';
import { modelLaws } from './model-laws.js';
import { queryLogLaws } from './query-log-laws.js';
import { randomWritesLaw } from './random-writes-law.js';
import { closingLaws, recordLaws } from './record-laws.js';
import { ruleLaws } from './rule-laws.js';

/** A kind of storage, as the suite opens it. */
export interface StorageSuite<Kind extends Storage = Storage> {
  /** Names a place where nothing is stored yet: a folder, a prefix of index names. */
  newPlace(): string;
  /** Opens what is stored in a place. */
  open(place: string): Promise<Kind>;
  /** Closes what is open and removes all places. */
  cleanUp(): Promise<void>;
  /** Fewer runs of random writes, where each takes long. */
  randomRuns?: number;
  /** Laws that this storage does not keep, by name, each with the reason, which the test run prints. */
  leftOut?: Readonly<Record<string, string>>;
}

const CHAPTERS = [
  documentLaws,
  changeLaws,
  embeddingLaws,
  modelLaws,
  ruleLaws,
  recordLaws,
  claimLaws,
  queryLogLaws,
  closingLaws,
] as const;

/** What any storage must do, whatever it is made of. */
export function describeStorage(name: string, suite: StorageSuite): void {
  describeLaws(`${name}: the storage contract`, suite, (book) => {
    for (const chapter of CHAPTERS) chapter(book);
    randomWritesLaw(book, null);
  });
}

/** The same, and what a storage must do besides that records its changes. */
export function describeLocalStorage(name: string, suite: StorageSuite<LocalStorage>): void {
  describeLaws(`${name}: the storage contract`, suite, (book) => {
    for (const chapter of CHAPTERS) chapter(book);
    changeLogLaws(book);
    randomWritesLaw(book, (storage) => storage.documents('live'));
  });
}

const RANDOM_RUNS = 60;

function describeLaws<Kind extends Storage>(
  title: string,
  suite: StorageSuite<Kind>,
  laws: (book: LawBook<Kind>) => void,
): void {
  describe(title, () => {
    const leftOut = new Map(Object.entries(suite.leftOut ?? {}));
    afterEach(() => suite.cleanUp());
    laws({
      law(law, test) {
        const reason = leftOut.get(law);
        leftOut.delete(law);
        if (reason === undefined) it(law, test);
        else it(law, ({ skip }) => skip(`left out: ${reason}`));
      },
      open: (place = suite.newPlace()) => suite.open(place),
      newPlace: () => suite.newPlace(),
      randomRuns: suite.randomRuns ?? RANDOM_RUNS,
    });
    if (leftOut.size > 0) throw new Error(`There are no such laws to leave out: ${[...leftOut.keys()].join(', ')}`);
  });
}
