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
  borders: Float64Array;
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

/** Of one row, all texts together: five hundred long ones would hold up everybody else's predictions. */
const READ_CHARACTERS = 20_000;

/** The words of one row's texts, each found once however often they are looked at. */
export class TextWords {
  private readonly known = new Map<FieldValue, { words: string[]; distinct: ReadonlySet<string> }>();
  private left = READ_CHARACTERS;

  of(value: FieldValue): readonly string[] {
    return this.read(value).words;
  }

  has(value: FieldValue, word: string): boolean {
    return this.read(value).distinct.has(word);
  }

  private read(value: FieldValue): { words: string[]; distinct: ReadonlySet<string> } {
    const known = this.known.get(value);
    if (known !== undefined) return known;
    const text = (textOf(value) ?? '').slice(0, this.left);
    this.left -= text.length;
    const words = gramWords(text);
    const read = { words, distinct: new Set(words) };
    this.known.set(value, read);
    return read;
  }
}

/** NaN where there is none. */
export function readNumber(aspect: Aspect, value: FieldValue, words: TextWords): number {
  if (aspect === 'value') return numberOf(value);
  if (aspect === 'length') return textOf(value)?.length ?? Number.NaN;
  if (typeof aspect === 'object') return Number(words.has(value, aspect.word));
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
