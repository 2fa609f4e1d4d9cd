import { gramWords } from '../ngram-features.js';
import { booleanOf, type FieldValue, type InputField, numberOf, textOf, timeOf } from './fields.js';

/** The number read from a field: its value, a component of its date, the length of its text, or whether a word occurs. */
export type Aspect = 'value' | 'time' | 'weekday' | 'month' | 'hour' | 'length' | { word: string };

/** One column of the training table. A field yields none, one or several. */
export type FeatureColumn = NumberColumn | CategoryColumn;

export interface NumberColumn {
  kind: 'number';
  /** The index of its field. */
  field: number;
  aspect: Aspect;
  /** Ascending. Bin b (from 1) holds the values from `borders[b - 2]`, included, to `borders[b - 1]`, excluded. */
  borders: Float64Array;
  mean: number;
  /** The standard deviation; never 0. */
  deviation: number;
}

export interface CategoryColumn {
  kind: 'category';
  field: number;
  /** Most frequent first. Other values count as missing. */
  values: string[];
}

const DAY = 86_400_000;
const DATE_ASPECTS: Aspect[] = ['time', 'weekday', 'month', 'hour'];

export function numberAspects({ type }: InputField): Aspect[] {
  if (type === 'number') return ['value'];
  if (type === 'date') return DATE_ASPECTS;
  return type === 'text' ? ['length'] : [];
}

/** The limit for all texts of one row: tokenising hundreds of long texts would block other predictions. */
const MAX_CHARACTERS = 20_000;

interface Tokenized {
  words: string[];
  distinct: ReadonlySet<string>;
}

/** Tokenises the texts of one row, each only once however many columns look at it. */
export class RowTokens {
  readonly #known = new Map<FieldValue, Tokenized>();
  #charactersLeft = MAX_CHARACTERS;

  of(value: FieldValue): readonly string[] {
    return this.#tokenize(value).words;
  }

  has(value: FieldValue, word: string): boolean {
    return this.#tokenize(value).distinct.has(word);
  }

  #tokenize(value: FieldValue): Tokenized {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const text = (textOf(value) ?? '').slice(0, this.#charactersLeft);
    this.#charactersLeft -= text.length;
    const words = gramWords(text);
    const tokenized = { words, distinct: new Set(words) };
    this.#known.set(value, tokenized);
    return tokenized;
  }
}

/** NaN if the value is missing. */
export function readNumber(aspect: Aspect, value: FieldValue, tokens: RowTokens): number {
  if (aspect === 'value') return numberOf(value);
  if (aspect === 'length') return textOf(value)?.length ?? Number.NaN;
  if (typeof aspect === 'object') return Number(tokens.has(value, aspect.word));
  return readDate(aspect, timeOf(value));
}

function readDate(aspect: 'time' | 'weekday' | 'month' | 'hour', time: number): number {
  if (Number.isNaN(time)) return Number.NaN;
  const date = new Date(time);
  if (aspect === 'weekday') return date.getUTCDay();
  if (aspect === 'month') return date.getUTCMonth();
  return aspect === 'hour' ? date.getUTCHours() : time / DAY;
}

export function readCategory({ type }: InputField, value: FieldValue): string | null {
  return type === 'boolean' ? booleanOf(value) : textOf(value);
}

/** 0 for a missing value, otherwise the bin by binary search, counting from 1. */
export function numberBin({ borders }: NumberColumn, value: number): number {
  if (Number.isNaN(value)) return 0;
  let low = 0;
  let high = borders.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (borders[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}

/** The bin of missing values included. */
export function binCountOf(column: FeatureColumn): number {
  return column.kind === 'number' ? column.borders.length + 2 : column.values.length + 1;
}
