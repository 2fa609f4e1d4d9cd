type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** Numbers that are added one by one, however many they turn out to be. */
export class GrowingArray<Kind extends Numbers> {
  length = 0;
  private values: Kind;

  constructor(private readonly make: new (length: number) => Kind) {
    this.values = new make(1024);
  }

  push(value: number): void {
    if (this.length === this.values.length) this.makeRoom(1);
    this.values[this.length++] = value;
  }

  /** Adds what stands from `start` to before `end`: usually so little that a loop is over before `set` would have begun. */
  append(source: ArrayLike<number>, start: number, end: number): void {
    this.makeRoom(end - start);
    for (let i = start; i < end; i++) this.values[this.length++] = source[i];
  }

  /** What was added, in memory that may still be written to by adding more. */
  view(): Kind {
    return this.values.subarray(0, this.length) as Kind;
  }

  private makeRoom(count: number): void {
    if (this.length + count <= this.values.length) return;
    const larger = new this.make(Math.max(this.values.length * 2, this.length + count));
    larger.set(this.values);
    this.values = larger;
  }
}
