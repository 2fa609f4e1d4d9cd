/** So many of each label are kept whatever happens: with fewer, nothing could be learnt of it. */
const LEAST_OF_A_LABEL = 20;
/** Labels beyond share one count: where all are different they are numbers, and any part of them is as good. */
const MAX_LABELS = 1_000;
const OTHER = Symbol('other');

interface Kept<Item> {
  item: Item;
  cost: number;
  /** Its place among all that were offered, and among those of its label. */
  place: number;
  ofLabel: number;
}

/**
 * As many items of a stream as memory or time allow: all of them or, when they cost too much, every second one of each label,
 * every fourth, and so on. Which ones depends on nothing but the stream.
 */
export class ThinnedSample<Item> {
  #kept: Kept<Item>[] = [];
  readonly #counts = new Map<string | symbol, number>();
  #step = 1;
  #cost = 0;
  #offered = 0;

  constructor(private readonly mostCost: number) {}

  offer(item: Item, { label, cost }: { label: string; cost: number }): void {
    const key = this.#counts.has(label) || this.#counts.size < MAX_LABELS ? label : OTHER;
    const ofLabel = this.#counts.get(key) ?? 0;
    this.#counts.set(key, ofLabel + 1);
    const kept = { item, cost, place: this.#offered++, ofLabel };
    if (!this.#stays(kept)) return;
    this.#kept.push(kept);
    this.#cost += cost;
    if (this.#cost > this.mostCost) this.#thin();
  }

  get items(): Item[] {
    return this.#kept.map(({ item }) => item);
  }

  /** Of each item, its place among all that were offered. */
  get places(): Uint32Array {
    return Uint32Array.from(this.#kept, ({ place }) => place);
  }

  #stays({ ofLabel }: Kept<Item>): boolean {
    return ofLabel < LEAST_OF_A_LABEL || ofLabel % this.#step === 0;
  }

  /** What every label keeps may cost more than is allowed; thinning once more would not help then. */
  #thin(): void {
    this.#step *= 2;
    this.#kept = this.#kept.filter((kept) => this.#stays(kept));
    this.#cost = this.#kept.reduce((sum, { cost }) => sum + cost, 0);
  }
}
