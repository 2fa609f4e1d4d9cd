import { Type } from 'typebox';
import type { FieldType, ModelKind } from '../../domain/model/model.js';
import { FIELD_TYPES, WARNING_CODES } from '../../domain/model/model.js';
import { choice, nullable } from './checked.js';
import { modelKind } from './model-parameters.js';
import { enveloped, exampleEnvelope, nullableText } from './responses.js';

/** What is understood of examples before a training. */
const refused = Type.Object(
  {
    count: Type.Integer(),
    listed: Type.Array(Type.Object({ example: Type.Integer(), code: Type.String(), message: Type.String() })),
  },
  {
    title: 'RefusedExamples',
    description: 'Examples that a training would not accept: their number, and the first 20, counted from 0.',
  },
);

const field = Type.Object(
  {
    name: Type.String(),
    type: choice<FieldType>(FIELD_TYPES, 'An identifier is different in every row; it is not used.'),
    missing: Type.Number({ description: 'The fraction of the examples without a value.' }),
    distinct_count: Type.Integer({ description: 'How many different values it has.' }),
    values: Type.Array(Type.String(), { description: 'The five most frequent values.' }),
  },
  { title: 'PreviewedField' },
);

const problem = Type.Object({ param: nullableText, code: Type.String(), message: Type.String() }, { title: 'Problem' });

const warning = Type.Object(
  {
    code: choice([...WARNING_CODES], 'What it is about.'),
    field: nullableText,
    message: Type.String(),
  },
  { title: 'ExampleWarning' },
);

export const previewResponse = enveloped('example_preview', {
  id: Type.String({ description: 'The id of the model.' }),
  kind: Type.Unsafe<ModelKind>(modelKind),
  trainable: Type.Boolean({ description: 'Whether a training would accept the examples: no problems, none refused.' }),
  example_count: Type.Integer({ description: 'Without those that are refused.' }),
  refused,
  columns: nullable<string[]>(
    Type.Array(Type.String(), { description: 'The header of text/csv; null for other formats.' }),
  ),
  target: choice<'labels' | 'number'>(['labels', 'number'], 'Whether the model would predict a label or a number.'),
  label_count: Type.Integer({ description: 'How many different labels there are; 0 if the target is a number.' }),
  labels: Type.Array(Type.Object({ label: Type.String(), count: Type.Integer() }), {
    description: 'Most frequent first, at most 1,000.',
  }),
  fields: nullable<object[]>(
    Type.Array(field, {
      description:
        'The input of a predictor as it is understood; null for a text classifier. From more than 20,000 examples, an even choice is looked at.',
    }),
  ),
  samples: Type.Array(Type.Unsafe<object>({ type: 'object', title: 'TrainingExample', additionalProperties: true }), {
    description: 'At most five examples, with long values clipped.',
  }),
  problems: Type.Array(problem, { description: 'Why a training would be refused, besides refused examples.' }),
  warnings: Type.Array(warning, {
    description: 'What does not prevent a training but makes its result worse than it could be.',
  }),
});

export const EXAMPLE_PREVIEW = {
  ...exampleEnvelope('example_preview', '/v20241104/models/ticket-topics/preview'),
  id: 'ticket-topics',
  kind: 'text_classifier',
  trainable: true,
  example_count: 200,
  refused: { count: 0, listed: [] },
  columns: ['text', 'label'],
  target: 'labels',
  label_count: 2,
  labels: [
    { label: 'delivery', count: 120 },
    { label: 'payment', count: 80 },
  ],
  fields: null,
  samples: [{ text: 'Where is my parcel?', label: 'delivery' }],
  problems: [],
  warnings: [
    { code: 'copies', field: null, message: 'Copies of other examples: 2. They are used, but teach nothing new.' },
  ],
};
