import type { Document } from '../../../domain/document/document.js';
import { hasUnspacedScript } from '../../../text/unspaced-scripts.js';
import { workerFile } from '../../../threads/callable-thread.js';
import { offload, TimeBudget } from '../../../threads/offload.js';
import { OnDemandThread } from '../../../threads/on-demand-thread.js';
import { wordsInDocument } from './words-in-document.js';
import type { WordCountMethods } from './words-in-document-worker.js';

type Payload = Parameters<typeof wordsInDocument>[0];

/** Counts the words of a query in the texts of one document. */
export type CountWordsIn = (payload: Payload) => Promise<ReturnType<typeof wordsInDocument>>;

/** What is analysed on the event loop at most, in UTF-16 units: 2 ms of work. */
const LONGEST_INLINE = 2_048;
/** Fraction of event-loop time (0–1) for that. */
const INLINE_TIME = 0.1;

type WordCountThread = OnDemandThread<WordCountMethods>;

export function wordCountThread(): WordCountThread {
  return new OnDemandThread(workerFile(import.meta.url, './words-in-document-worker.js'));
}

export function wordCounting(thread: WordCountThread): CountWordsIn {
  return analysedInTime(wordsInDocument, (payload) => thread.call('wordsInDocument', payload));
}

/** Analysing a long text takes tens of milliseconds, one without spaces hundreds: a thread does that. */
export function analysedInTime<Work extends { document: Pick<Document, 'title' | 'content'> }, Result>(
  inline: (work: Work) => Result,
  inThread: (work: Work) => Promise<Result>,
): (work: Work) => Promise<Result> {
  return offload({
    inline,
    inThread,
    isSmall: ({ document: { title, content } }) => isShort(`${title} ${content ?? ''}`),
    inlineBudget: new TimeBudget(INLINE_TIME),
  });
}

function isShort(text: string): boolean {
  return text.length <= LONGEST_INLINE && !hasUnspacedScript(text);
}
