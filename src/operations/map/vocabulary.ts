import type { TellingWord } from '../../text/telling-words.js';

/** Numbers for words, so that documents hold numbers only. Each word belongs to the number of its stem. */
export class Vocabulary {
  /** Each word as it is written. */
  readonly written: string[] = [];
  /** The stem of each word, by number. */
  readonly stems: number[] = [];
  readonly #words = new Map<string, number>();
  readonly #stems = new Map<string, number>();

  get stemCount(): number {
    return this.#stems.size;
  }

  numberOf({ written, stem }: TellingWord): number {
    const key = `${stem} ${written}`;
    const known = this.#words.get(key);
    if (known !== undefined) return known;
    const number = this.written.length;
    this.#words.set(key, number);
    this.written.push(written);
    this.stems.push(this.#stemNumber(stem));
    return number;
  }

  /** What `read` makes the same vocabulary of. */
  entries(): TellingWord[] {
    const stems = [...this.#stems.keys()];
    return this.written.map((written, number) => ({ written, stem: stems[this.stems[number]] }));
  }

  static read(entries: readonly TellingWord[]): Vocabulary {
    const vocabulary = new Vocabulary();
    for (const entry of entries) vocabulary.numberOf(entry);
    return vocabulary;
  }

  #stemNumber(stem: string): number {
    const known = this.#stems.get(stem);
    if (known !== undefined) return known;
    this.#stems.set(stem, this.#stems.size);
    return this.#stems.size - 1;
  }
}
