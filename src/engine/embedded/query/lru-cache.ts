/**
 * The values last asked for, by name: at least as many as `most`, and at most twice as many. Two generations instead of an
 * order of all: a value that is asked for again and again is only looked up.
 */
export class LruCache<Value> {
  private young = new Map<string, Value>();
  private old = new Map<string, Value>();

  constructor(private readonly most: number) {}

  get(name: string, make: () => Value): Value {
    const known = this.young.get(name);
    if (known !== undefined) return known;
    const value = this.old.get(name) ?? make();
    if (this.young.size >= this.most) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(name, value);
    return value;
  }
}
