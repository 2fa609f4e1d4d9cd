import { failure } from '../../../domain/errors/error.js';

/** Ends a query that takes longer than allowed, so that no filter, however written, can hold a thread. */
export class Deadline {
  private readonly end: number;

  constructor(private readonly milliseconds: number) {
    this.end = performance.now() + milliseconds;
  }

  check(): void {
    if (performance.now() <= this.end) return;
    throw failure(
      'query_too_expensive',
      `The query needed more than the ${this.milliseconds} ms allowed for one. Use fewer or narrower clauses; a wildcard is cheaper the more text stands before it.`,
      { retryAfterSeconds: 1 },
    );
  }
}
