import type { OnDemandThread } from '../../../threads/on-demand-thread.js';
import { analysedInTime } from '../lexical/word-counting.js';
import type { WordCountMethods } from '../lexical/words-in-document-worker.js';
import { type DividedDocument, scoreDivided } from './score-divided.js';

/** See `scoreDivided`. */
export type ScoreDivided = (divided: DividedDocument) => Promise<Float64Array>;

/** Documents of several passages are seldom short: mostly a thread analyses them. */
export function passageScoring(thread: OnDemandThread<WordCountMethods>): ScoreDivided {
  return analysedInTime(scoreDivided, (divided) => thread.call('scoreDivided', divided));
}
