import { failure } from '../domain/errors/error.js';

/** Whether requests are served: not before the index is loaded, and not once the service is stopping. */
export class Lifecycle {
  #state: 'starting' | 'serving' | 'stopping' = 'starting';

  get state(): 'starting' | 'serving' | 'stopping' {
    return this.#state;
  }

  /** The index is there. A service that is already stopping stays so. */
  serve(): void {
    if (this.#state === 'starting') this.#state = 'serving';
  }

  stop(): void {
    this.#state = 'stopping';
  }

  requireServing(): void {
    if (this.#state === 'serving') return;
    const reason = this.#state === 'starting' ? 'The service is loading its index.' : 'The service is stopping.';
    throw failure('shutting_down', `${reason} Try again in a moment.`, { retryAfterSeconds: 1 });
  }
}
