import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longer than this at a stretch, others would notice that they wait. */
const LONGEST_MILLISECONDS = 4;

/** Lets others have their turn while something is worked out that takes long, bit by bit. */
export class SharedTurns {
  #began = performance.now();

  /** To be awaited after each bit; returns at once until it is the turn of others. */
  async share(): Promise<void> {
    if (performance.now() - this.#began < LONGEST_MILLISECONDS) return;
    await nextTurn();
    this.#began = performance.now();
  }
}
