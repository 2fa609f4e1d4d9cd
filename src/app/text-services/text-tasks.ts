import { compareTopics, type TopicComparison } from '../../inference/extractive/compare-topics.js';
import { findSentences } from '../../text/answers/find-sentences.js';
import { type ExcerptRequest, makeExcerpts } from '../../text/excerpts/make-excerpts.js';
import { splitAllIntoPassages } from '../../text/passages/passages.js';
import { divideSentences } from '../../text/summaries/divide-sentences.js';
import { hasUnspacedScript } from '../../text/unspaced-scripts.js';
import { workerFile } from '../../threads/callable-thread.js';
import { offload, TimeBudget } from '../../threads/offload.js';
import { OnDemandThread, type OnDemandThreadOptions } from '../../threads/on-demand-thread.js';
import type { TextMethods } from './text-worker.js';

/** What is done on the event loop at most, in UTF-16 units of all texts of a task together. */
const LONGEST_INLINE = {
  /** A millisecond's work, 8 at worst. */
  passages: 4_096,
  sentences: 4_096,
  excerpts: 50_000,
  /** Where words have to be found with a dictionary, which takes fifty times as long. */
  unspacedExcerpts: 2_000,
};

/** Pairs of a passage and a phrase that are compared on the event loop: a millisecond's work. */
const MOST_INLINE_COMPARISONS = 2_000;

/**
 * Fraction of event-loop time (0–1) for excerpts. A thread costs every request a little, but under load everything waits
 * for the event loop.
 */
const INLINE_EXCERPTS = 0.05;

export type TextThread = OnDemandThread<TextMethods>;

/** Each kind of work has a thread of its own: an import that splits long contents must not hold up searches. */
export function textThread(options?: OnDemandThreadOptions): TextThread {
  return new OnDemandThread(workerFile(import.meta.url, './text-worker.js'), options);
}

/** The passages of each text, in their order. */
export function passageSplitter(thread: TextThread) {
  return offload({
    inline: splitAllIntoPassages,
    inThread: (texts) => thread.call('splitAllIntoPassages', texts),
    isSmall: (texts) => totalLength(texts.map(({ content }) => content)) <= LONGEST_INLINE.passages,
  });
}

export function excerptMaker(thread: TextThread) {
  return offload({
    inline: makeExcerpts,
    inThread: (request) => thread.call('makeExcerpts', request),
    isSmall: hasShortTexts,
    inlineBudget: new TimeBudget(INLINE_EXCERPTS),
  });
}

function hasShortTexts({ hits }: ExcerptRequest): boolean {
  const texts = hits.flatMap(({ title, content }) => (content === null ? [title] : [title, content]));
  const length = totalLength(texts);
  if (length <= LONGEST_INLINE.unspacedExcerpts) return true;
  return length <= LONGEST_INLINE.excerpts && !texts.some(hasUnspacedScript);
}

/** The sentences that could answer a question. */
export function sentenceFinder(thread: TextThread) {
  return offload({
    inline: findSentences,
    inThread: (request) => thread.call('findSentences', request),
    isSmall: ({ passages }) => totalLength(passages.map(({ text }) => text)) <= LONGEST_INLINE.sentences,
  });
}

/** The sentences that could stand in a summary. */
export function sentenceDivider(thread: TextThread) {
  return offload({
    inline: divideSentences,
    inThread: (content) => thread.call('divideSentences', content),
    isSmall: ({ content }) => content.length <= LONGEST_INLINE.sentences,
  });
}

export function topicComparer(thread: TextThread) {
  return offload({
    inline: compareTopics,
    inThread: (comparison) => thread.call('compareTopics', withOwnVectors(comparison)),
    isSmall: ({ subjects, topics }) => count(subjects) * count(topics) <= MOST_INLINE_COMPARISONS,
  });
}

/** Copies, because posting a view into a batch of vectors would copy the whole batch. */
function withOwnVectors({ subjects, topics }: TopicComparison): TopicComparison {
  return {
    subjects: subjects.map((passages) => passages.map((passage) => passage.slice())),
    topics: topics.map((phrases) => phrases.map((phrase) => phrase.slice())),
  };
}

function totalLength(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

function count(lists: readonly (readonly unknown[])[]): number {
  return lists.reduce((sum, { length }) => sum + length, 0);
}
