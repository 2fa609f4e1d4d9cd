import type { DataReport } from '../../domain/model/model.js';

/** Every label keeps at least this many examples: fewer would not be enough to learn it. */
const MIN_PER_LABEL = 20;
/** Further labels share one count: labels this numerous are numbers, and any sample of those is as good as another. */
const MAX_COUNTED_LABELS = 1_000;
const OTHER_LABELS = Symbol('other labels');

interface Kept<Item> {
  item: Item;
  cost: number;
  /** Its index among all offered items. */
  index: number;
  /** Its index among the offered items of its label. */
  indexInLabel: number;
}

/**
 * A sample of a stream within a budget of memory or time. It keeps all items until they cost too much, then every second
 * item of each label, then every fourth, and so on. It is deterministic.
 */
export class ThinnedSample<Item> {
  readonly #maxCost: number;
  readonly #counts = new Map<string | symbol, number>();
  #kept: Kept<Item>[] = [];
  #step = 1;
  #cost = 0;
  #offered = 0;

  constructor(maxCost: number) {
    this.#maxCost = maxCost;
  }

  offer(item: Item, { label, cost }: { label: string; cost: number }): void {
    const key = this.#counts.has(label) || this.#counts.size < MAX_COUNTED_LABELS ? label : OTHER_LABELS;
    const indexInLabel = this.#counts.get(key) ?? 0;
    this.#counts.set(key, indexInLabel + 1);
    const kept = { item, cost, index: this.#offered++, indexInLabel };
    if (!this.#isInSample(kept)) return;
    this.#kept.push(kept);
    this.#cost += cost;
    if (this.#cost > this.#maxCost) this.#thin();
  }

  get items(): Item[] {
    return this.#kept.map(({ item }) => item);
  }

  /** For each item, its index among all offered items. */
  get indexes(): Uint32Array {
    return Uint32Array.from(this.#kept, ({ index }) => index);
  }

  #isInSample({ indexInLabel }: Kept<Item>): boolean {
    return indexInLabel < MIN_PER_LABEL || indexInLabel % this.#step === 0;
  }

  /** Once per overrun: the minimum of every label may cost more than the budget, and thinning again would not help. */
  #thin(): void {
    this.#step *= 2;
    this.#kept = this.#kept.filter((kept) => this.#isInSample(kept));
    this.#cost = this.#kept.reduce((sum, { cost }) => sum + cost, 0);
  }
}

/** Which of the `count` examples that were sent are in the sample. */
export interface SampledFrom {
  indexes: Uint32Array;
  count: number;
}

/** Translates the example indexes of a report on a sample to those of all examples. */
export function reportOnAll(report: DataReport, { indexes, count }: SampledFrom): DataReport {
  const { conflicts, suspectedLabels } = report;
  return {
    ...report,
    examples: count,
    conflicts: {
      ...conflicts,
      listed: conflicts.listed.map(({ examples, labels }) => ({ examples: examples.map((i) => indexes[i]), labels })),
    },
    suspectedLabels: {
      ...suspectedLabels,
      listed: suspectedLabels.listed.map((suspect) => ({ ...suspect, example: indexes[suspect.example] })),
    },
  };
}
