/**
 * Unit vectors distributed like sentence embeddings of one collection: a common direction, plus one of a thousand topics,
 * plus noise. Cosines are about 0.05 between topics and 0.4 within one.
 */
export class SyntheticVectors {
  #state = 0x2545f491;
  readonly #common: Float32Array;
  readonly #topics: Float32Array[];

  constructor(readonly dimensions: number) {
    this.#common = this.#noise();
    this.#topics = Array.from({ length: 1000 }, () => this.#noise());
  }

  next(): Float32Array {
    const topic = this.#topics[Math.floor(((this.#random() + 1) / 2) * this.#topics.length)];
    const vector = this.#noise();
    let squares = 0;
    for (let i = 0; i < vector.length; i++) {
      vector[i] += 0.3 * this.#common[i] + 0.75 * topic[i];
      squares += vector[i] * vector[i];
    }
    const scale = 1 / Math.sqrt(squares);
    for (let i = 0; i < vector.length; i++) vector[i] *= scale;
    return vector;
  }

  #noise(): Float32Array {
    const numbers = new Float32Array(this.dimensions);
    for (let i = 0; i < numbers.length; i++) numbers[i] = this.#random() + this.#random() + this.#random();
    return numbers;
  }

  /** -1 to 1. */
  #random(): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return this.#state / 2 ** 31;
  }
}
