import type { Metadata, MetadataValue } from '../../domain/document/document.js';

/** Other values say nothing about a column: `n/a`, `-`. */
const HAS_DIGIT = /\d/;
/** Also with groups, 1,234.50, and as programs write large and small numbers: 1e3, 2.5e-7. More digits before an e may be a code: 12e4. */
const DECIMAL = /^-?(?:(?:0|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d*)(?:\.(\d+))?|[1-9](?:\.\d+)?[eE][+-]?\d{1,2})$/;
/** As spreadsheets of many countries write it: 0,05 and 1.234,50. */
const DECIMAL_COMMA = /^-?(?:0|[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d*)(?:,(\d+))?$/;
/** A double keeps so many digits; a longer number, such as that of an account, would become another. */
const EXACT_DIGITS = 15;
/** 1,234 could be a thousand. */
const DIGITS_OF_A_GROUP = 3;

type Notation = 'decimal' | 'decimal_comma';

/** What is known of the numbers of a column, if they are in one notation. */
interface Seen {
  fitsAll: boolean;
  /** Decimals of the values that have any. */
  fewest: number;
  most: number;
  /** Some value ends in a zero after another decimal: 1.10. */
  isPadded: boolean;
  /** Some value has the sign of the other notation between groups of digits. */
  isGrouped: boolean;
  /** Some value has an exponent, which no version has. */
  hasExponent: boolean;
}

/**
 * Tells which columns of a table hold numbers, so that all their values can be compared: 499.0 becomes a number as 629.5 does.
 * Otherwise all are texts: where a value is no number, has a zero or a plus in front (007, +49 …), and where they look like versions
 * (1.9 and 1.10).
 */
export class ColumnNumbers {
  private readonly columns: readonly { name: string; decimal: Seen; decimalComma: Seen }[];

  constructor(names: readonly string[]) {
    this.columns = names.map((name) => ({ name, decimal: nothingYet(), decimalComma: nothingYet() }));
  }

  observe(fields: readonly string[]): void {
    // Where a row has too many fields, nobody knows which columns they belong to.
    if (fields.length > this.columns.length) return;
    for (const [i, { decimal, decimalComma }] of this.columns.entries()) {
      const text = fields[i]?.trim() ?? '';
      if (!HAS_DIGIT.test(text)) continue;
      observeNumber(decimal, DECIMAL.exec(text), ',');
      observeNumber(decimalComma, DECIMAL_COMMA.exec(text), '.');
    }
  }

  /** After all rows were observed: makes numbers of the values of columns that hold numbers. */
  typing(): (metadata: Metadata) => Metadata {
    const notations = new Map(this.columns.map((column) => [column.name, notationOf(column)]));
    const typed = (name: string, value: MetadataValue): MetadataValue =>
      typeof value === 'string' && HAS_DIGIT.test(value) ? typedValue(value, notations.get(name) ?? null) : value;
    return (metadata) =>
      Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, typed(name, value)]));
  }
}

function nothingYet(): Seen {
  return {
    fitsAll: true,
    fewest: Number.POSITIVE_INFINITY,
    most: 0,
    isPadded: false,
    isGrouped: false,
    hasExponent: false,
  };
}

function observeNumber(seen: Seen, match: RegExpExecArray | null, group: string): void {
  const digits = match?.[0].replace(/e.*|\D/gi, '') ?? '';
  if (match === null || digits.length > EXACT_DIGITS) seen.fitsAll = false;
  seen.isGrouped ||= match?.[0].includes(group) ?? false;
  seen.hasExponent ||= /e/i.test(match?.[0] ?? '');
  const decimals = match?.[1] ?? '';
  if (decimals === '') return;
  seen.fewest = Math.min(seen.fewest, decimals.length);
  seen.most = Math.max(seen.most, decimals.length);
  seen.isPadded ||= /[1-9]0+$/.test(decimals);
}

function notationOf({ decimal, decimalComma }: { decimal: Seen; decimalComma: Seen }): Notation | null {
  if (areNumbers(decimal) && (!decimal.isGrouped || isUnmistakable(decimal))) return 'decimal';
  return areNumbers(decimalComma) && isUnmistakable(decimalComma) ? 'decimal_comma' : null;
}

/** Whether the sign before the decimals can't be one between groups. */
function isUnmistakable({ fewest, most }: Seen): boolean {
  return most > 0 && !(fewest === DIGITS_OF_A_GROUP && most === DIGITS_OF_A_GROUP);
}

/** A program that pads one number with zeros pads all of them to the same length. */
function areNumbers({ fitsAll, fewest, most, isPadded, hasExponent }: Seen): boolean {
  return fitsAll && (!isPadded || hasExponent || fewest === most);
}

function typedValue(text: string, notation: Notation | null): string | number {
  if (notation === null) return text;
  return Number(notation === 'decimal' ? text.replaceAll(',', '') : text.replaceAll('.', '').replace(',', '.'));
}
