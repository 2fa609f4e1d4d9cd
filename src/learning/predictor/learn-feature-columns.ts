import { gramWords } from '../ngram-features.js';
import { MAX_BINS } from '../trees/histogram.js';
import {
  type Aspect,
  type CategoryColumn,
  type FeatureColumn,
  type NumberColumn,
  numberAspects,
  RowTokens,
  readCategory,
  readNumber,
} from './feature-columns.js';
import { fieldOf, type InputField, type InputRow, textOf } from './fields.js';

const MAX_CATEGORIES = MAX_BINS - 1;
const MAX_BORDERS = MAX_BINS - 2;
/** Characters of all categories of all fields: they are in the header of the model file, which is parsed in one go. */
const CATEGORY_CHARACTERS = 500_000;
/** What a category costs besides its characters, to parse and to look up. */
const CATEGORY_OVERHEAD = 8;
/** Weights of the linear model for the categories of all fields. */
const CATEGORY_WEIGHTS = 4_000_000;
/** Word columns of one text field, and of all of them. The linear model sees all words; only trees need these columns. */
const MAX_WORDS_PER_FIELD = 60;
const MAX_WORDS = 600;
const WORD_WEIGHTS = 100_000;
/** A word is a column if at least this many texts contain it, and at most this fraction of them. */
const MIN_TEXTS = 5;
const MAX_TEXT_FRACTION = 0.8;
/** For the aspects of `numberAspects`, none of which looks at words. */
const NO_TOKENS = new RowTokens();

interface ColumnSource {
  rows: readonly InputRow[];
  /** The rows to learn from. */
  use: Uint32Array;
  field: InputField;
  index: number;
}

/** Learns from the rows `use` how the values of each field are binned. */
export function learnFeatureColumns(
  rows: readonly InputRow[],
  fields: readonly InputField[],
  { use, outputs }: { use: Uint32Array; outputs: number },
): FeatureColumn[] {
  const limits = categoryLimits(fields.length, outputs);
  const maxWords = wordsPerField(fields.filter(({ type }) => type === 'text').length, outputs);
  return fields.flatMap((field, index): FeatureColumn[] => {
    const source = { rows, use, field, index };
    if (field.type === 'category' || field.type === 'boolean') return [categoryColumn(source, limits)];
    const columns = numberAspects(field).map((aspect) => numberColumn(source, aspect));
    return field.type === 'text' ? [...columns, ...wordColumns(source, maxWords)] : columns;
  });
}

/** The share of the limits above that one field may use. */
interface CategoryLimits {
  categories: number;
  characters: number;
}

function categoryLimits(fields: number, outputs: number): CategoryLimits {
  const affordable = Math.floor(CATEGORY_WEIGHTS / (fields * outputs));
  return {
    categories: Math.max(2, Math.min(MAX_CATEGORIES, affordable)),
    characters: CATEGORY_CHARACTERS / fields,
  };
}

function wordsPerField(textFields: number, outputs: number): number {
  const affordable = Math.min(MAX_WORDS, WORD_WEIGHTS / outputs) / Math.max(1, textFields);
  return Math.floor(Math.min(MAX_WORDS_PER_FIELD, affordable));
}

function categoryColumn({ rows, use, field, index }: ColumnSource, limits: CategoryLimits): CategoryColumn {
  const counts = new Map<string, number>();
  for (const row of use) {
    const value = readCategory(field, fieldOf(rows[row], field.name));
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const values = withinCharacters(mostFrequent(counts, limits.categories), limits.characters);
  return { kind: 'category', field: index, values };
}

function mostFrequent(counts: ReadonlyMap<string, number>, max: number): string[] {
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, max)
    .map(([value]) => value);
}

/** The longest prefix of the values that fits into the given number of characters. */
function withinCharacters(values: readonly string[], characters: number): string[] {
  let left = characters;
  const end = values.findIndex((value) => {
    left -= value.length + CATEGORY_OVERHEAD;
    return left < 0;
  });
  return end < 0 ? [...values] : values.slice(0, end);
}

/** One 0/1 column for each frequent word of a text field. */
function wordColumns({ rows, use, field, index }: ColumnSource, maxWords: number): NumberColumn[] {
  const counts = new Map<string, number>();
  for (const row of use) {
    for (const word of new Set(gramWords(textOf(fieldOf(rows[row], field.name)) ?? ''))) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  for (const [word, count] of counts) {
    if (count < MIN_TEXTS || count > use.length * MAX_TEXT_FRACTION) counts.delete(word);
  }
  return mostFrequent(counts, maxWords).map((word) => {
    const mean = counts.get(word)! / use.length;
    return {
      kind: 'number',
      field: index,
      aspect: { word },
      borders: Float64Array.of(0.5),
      mean,
      deviation: Math.sqrt(mean - mean ** 2),
    };
  });
}

function numberColumn({ rows, use, field, index }: ColumnSource, aspect: Aspect): NumberColumn {
  const values = Float64Array.from(use, (row) => readNumber(aspect, fieldOf(rows[row], field.name), NO_TOKENS))
    .filter((value) => !Number.isNaN(value))
    .sort();
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2 / values.length, 0);
  const deviation = Math.sqrt(variance);
  const isUsable = Number.isFinite(mean) && Number.isFinite(deviation) && deviation > 0;
  return {
    kind: 'number',
    field: index,
    aspect,
    borders: binBorders(values),
    mean: Number.isFinite(mean) ? mean : 0,
    deviation: isUsable ? deviation : 1,
  };
}

/** One bin per distinct value if there are few, otherwise quantiles, so that bins hold equally many values. */
function binBorders(sorted: Float64Array): Float64Array {
  const distinct = sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]);
  if (distinct.length <= MAX_BORDERS + 1) return distinct.subarray(1).map((value, i) => between(distinct[i], value));
  const borders = new Set<number>();
  for (let i = 1; i <= MAX_BORDERS; i++) borders.add(sorted[Math.floor((i * sorted.length) / (MAX_BORDERS + 1))]);
  return Float64Array.from(borders);
}

/** The midpoint, in (low, high] even if rounding leaves no number between them. */
function between(low: number, high: number): number {
  const middle = low + (high - low) / 2;
  return middle > low && middle <= high ? middle : high;
}
