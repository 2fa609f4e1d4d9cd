import { setImmediate as nextTurn } from 'node:timers/promises';

/** Far below what the event loop may be held up for: other long work may want its part of the same turn. */
const TURN_MILLISECONDS = 2;

/**
 * For messages that come one by one. Node.js hands over all that have come in one turn, and those that come meanwhile: who sends the next
 * request with every answer, to somebody quick, would keep the event loop for himself.
 */
export class MessageTurns {
  readonly #waiting: (() => void)[] = [];
  /** When the time for messages in this turn is over; null if none has come in it. */
  #end: number | null = null;

  /** Handles a message now, or in a later turn if this one has taken long. They keep their order. */
  handle(message: () => void): void {
    const end = this.#end ?? this.#begin();
    if (this.#waiting.length === 0 && performance.now() < end) message();
    else this.#waiting.push(message);
  }

  #begin(): number {
    this.#end = performance.now() + TURN_MILLISECONDS;
    setImmediate(() => this.#goOn());
    return this.#end;
  }

  /** In the next turn: handles those that wait, but not all of them if they take long together. */
  #goOn(): void {
    this.#end = null;
    if (this.#waiting.length === 0) return;
    const end = this.#begin();
    do this.#waiting.shift()?.();
    while (this.#waiting.length > 0 && performance.now() < end);
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
