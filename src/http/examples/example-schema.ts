import { Type } from 'typebox';
import { countCodePoints } from '../../domain/document/code-points.js';
import { describeSent, isFiniteNumber, keyPath } from '../../domain/errors/problem.js';
import { MODEL_LIMITS, type ModelKind } from '../../domain/model/model.js';
import type { CheckContext } from '../checking/schema-node.js';
import { parsedAs } from '../schemas/checked.js';

/** What models are trained from, one by one. */
const limits = MODEL_LIMITS;

type InputValue = string | number | boolean | null;

/** An example as it is kept until it is learnt from. */
export type Example = { text: string; label: string } | { input: Record<string, InputValue>; label: string | number };

const exampleText = parsedAs<string, string>(
  Type.String({ minLength: 1, description: 'At most 100 KB (102,400 bytes of UTF-8).' }),
  checkTextSize,
);

const textLabel = Type.String({
  minLength: 1,
  maxLength: limits.labelLength,
  description: 'What a text like this shall be labelled with.',
});

const anyLabel = parsedAs<string | number | boolean, string | number>(
  Type.Unsafe({
    type: ['string', 'number', 'boolean'],
    minLength: 1,
    maxLength: limits.labelLength,
    description: 'What shall be predicted. Where all labels are numbers, and many, a number is predicted.',
  }),
  (label) => (typeof label === 'boolean' ? String(label) : label),
);

const exampleInput = parsedAs<Record<string, unknown>, Record<string, unknown>>(
  Type.Unsafe({
    type: 'object',
    additionalProperties: true,
    description: 'Fields with strings, numbers, booleans or null, at most 500 of them.',
  }),
  (input, context) => {
    checkInput(input, context);
    return input;
  },
);

const EXAMPLES = {
  text_classifier: Type.Object({ text: exampleText, label: textLabel }, { additionalProperties: false }),
  predictor: Type.Object({ input: exampleInput, label: anyLabel }, { additionalProperties: false }),
};

export function exampleSchema(kind: ModelKind): (typeof EXAMPLES)[ModelKind] {
  return EXAMPLES[kind];
}

function checkTextSize(text: string, { path, problems }: CheckContext): string {
  const bytes = text.length * 3 > limits.textBytes ? Buffer.byteLength(text) : 0;
  if (bytes > limits.textBytes) {
    const message = `${path} must have at most ${limits.textBytes} bytes of UTF-8 (100 KB); it has ${bytes}.`;
    problems.add(path, 'parameter_too_long', message);
  }
  return text;
}

/** Records what is wrong with structured data, for training as for prediction. */
export function checkInput(input: Record<string, unknown>, { path, problems }: CheckContext): void {
  const names = Object.keys(input);
  if (names.length > limits.fields) {
    problems.add(path, 'too_many_items', `${path} must have at most ${limits.fields} fields; it has ${names.length}.`);
    return;
  }
  for (const name of names) {
    const place = keyPath(path, name);
    if (name === '' || countCodePoints(name) > limits.fieldNameLength) {
      const message = `The name of a field must have 1 to ${limits.fieldNameLength} characters.`;
      problems.add(place, name === '' ? 'parameter_too_short' : 'parameter_too_long', message);
    }
    checkValue(input[name], place, problems);
  }
}

function checkValue(value: unknown, place: string, problems: CheckContext['problems']): void {
  if (typeof value === 'string') {
    if (value.length <= limits.fieldValueLength || countCodePoints(value) <= limits.fieldValueLength) return;
    const message = `${place} must have at most ${limits.fieldValueLength} characters; it has ${countCodePoints(value)}.`;
    problems.add(place, 'parameter_too_long', message);
  } else if (value !== null && typeof value !== 'boolean' && !isFiniteNumber(value)) {
    const message = `${place} must be a string, a number, true, false or null, not ${describeSent(value)}.`;
    problems.add(place, 'parameter_type', message);
  }
}
