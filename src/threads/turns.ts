import { setImmediate as nextTurn } from 'node:timers/promises';

/** Far below what the event loop may be held up for: other long work may want its part of the same turn. */
const TURN_MILLISECONDS = 2;

/** Divides a long loop into turns of the event loop. To be asked between two steps, which are short themselves. */
export class Turns {
  #end = performance.now() + TURN_MILLISECONDS;

  /** Whether it is time for `next`. */
  get isOver(): boolean {
    return performance.now() >= this.#end;
  }

  /** Lets everything else run that waits. */
  async next(): Promise<void> {
    await nextTurn();
    this.#end = performance.now() + TURN_MILLISECONDS;
  }
}
