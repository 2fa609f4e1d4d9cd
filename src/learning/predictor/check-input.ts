import { didYouMean, type Problem } from '../../domain/errors/problem.js';
import type { DescribedField, FieldType } from '../../domain/model/model.js';
import { type FieldValue, fitsType, type InputField, isMissing } from './fields.js';
import type { Predictor } from './model.js';

const MAX_VALUES = 100;
const MAX_LISTED_NAMES = 20;

export function describeFields({ encoding }: Predictor): DescribedField[] {
  return encoding.fields.map(({ name, type }, field) => {
    const column = encoding.columns.find((candidate) => candidate.field === field);
    const values = column?.kind === 'category' ? { values: column.values.slice(0, MAX_VALUES) } : {};
    return { name, type, required: false, ...values };
  });
}

/** Reports fields that the model does not have and values that don't fit the type of their field. */
export function inputProblems({ encoding }: Predictor, input: Readonly<Record<string, unknown>>): Problem[] {
  const fields = new Map(encoding.fields.map((field) => [field.name, field]));
  return Object.entries(input).flatMap(([name, value]): Problem[] => {
    const field = fields.get(name);
    return field === undefined ? [unknownField(name, [...fields.keys()])] : valueProblems(field, value);
  });
}

function unknownField(name: string, known: readonly string[]): Problem {
  const message = `The model has no field ${JSON.stringify(name.slice(0, 100))}.${didYouMean(name, known)} Its fields: ${list(known)}.`;
  return { param: `input.${name.slice(0, 100)}`, code: 'parameter_unknown', message };
}

function list(names: readonly string[]): string {
  const more = names.length > MAX_LISTED_NAMES ? ` and ${names.length - MAX_LISTED_NAMES} more` : '';
  return names.slice(0, MAX_LISTED_NAMES).join(', ') + more;
}

function valueProblems({ name, type }: InputField, value: unknown): Problem[] {
  const param = `input.${name}`;
  if (!isFieldValue(value)) {
    const kind = Array.isArray(value) ? 'an array' : 'an object';
    return [
      { param, code: 'parameter_type', message: `${name} must be a string, number, boolean or null, not ${kind}.` },
    ];
  }
  if (isMissing(value) || fitsType(value, type)) return [];
  const message = `${name} must be ${EXPECTED[type]}; ${JSON.stringify(value).slice(0, 100)} was sent.`;
  return [{ param, code: 'parameter_type', message }];
}

/** Any string, number or boolean is valid for a category, a text or an identifier, so their entries are never shown. */
const EXPECTED: Record<FieldType, string> = {
  number: 'a number',
  boolean: 'true or false',
  date: 'an ISO 8601 date or date-time',
  category: 'a value',
  text: 'a text',
  identifier: 'a value',
};

function isFieldValue(value: unknown): value is FieldValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
