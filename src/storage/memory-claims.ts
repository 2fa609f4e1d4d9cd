import type { Claim, ClaimStorage } from './shared-work.js';

/** Claims within one process. They end with it, like the work that they are for. */
export class MemoryClaims implements ClaimStorage {
  readonly shared: boolean = false;
  readonly #now: () => number;
  readonly #held = new Map<string, { holder: string; until: number; progress: number }>();

  /** `now` counts milliseconds and never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  async take({ name, holder, milliseconds, progress = 0 }: Claim): Promise<boolean> {
    const held = this.#held.get(name);
    if (held !== undefined && held.holder !== holder && this.#now() < held.until) return false;
    this.#held.set(name, { holder, until: this.#now() + milliseconds, progress });
    return true;
  }

  async progress(name: string): Promise<number> {
    return this.#held.get(name)?.progress ?? 0;
  }

  async release(name: string, holder: string): Promise<void> {
    if (this.#held.get(name)?.holder === holder) this.#held.delete(name);
  }
}
