import { LEXICAL_FIELDS } from '../../document/analysed-text.js';
import type { Bm25Kernel } from './bm25-kernel.js';
import type { WeighedField } from './posting-list.js';

/** Entries of a factor table in the kernel. */
const LENGTHS = 65_536;
const NOBODY = -1;

/** Addresses of a field's data in the kernel's memory, and the longest length that its factors cover. */
export interface FieldPlace {
  lengths: number;
  factors: number;
  longest: number;
}

/**
 * Puts text lengths and length factors into the kernel's memory. Lengths are the same for every query, so the kernel has
 * slots in which those of recent windows stay.
 */
export class KernelFields {
  readonly #kernel: Bm25Kernel;
  readonly #slots: number;
  /** For each slot, whose lengths it holds (see `#numbers`) and the first document of their window. */
  readonly #owners: Int32Array;
  readonly #bases: Int32Array;
  #next = 0;
  /** The slot used last. */
  #latest = NOBODY;
  /** Numbers that stand for arrays of lengths: references to the arrays would keep their segments alive. */
  readonly #numbers = new WeakMap<Uint16Array, number>();
  #lastNumber = NOBODY;
  readonly #tables: (Float32Array | null)[] = LEXICAL_FIELDS.map(() => null);

  constructor(kernel: Bm25Kernel) {
    this.#kernel = kernel;
    this.#slots = kernel.exports.LENGTH_SLOTS.value;
    this.#owners = new Int32Array(this.#slots).fill(NOBODY);
    this.#bases = new Int32Array(this.#slots);
  }

  /** Makes sure that the kernel's memory has what a window of documents needs of a field. */
  place({ field, lengths, byLength }: WeighedField, base: number): FieldPlace {
    return {
      lengths: this.#lengthsAt(lengths, base),
      factors: this.#factorsAt(LEXICAL_FIELDS.indexOf(field), byLength),
      longest: byLength.length - 1,
    };
  }

  #lengthsAt(lengths: Uint16Array, base: number): number {
    const { window, exports } = this.#kernel;
    const owner = this.#numberOf(lengths);
    let slot = this.#find(owner, base);
    const address = () => exports.LENGTH_WINDOWS.value + 2 * window * slot;
    if (slot < 0) {
      // A window needs the lengths of two fields: the second must not evict the first.
      if (this.#next === this.#latest) this.#next = (this.#next + 1) % this.#slots;
      slot = this.#next;
      this.#next = (this.#next + 1) % this.#slots;
      this.#owners[slot] = owner;
      this.#bases[slot] = base;
      new Uint16Array(exports.memory.buffer, address(), window).set(lengths.subarray(base, base + window));
    }
    this.#latest = slot;
    return address();
  }

  #find(owner: number, base: number): number {
    for (let slot = 0; slot < this.#slots; slot++) {
      if (this.#owners[slot] === owner && this.#bases[slot] === base) return slot;
    }
    return -1;
  }

  #numberOf(lengths: Uint16Array): number {
    const number = this.#numbers.get(lengths) ?? ++this.#lastNumber;
    this.#numbers.set(lengths, number);
    return number;
  }

  #factorsAt(field: number, table: Float32Array): number {
    const { memory, FACTORS } = this.#kernel.exports;
    const address = FACTORS.value + 4 * LENGTHS * field;
    if (this.#tables[field] !== table) {
      new Float32Array(memory.buffer, address, table.length).set(table);
      this.#tables[field] = table;
    }
    return address;
  }
}
