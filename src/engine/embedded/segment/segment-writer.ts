import { compareText } from '../../../domain/document/code-points.js';
import { AlignedBytes } from './aligned-bytes.js';
import { Dictionary } from './dictionary.js';
import { columnName } from './directory.js';
import { GrowingArray } from './growing-array.js';
import { type ColumnArray, type ColumnEntry, HEADER_BYTES, type SegmentBytes, writeHeader } from './segment-format.js';

/** Takes the columns of a new segment one by one, so that they need not all be in memory as objects. */
export class SegmentWriter {
  readonly #names: string[] = [];
  readonly #data = new AlignedBytes();
  /** As in a `Directory`, but in the order in which the columns come. */
  readonly #starts = new GrowingArray(Uint32Array);
  readonly #firstLengths = new GrowingArray(Uint32Array);
  readonly #lengths = new GrowingArray(Uint32Array);

  constructor() {
    this.#firstLengths.push(0);
  }

  /** The arrays must not change before `finish`. */
  add({ type, field, docs, arrays }: ColumnEntry): void {
    this.#names.push(columnName(type, field));
    this.#starts.push(this.#data.length / 8);
    if (docs !== null) this.#addArray(docs);
    for (const array of arrays) this.#addArray(array);
    this.#firstLengths.push(this.#lengths.length);
  }

  finish(documents: number): SegmentBytes {
    const names = this.#names;
    // Whoever writes very many columns adds them in order, and then this costs little more than comparing neighbours.
    const order = Array.from(names.keys()).sort((a, b) => compareText(names[a], names[b]));
    const dictionary = Dictionary.fromSorted(order.map((column) => names[column]));
    const directory = new AlignedBytes();
    for (const array of this.#placesInOrder(order)) directory.append(array);
    directory.append(dictionary.offsets);
    directory.append(dictionary.bytes);
    const dataStart = HEADER_BYTES + directory.length;
    const bytes = new SharedArrayBuffer(dataStart + this.#data.length);
    directory.writeTo(new Uint8Array(bytes, HEADER_BYTES));
    this.#data.writeTo(new Uint8Array(bytes, dataStart));
    const nameBytes = dictionary.bytes.length;
    writeHeader(bytes, { documents, columns: names.length, arrays: this.#lengths.length, nameBytes });
    return bytes;
  }

  #addArray(array: ColumnArray): void {
    this.#lengths.push(array.length);
    this.#data.append(array);
  }

  #placesInOrder(order: readonly number[]): Uint32Array[] {
    const [starts, firstLengths, lengths] = [this.#starts.view(), this.#firstLengths.view(), this.#lengths.view()];
    const sortedFirst = new Uint32Array(firstLengths.length);
    const sortedLengths = new Uint32Array(lengths.length);
    order.forEach((column, i) => {
      let next = sortedFirst[i];
      for (let at = firstLengths[column]; at < firstLengths[column + 1]; at++) sortedLengths[next++] = lengths[at];
      sortedFirst[i + 1] = next;
    });
    return [Uint32Array.from(order, (column) => starts[column]), sortedFirst, sortedLengths];
  }
}
