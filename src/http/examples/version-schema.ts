import { Type } from 'typebox';
import { fieldKind } from '../../domain/document/field.js';
import { MODEL_LIMITS } from '../../domain/model/model.js';
import { unknownFieldMessage } from '../../query-language/unknown-field.js';
import type { CheckContext } from '../checking/schema-node.js';
import { defaultsTo, parsedAs } from '../schemas/checked.js';
import * as list from '../schemas/list-parameters.js';
import { versionName } from '../schemas/model-parameters.js';
import type { FilterEcho } from '../views/echo.js';

const MAKE_DEFAULT =
  'Whether the version becomes the default when it is ready. The first one that is ready always does.';

const labelField = parsedAs<string, string>(
  Type.String({
    minLength: 1,
    maxLength: 250,
    description: 'The field whose value is the label, a path as in filters: metadata.topic.',
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
        'Stored documents instead of examples: those that match the filter and have a label in label_field, as they are ' +
        'when the training begins.',
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
  maxItems: MODEL_LIMITS.examples,
  description: 'Objects with label and text, for a text classifier, or input, for a predictor.',
  examples: [[{ text: 'Where is my parcel?', label: 'delivery' }]],
});

/** What a version is made from. Its examples are looked at one by one, once it is known what for. */
export const newVersion = Type.Object(
  {
    version: Type.Optional(versionName),
    default: defaultsTo(Type.Boolean({ description: MAKE_DEFAULT }), true),
    examples: Type.Optional(examples),
    documents: Type.Optional(documents),
  },
  {
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

/** Where the body is a table, what is left of the parameters stands in the query string: all of it is text there. */
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
    label_field: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MODEL_LIMITS.fieldNameLength,
        description: 'Of text/csv: the column that holds the label. Default: label.',
      }),
    ),
  },
  { additionalProperties: false },
);

function checkField(field: string, { path, problems }: CheckContext): string {
  if (fieldKind(field) === null) problems.add(path, 'parameter_invalid', unknownFieldMessage(field));
  return field;
}
