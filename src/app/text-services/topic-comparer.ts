import { compareTopics, type TopicComparison } from '../../inference/extractive/compare-topics.js';
import { occasionalThread } from '../../threads/occasional-thread.js';
import { workerFile } from '../../threads/worker-file.js';

/** Pairs of a passage and a phrase that are compared on the event loop: a millisecond's work. */
const MOST_INLINE = 2_000;

/** Compares documents with topics without holding up the event loop. Its one thread lives only while it has work. */
export class TopicComparer {
  readonly #pool = occasionalThread<TopicComparison, number[][]>(
    workerFile(import.meta.url, './topic-comparer-thread.js'),
  );

  async compare({ subjects, topics }: TopicComparison): Promise<number[][]> {
    if (total(subjects) * total(topics) <= MOST_INLINE) return compareTopics({ subjects, topics });
    // Copies: a view into a batch of vectors would take the whole batch along.
    return this.#pool.run({
      subjects: subjects.map((passages) => passages.map((passage) => passage.slice())),
      topics: topics.map((phrases) => phrases.map((phrase) => phrase.slice())),
    });
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

function total(lists: readonly (readonly unknown[])[]): number {
  return lists.reduce((sum, { length }) => sum + length, 0);
}
