import type { Language } from '../domain/document/language.js';
import { guessLanguage } from '../text/language/detect-language.js';
import { languagesOf } from './document-language.js';

/** Rows that are kept, from all over the table. */
const MOST_ROWS = 400;
/** A table in several languages says nothing about its short rows. */
const COMMON_FRACTION = 0.8;
/** Of a row: a few long ones must not speak for all short ones. In UTF-16 units. */
const READ_OF_A_ROW = 60;
/** More would not make it surer. */
const READ_OF_A_LONG_ROW = 400;
const WORD = /\p{L}{2}/u;

/** The language of a table. Its rows are short, and many of them together tell better what they are written in than each alone. */
export class CommonLanguage {
  #rows: string[] = [];
  #observed = 0;
  /** Every so many rows are kept. */
  #step = 1;

  /** `valuesOf` is called for the rows that are kept. */
  observe(valuesOf: () => readonly unknown[]): void {
    if (this.#observed++ % this.#step !== 0) return;
    const texts = valuesOf().filter((value): value is string => typeof value === 'string');
    const beginnings = texts.map((text) => text.slice(0, READ_OF_A_ROW)).filter((text) => WORD.test(text));
    this.#rows.push(beginnings.join(' ').slice(0, READ_OF_A_ROW));
    if (this.#rows.length < MOST_ROWS) return;
    this.#rows = this.#rows.filter((_, i) => i % 2 === 0);
    this.#step *= 2;
  }

  /** After all rows were observed. Null if it can't be told, or if there are several. */
  get(): Language | null {
    const languages = languagesOf(this.#rows.join('\n'));
    const common = languages.find(
      (language) => languages.filter((one) => one === language).length >= COMMON_FRACTION * languages.length,
    );
    return common === undefined || this.#isContradicted(common) ? null : common;
  }

  /** All rows together make few samples, each of which says only what most of it is in. */
  #isContradicted(common: Language): boolean {
    const rows = this.#rows.filter((row) => row !== '');
    const others = rows.filter((row) => languageOfRow(row, common) !== common);
    return others.length > (1 - COMMON_FRACTION) * rows.length;
  }
}

/** That of the table, unless the row is surely in another one, or in a script that the language of the table is not written in. */
export function languageOfRow(text: string, common: Language | null): Language | null {
  if (common === null) return null;
  const guess = guessLanguage(text.slice(0, READ_OF_A_LONG_ROW));
  if (guess === null) return common;
  return guess.isSure || !guess.candidates.includes(common) ? guess.language : common;
}
