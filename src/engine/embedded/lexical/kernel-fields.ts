import type { Bm25Kernel } from './bm25-kernel.js';
import { LEXICAL_FIELDS } from './lexical-column.js';
import type { WeighedField } from './posting-list.js';

/** As many lengths as a table of the kernel has room for. */
const LENGTHS = 65_536;
const NOBODY = -1;

/** Where a field is in the memory of the kernel. */
export interface FieldPlace {
  lengths: number;
  factors: number;
  longest: number;
}

/**
 * The lengths of texts in the memory of the kernel, window by window. They are the same for every query, so those of the windows last
 * asked for are kept there.
 */
export class KernelFields {
  private readonly slots: number;
  /** Whose lengths a slot holds, and of which window. */
  private readonly owners: Int32Array;
  private readonly bases: Int32Array;
  private next = 0;
  /** The slot last asked for. */
  private latest = NOBODY;
  /** Numbers for lengths: to keep them themselves would keep their segment. */
  private readonly numbers = new WeakMap<Uint16Array, number>();
  private lastNumber = NOBODY;
  private readonly tables: (Float32Array | null)[] = LEXICAL_FIELDS.map(() => null);

  constructor(private readonly kernel: Bm25Kernel) {
    this.slots = kernel.exports.LENGTH_SLOTS.value;
    this.owners = new Int32Array(this.slots).fill(NOBODY);
    this.bases = new Int32Array(this.slots);
  }

  /** Puts what is needed of a field for a window of documents into the memory. */
  place({ field, lengths, byLength }: WeighedField, base: number): FieldPlace {
    return {
      lengths: this.lengthsAt(lengths, base),
      factors: this.factorsAt(LEXICAL_FIELDS.indexOf(field), byLength),
      longest: byLength.length - 1,
    };
  }

  private lengthsAt(lengths: Uint16Array, base: number): number {
    const { window, exports } = this.kernel;
    const owner = this.numberOf(lengths);
    let slot = this.find(owner, base);
    const address = () => exports.LENGTH_WINDOWS.value + 2 * window * slot;
    if (slot < 0) {
      // Of two fields of a window, the second must not take the place of the first.
      if (this.next === this.latest) this.next = (this.next + 1) % this.slots;
      slot = this.next;
      this.next = (this.next + 1) % this.slots;
      this.owners[slot] = owner;
      this.bases[slot] = base;
      new Uint16Array(exports.memory.buffer, address(), window).set(lengths.subarray(base, base + window));
    }
    this.latest = slot;
    return address();
  }

  private find(owner: number, base: number): number {
    for (let slot = 0; slot < this.slots; slot++) {
      if (this.owners[slot] === owner && this.bases[slot] === base) return slot;
    }
    return -1;
  }

  private numberOf(lengths: Uint16Array): number {
    const number = this.numbers.get(lengths) ?? ++this.lastNumber;
    this.numbers.set(lengths, number);
    return number;
  }

  private factorsAt(field: number, table: Float32Array): number {
    const { memory, FACTORS } = this.kernel.exports;
    const address = FACTORS.value + 4 * LENGTHS * field;
    if (this.tables[field] !== table) {
      new Float32Array(memory.buffer, address, table.length).set(table);
      this.tables[field] = table;
    }
    return address;
  }
}
