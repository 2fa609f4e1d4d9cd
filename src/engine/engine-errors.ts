import { ServiceError } from '../domain/errors/error.js';

/** The engine can't answer now: it is starting, catching up, or can't be reached. */
export class EngineUnavailable extends ServiceError {
  constructor(message: string, retryAfterSeconds = 1, cause?: unknown) {
    super('engine_unavailable', message, { retryAfterSeconds });
    this.cause = cause;
  }
}

/** The plan's time limit has passed. */
export class QueryTooExpensive extends ServiceError {
  constructor(milliseconds: number) {
    super(
      'query_too_expensive',
      `The query needed more than the ${milliseconds} ms allowed for one. Use fewer or narrower clauses; a wildcard is cheaper the more text stands before it.`,
      { retryAfterSeconds: 1 },
    );
  }
}

/** The query can't be asked as it is, however long it may take. */
export class QueryTooLarge extends ServiceError {
  constructor() {
    super(
      'query_too_expensive',
      'The query has more clauses, or its facets have more buckets, than the search cluster allows. Use fewer or wider ones.',
      {
        retryAfterSeconds: 1,
      },
    );
  }
}

/** Too many queries wait already: another one would only time out. */
export class Overloaded extends ServiceError {
  constructor() {
    super('overloaded', 'Too many queries are waiting. Try again in a moment.', { retryAfterSeconds: 1 });
  }
}
