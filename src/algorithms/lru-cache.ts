/**
 * A cache of the values last used: at least `capacity` of them, at most twice as many. Two generations approximate LRU
 * order: when the young one is full it becomes the old one, and what was left in the old one is dropped. A value that is
 * used again and again costs one lookup and no reordering.
 */
export class LruCache<Value extends NonNullable<unknown>> {
  readonly #capacity: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: string): Value | undefined {
    const known = this.#young.get(key);
    if (known !== undefined) return known;
    const value = this.#old.get(key);
    if (value !== undefined) this.#add(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    if (this.#young.has(key)) this.#young.set(key, value);
    else this.#add(key, value);
  }

  getOrMake(key: string, make: () => Value): Value {
    const known = this.#young.get(key);
    if (known !== undefined) return known;
    const value = this.#old.get(key) ?? make();
    this.#add(key, value);
    return value;
  }

  #add(key: string, value: Value): void {
    if (this.#young.size >= this.#capacity) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
