import { setImmediate as nextTurn } from 'node:timers/promises';

/** Far below what the event loop may be held up for: other long work may want its part of the same turn. */
const TURN_MILLISECONDS = 2;

/**
 * For messages that come one by one. Node.js hands over all that have come in one turn, and those that come meanwhile: who sends the next
 * request with every answer, to somebody quick, would keep the event loop for himself.
 */
export class MessageTurns {
  #began: number | null = null;

  /** Handles a message now, or in the next turn if this one has taken long. They keep their order. */
  handle(message: () => void): void {
    if (this.#began === null) {
      this.#began = performance.now();
      setImmediate(() => {
        this.#began = null;
      });
    }
    if (performance.now() - this.#began < TURN_MILLISECONDS) message();
    else setImmediate(message);
  }
}

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
