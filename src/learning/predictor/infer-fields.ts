import type { FieldType } from '../../domain/model/trained-facts.js';
import { type FieldValue, fieldOf, fitsType, type InputRow, textOf } from './field-value.js';

export interface InputField {
  name: string;
  type: FieldType;
}

/** What part of the values must fit a type. The rest are slips, and count as missing. */
const FITTING = 0.98;
const MAX_FIELDS = 1_000;
/** As many values of a field as are looked at. */
const LOOKED_AT = 20_000;
const WORDS_OF_A_TEXT = 3;
const FEW_VALUES = 20;

/** The fields of the rows in the order they first occur, each with the type that nearly all of its values fit. */
export function inferFields(rows: readonly InputRow[]): InputField[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) if (names.size < MAX_FIELDS) names.add(name);
  return [...names].map((name) => ({ name, type: typeOfField(rows, name) }));
}

function typeOfField(rows: readonly InputRow[], name: string): FieldType {
  const step = Math.max(1, Math.floor(rows.length / LOOKED_AT));
  const values: FieldValue[] = [];
  for (let i = 0; i < rows.length; i += step) {
    const value = fieldOf(rows[i], name);
    if (textOf(value) !== null) values.push(value);
  }
  if (values.length === 0) return 'category';
  const plain = (['boolean', 'number', 'date'] as const).find((type) => nearlyAllFit(values, type));
  return plain ?? typeOfWords(values.map((value) => String(value).trim()));
}

function nearlyAllFit(values: readonly FieldValue[], type: FieldType): boolean {
  return values.filter((value) => fitsType(value, type)).length >= FITTING * values.length;
}

/** Values that come back are categories. Of those that don't, sentences are texts, and single words name their rows. */
function typeOfWords(values: readonly string[]): FieldType {
  const distinct = new Set(values).size;
  const words = values.reduce((sum, value) => sum + value.split(/\s+/, 50).length, 0) / values.length;
  if (words > WORDS_OF_A_TEXT && distinct > FEW_VALUES) return 'text';
  if (distinct <= FEW_VALUES || distinct <= values.length / 2) return 'category';
  return words >= 2 ? 'text' : 'identifier';
}
