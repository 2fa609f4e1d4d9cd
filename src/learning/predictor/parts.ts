import { gramWords } from '../text-features/text-grams.js';
import { booleanOf, type FieldValue, numberOf, textOf, timeOf } from './field-value.js';
import type { InputField } from './infer-fields.js';

/** What a number about a field is: its value, something about its date, how long its text is, or whether a word is in it. */
export type Aspect = 'value' | 'time' | 'weekday' | 'month' | 'hour' | 'length' | { word: string };

/** One column that models look at. A field gives none, one or several. */
export type Part = NumberPart | CategoryPart;

export interface NumberPart {
  kind: 'number';
  /** The place of its field. */
  field: number;
  aspect: Aspect;
  /** Ascending borders of the bins. A value is in the bin after the last border that is not above it. */
  borders: number[];
  mean: number;
  /** Never 0. */
  deviation: number;
}

export interface CategoryPart {
  kind: 'category';
  field: number;
  /** Most frequent first. Others count as missing. */
  values: string[];
}

const DAY = 86_400_000;
const DATE_ASPECTS: Aspect[] = ['time', 'weekday', 'month', 'hour'];

export function numberAspects({ type }: InputField): Aspect[] {
  if (type === 'number') return ['value'];
  if (type === 'date') return DATE_ASPECTS;
  return type === 'text' ? ['length'] : [];
}

/** The words of one row's texts, each found once however many aspects look at them. */
export class TextWords {
  private readonly words = new Map<FieldValue, ReadonlySet<string>>();

  of(value: FieldValue): ReadonlySet<string> {
    const known = this.words.get(value);
    if (known !== undefined) return known;
    const found = new Set(gramWords(textOf(value) ?? ''));
    this.words.set(value, found);
    return found;
  }
}

/** NaN where there is none. */
export function readNumber(aspect: Aspect, value: FieldValue, words: TextWords): number {
  if (aspect === 'value') return numberOf(value);
  if (aspect === 'length') return textOf(value)?.length ?? Number.NaN;
  if (typeof aspect === 'object') return Number(words.of(value).has(aspect.word));
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

/** 0 for missing, else the bin's number from 1. */
export function numberBin({ borders }: NumberPart, value: number): number {
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

/** Missing and every bin. */
export function binCountOf(part: Part): number {
  return part.kind === 'number' ? part.borders.length + 2 : part.values.length + 1;
}
