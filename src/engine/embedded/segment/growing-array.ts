type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** A typed array that grows as numbers are added. */
export class GrowingArray<Kind extends Numbers> {
  length = 0;
  readonly #make: new (
    length: number,
  ) => Kind;
  #values: Kind;

  constructor(make: new (length: number) => Kind) {
    this.#make = make;
    this.#values = new make(1024);
  }

  push(value: number): void {
    if (this.length === this.#values.length) this.#makeRoom(1);
    this.#values[this.length++] = value;
  }

  /** Adds `source[start] … source[end - 1]`. These are usually so few that a loop costs less than `set`. */
  append(source: ArrayLike<number>, start: number, end: number): void {
    this.#makeRoom(end - start);
    for (let i = start; i < end; i++) this.#values[this.length++] = source[i];
  }

  /** A view of the numbers added so far; adding more may write to the same memory. */
  view(): Kind {
    return this.#values.subarray(0, this.length) as Kind;
  }

  #makeRoom(count: number): void {
    if (this.length + count <= this.#values.length) return;
    const larger = new this.#make(Math.max(this.#values.length * 2, this.length + count));
    larger.set(this.#values);
    this.#values = larger;
  }
}
