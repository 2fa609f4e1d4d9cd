import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { PassageReader, Reading, ReadPassage } from '../../src/inference/reader.js';

/** A reader that keeps what it read in a file, so that a script which is run repeatedly reads each passage once. */
export class ReadingCache {
  readonly #readings: Map<string, Reading>;
  readonly #reader: PassageReader;
  readonly #file: string | null;

  constructor(reader: PassageReader, file: string | null) {
    this.#reader = reader;
    this.#file = file;
    const known = file !== null && existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
    this.#readings = new Map(known.map((line) => JSON.parse(line)));
  }

  async read(question: string, passage: ReadPassage): Promise<Reading> {
    const key = createHash('sha1')
      .update(JSON.stringify([question, passage.title, passage.text]))
      .digest('base64');
    const reading = this.#readings.get(key) ?? (await this.#reader.read(question, passage));
    this.#readings.set(key, reading);
    return reading;
  }

  async close(): Promise<void> {
    await this.#reader.close();
    if (this.#file === null) return;
    writeFileSync(this.#file, [...this.#readings].map((entry) => JSON.stringify(entry)).join('\n'));
  }
}
