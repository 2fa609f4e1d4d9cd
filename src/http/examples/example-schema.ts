import { Type } from 'typebox';
import { countCodePoints } from '../../domain/document/code-points.js';
import { fieldKind } from '../../domain/document/document.js';
import { describeSent, isFiniteNumber, keyPath } from '../../domain/errors/problem.js';
import { MODEL_LIMITS, type ModelKind } from '../../domain/model/model.js';
import { unknownFieldMessage } from '../../query-language/unknown-field.js';
import type { CheckContext } from '../checking/schema-node.js';
import { defaultsTo, parsedAs } from '../schemas/checked.js';
import * as list from '../schemas/list-parameters.js';
import { versionName } from '../schemas/model-parameters.js';
import type { FilterEcho } from '../views/echo.js';

const limits = MODEL_LIMITS;

type InputValue = string | number | boolean | null;

/** An example as it is stored until the training. */
export type Example = { text: string; label: string } | { input: Record<string, InputValue>; label: string | number };

const exampleText = parsedAs<string, string>(
  Type.String({ minLength: 1, description: 'At most 100 KB (102,400 bytes of UTF-8).' }),
  checkTextSize,
);

const textLabel = Type.String({
  minLength: 1,
  maxLength: limits.labelLength,
  description: 'The label for texts like this one.',
});

const anyLabel = parsedAs<string | number | boolean, string | number>(
  Type.Unsafe({
    type: ['string', 'number', 'boolean'],
    minLength: 1,
    maxLength: limits.labelLength,
    description:
      'The value to predict. If all labels are numbers, and there are many different ones, the model predicts a number.',
  }),
  (label) => (typeof label === 'boolean' ? String(label) : label),
);

const exampleInput = parsedAs<Record<string, unknown>, Record<string, unknown>>(
  Type.Unsafe({
    type: 'object',
    additionalProperties: true,
    description: 'At most 500 fields with strings, numbers, booleans or null.',
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
    const message = `${path} may have at most ${limits.textBytes} bytes of UTF-8 (100 KB); it has ${bytes}.`;
    problems.add(path, 'parameter_too_long', message);
  }
  return text;
}

/** Records what is wrong with structured data, for training as for prediction. */
export function checkInput(input: Record<string, unknown>, { path, problems }: CheckContext): void {
  const names = Object.keys(input);
  if (names.length > limits.fields) {
    problems.add(path, 'too_many_items', `${path} may have at most ${limits.fields} fields; it has ${names.length}.`);
    return;
  }
  for (const name of names) {
    const place = keyPath(path, name);
    if (name === '' || countCodePoints(name) > limits.fieldNameLength) {
      const message = `A field name must have 1 to ${limits.fieldNameLength} characters.`;
      problems.add(place, name === '' ? 'parameter_too_short' : 'parameter_too_long', message);
    }
    checkValue(input[name], place, problems);
  }
}

function checkValue(value: unknown, place: string, problems: CheckContext['problems']): void {
  if (typeof value === 'string') {
    if (value.length <= limits.fieldValueLength || countCodePoints(value) <= limits.fieldValueLength) return;
    const message = `${place} may have at most ${limits.fieldValueLength} characters; it has ${countCodePoints(value)}.`;
    problems.add(place, 'parameter_too_long', message);
  } else if (value !== null && typeof value !== 'boolean' && !isFiniteNumber(value)) {
    const message = `${place} must be a string, a number, true, false or null, not ${describeSent(value)}.`;
    problems.add(place, 'parameter_type', message);
  }
}

const MAKE_DEFAULT =
  'Whether the version becomes the default version when it is ready. The first ready version always does.';

const labelField = parsedAs<string, string>(
  Type.String({
    minLength: 1,
    maxLength: 250,
    description: 'The field that holds the label, as in filters: metadata.topic.',
    examples: ['metadata.topic'],
  }),
  checkField,
);

const documents = parsedAs<{ filter?: list.ParsedFilter; label_field: string }, SelectedDocuments>(
  Type.Object(
    { filter: Type.Optional(list.filter), label_field: labelField },
    {
      additionalProperties: false,
      description:
        'Train from stored documents instead of examples: those that match the filter and have a value in label_field ' +
        'when the training starts.',
    },
  ),
  ({ filter, label_field }) => ({ filter: filter?.echo ?? null, labelField: label_field }),
);

export interface SelectedDocuments {
  filter: FilterEcho | null;
  labelField: string;
}

const examples = Type.Unsafe<unknown[]>({
  type: 'array',
  title: 'TrainingExamples',
  maxItems: MODEL_LIMITS.examples,
  description: 'Objects with label and text (for a text classifier) or label and input (for a predictor).',
  examples: [[{ text: 'Where is my parcel?', label: 'delivery' }]],
});

/** A line of an NDJSON body. */
export const exampleRow = Type.Unsafe({
  type: 'object',
  title: 'TrainingExample',
  additionalProperties: true,
  examples: [{ text: 'I was charged twice.', label: 'payment' }],
});

/** A CSV body. */
export const exampleTable = Type.String({
  description: 'A header line, then one row per example.',
  examples: ['text,label\n'],
});

/** The JSON body of a training request. Its examples are checked one by one, because their schema depends on the model. */
export const newVersion = Type.Object(
  {
    version: Type.Optional(versionName),
    default: defaultsTo(Type.Boolean({ description: MAKE_DEFAULT }), true),
    examples: Type.Optional(examples),
    documents: Type.Optional(documents),
  },
  {
    title: 'NewModelVersion',
    additionalProperties: false,
    examples: [
      {
        examples: [
          { text: 'Where is my parcel?', label: 'delivery' },
          { text: 'It has still not arrived.', label: 'delivery' },
          { text: 'I was charged twice.', label: 'payment' },
          { text: 'How do I pay by card?', label: 'payment' },
        ],
      },
    ],
  },
);

const labelColumn = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: MODEL_LIMITS.fieldNameLength,
    description: 'For text/csv: the column that holds the label. Default: label.',
  }),
);

/** The JSON body of a preview. */
export const examplesToPreview = Type.Object(
  { examples },
  {
    title: 'ExamplesToPreview',
    additionalProperties: false,
    examples: [{ examples: [{ text: 'Where is my parcel?', label: 'delivery' }] }],
  },
);

/** With NDJSON and CSV bodies the parameters are in the query string, where every value is text. */
export const versionQuery = Type.Object(
  {
    version: Type.Optional(versionName),
    default: defaultsTo(
      parsedAs<string, boolean>(
        Type.Unsafe({ type: 'string', enum: ['true', 'false'], description: MAKE_DEFAULT }),
        (sent) => sent === 'true',
      ),
      true,
    ),
    label_field: labelColumn,
  },
  { additionalProperties: false },
);

export const previewQuery = Type.Object({ label_field: labelColumn }, { additionalProperties: false });

function checkField(field: string, { path, problems }: CheckContext): string {
  if (fieldKind(field) === null) problems.add(path, 'parameter_invalid', unknownFieldMessage(field));
  return field;
}
