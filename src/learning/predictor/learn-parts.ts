import { gramWords } from '../text-features/text-grams.js';
import { MAX_BINS } from '../trees/binned-table.js';
import { fieldOf, type InputRow, textOf } from './field-value.js';
import type { InputField } from './infer-fields.js';
import {
  type Aspect,
  type CategoryPart,
  type NumberPart,
  numberAspects,
  type Part,
  readCategory,
  readNumber,
  TextWords,
} from './parts.js';

const MAX_CATEGORIES = MAX_BINS - 1;
const MAX_BORDERS = MAX_BINS - 2;
/** Of all fields together: a model's header is read in one go, and the linear model has a weight for each category. */
const CATEGORY_CHARACTERS = 500_000;
/** What a category takes besides its own characters, to parse and to look up. */
const EVERY_CATEGORY = 8;
const CATEGORY_WEIGHTS = 4_000_000;
/** Words of one text field, and of all of them together, that trees look at; the linear model sees all words. */
const MAX_WORDS = 60;
const MAX_WORD_PARTS = 600;
const WORD_WEIGHTS = 100_000;
const LEAST_TEXTS = 5;
/** Aspects that look at words are not read here. */
const NO_WORDS = new TextWords();

/** Learns from the rows `use` what bins each field's values fall into. */
export function learnParts(
  rows: readonly InputRow[],
  fields: readonly InputField[],
  { use, outputs }: { use: Uint32Array; outputs: number },
): Part[] {
  const room = roomForCategories(fields.length, outputs);
  const most = wordsPerField(fields.filter(({ type }) => type === 'text').length, outputs);
  return fields.flatMap((field, place): Part[] => {
    if (field.type === 'category' || field.type === 'boolean') return [categoryPart(rows, field, { use, place, room })];
    const parts = numberAspects(field).map((aspect) => numberPart(rows, field, { use, place, aspect }));
    return field.type === 'text' ? [...parts, ...wordParts(rows, field, { use, place, most })] : parts;
  });
}

/** What one field may take for its categories. */
interface CategoryRoom {
  categories: number;
  characters: number;
}

function roomForCategories(fields: number, outputs: number): CategoryRoom {
  const affordable = Math.floor(CATEGORY_WEIGHTS / (fields * outputs));
  return {
    categories: Math.max(2, Math.min(MAX_CATEGORIES, affordable)),
    characters: CATEGORY_CHARACTERS / fields,
  };
}

function wordsPerField(textFields: number, outputs: number): number {
  const affordable = Math.min(MAX_WORD_PARTS, WORD_WEIGHTS / outputs) / Math.max(1, textFields);
  return Math.floor(Math.min(MAX_WORDS, affordable));
}

function categoryPart(
  rows: readonly InputRow[],
  field: InputField,
  { use, place, room }: { use: Uint32Array; place: number; room: CategoryRoom },
): CategoryPart {
  const counts = new Map<string, number>();
  for (const row of use) {
    const value = readCategory(field, fieldOf(rows[row], field.name));
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return { kind: 'category', field: place, values: fitting(mostFrequent(counts, room.categories), room.characters) };
}

function mostFrequent(counts: ReadonlyMap<string, number>, most: number): string[] {
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, most)
    .map(([value]) => value);
}

/** As many as the characters hold out for, the most frequent first. */
function fitting(values: readonly string[], characters: number): string[] {
  let left = characters;
  const end = values.findIndex((value) => {
    left -= value.length + EVERY_CATEGORY;
    return left < 0;
  });
  return end < 0 ? [...values] : values.slice(0, end);
}

/** One column for each frequent word: whether it is there. */
function wordParts(
  rows: readonly InputRow[],
  field: InputField,
  { use, place, most }: { use: Uint32Array; place: number; most: number },
): NumberPart[] {
  const counts = new Map<string, number>();
  for (const row of use) {
    for (const word of new Set(gramWords(textOf(fieldOf(rows[row], field.name)) ?? ''))) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  for (const [word, count] of counts) if (count < LEAST_TEXTS || count > use.length * 0.8) counts.delete(word);
  return mostFrequent(counts, most).map((word) => {
    const mean = counts.get(word)! / use.length;
    return {
      kind: 'number',
      field: place,
      aspect: { word },
      borders: Float64Array.of(0.5),
      mean,
      deviation: Math.sqrt(mean - mean ** 2),
    };
  });
}

function numberPart(
  rows: readonly InputRow[],
  field: InputField,
  { use, place, aspect }: { use: Uint32Array; place: number; aspect: Aspect },
): NumberPart {
  const values = Float64Array.from(use, (row) => readNumber(aspect, fieldOf(rows[row], field.name), NO_WORDS))
    .filter((value) => !Number.isNaN(value))
    .sort();
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2 / values.length, 0);
  const deviation = Math.sqrt(variance);
  const usable = Number.isFinite(mean) && Number.isFinite(deviation) && deviation > 0;
  return {
    kind: 'number',
    ...{ field: place, aspect, borders: bordersOf(values) },
    mean: Number.isFinite(mean) ? mean : 0,
    deviation: usable ? deviation : 1,
  };
}

/** Between any two neighbouring values if they are few, else so that the bins hold equally many. */
function bordersOf(sorted: Float64Array): Float64Array {
  const distinct = sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]);
  if (distinct.length <= MAX_BORDERS + 1) return distinct.subarray(1).map((value, i) => between(distinct[i], value));
  const borders = new Set<number>();
  for (let i = 1; i <= MAX_BORDERS; i++) borders.add(sorted[Math.floor((i * sorted.length) / (MAX_BORDERS + 1))]);
  return Float64Array.from(borders);
}

/** Above `low`, not above `high`, also where nothing fits between them. */
function between(low: number, high: number): number {
  const middle = low + (high - low) / 2;
  return middle > low && middle <= high ? middle : high;
}
