import { MODEL_LIMITS } from '../../src/domain/model/model.js';
import { ref, type Schema } from './components.js';
import { DESCRIBED_ERRORS } from './error-responses.js';
import { PROBLEMS } from './errors-page.js';

/**
 * Schemas of bodies that no route declares in full: metadata, which has a checker of its own, what a training reports, errors,
 * and what streams consist of. For the API description only.
 */
const text = { type: 'string' };
const number = { type: 'number' };
const count = { type: 'integer', minimum: 0 };
const nullableText = { type: ['string', 'null'] };

/** An object whose properties are all present. */
function whole(properties: Schema): Schema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** Versions trained by earlier builds lack the optional ones. */
function withOptional(object: Schema, optional: Schema): Schema {
  return { ...object, properties: { ...(object.properties as Schema), ...optional } };
}

function listOf(items: Schema): Schema {
  return { type: 'array', items };
}

const scalar = { type: ['string', 'number', 'boolean'] };
const METADATA: Record<string, Schema> = {
  Metadata: {
    type: 'object',
    additionalProperties: ref('MetadataValue'),
    description: 'Key-value pairs. Filters, sorts and facets reach a value by its path: metadata.author.name.',
  },
  MetadataValue: { anyOf: [scalar, listOf(scalar), ref('Metadata')] },
  MetadataChanges: {
    type: 'object',
    additionalProperties: { anyOf: [ref('MetadataValue'), { type: 'null' }] },
    description: 'Merged by top-level key; null removes a key.',
  },
};

const MODELS: Record<string, Schema> = {
  TrainingExamples: { ...listOf(ref('TrainingExample')), maxItems: MODEL_LIMITS.examples },
  TrainingExample: { anyOf: [ref('TextExample'), ref('PredictorExample')] },
  TextExample: { ...whole({ text, label: text }), description: 'An example for a text classifier.' },
  PredictorExample: {
    ...whole({ input: ref('PredictorInput'), label: scalar }),
    description: 'An example for a predictor. If all labels are numbers, the model may predict a number.',
  },
  PredictorInput: {
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
    description: 'Values by the name of the field.',
  },
  ModelMetrics: { anyOf: [ref('ClassificationMetrics'), ref('RegressionMetrics')] },
  ClassificationMetrics: {
    ...withOptional(
      whole({
        accuracy: number,
        macro_f1: number,
        labels: listOf(ref('LabelMetrics')),
        confusion_matrix: whole({ labels: listOf(text), counts: listOf(listOf(count)) }),
        calibration_error: number,
      }),
      { calibration: listOf(ref('CalibrationBin')) },
    ),
    description: 'Measured on held-out examples. confusion_matrix counts by actual, then predicted label.',
  },
  CalibrationBin: {
    ...whole({ confidence: number, accuracy: number, count }),
    description:
      'Held-out examples of about the same confidence, and the fraction of them that was predicted correctly.',
  },
  LabelMetrics: whole({ label: text, precision: number, recall: number, f1: number, support: count }),
  RegressionMetrics: {
    ...withOptional(whole({ r2: number, mae: number }), {
      predictions: listOf(whole({ actual: number, predicted: number })),
    }),
    description: 'Of a predicted number. predictions are those of at most 500 held-out examples.',
  },
  TellingFeatures: { anyOf: [ref('TellingWords'), ref('TellingFields')] },
  TellingWords: {
    ...whole({
      kind: { const: 'words' },
      labels: listOf(whole({ label: text, words: listOf(whole({ word: text, weight: number })) })),
    }),
    description: 'Words that speak for each of the most frequent labels, strongest first.',
  },
  TellingFields: {
    ...whole({ kind: { const: 'fields' }, fields: listOf(whole({ field: text, importance: number })) }),
    description: 'How much worse held-out examples are predicted when the values of a field are shuffled.',
  },
  InputField: {
    type: 'object',
    properties: {
      name: text,
      type: { ...text, enum: ['number', 'category', 'boolean', 'date', 'text', 'identifier'] },
      required: { type: 'boolean' },
      values: { ...listOf(text), description: 'The most frequent categories seen in training.' },
    },
    required: ['name', 'type', 'required'],
  },
  TrainingReport: {
    ...whole({
      examples: count,
      used: count,
      duplicates: count,
      conflicts: whole({ count, listed: listOf(whole({ examples: listOf(count), labels: listOf(text) })) }),
      suspected_labels: whole({
        count,
        listed: listOf(whole({ example: count, label: text, suggested: text, confidence: number })),
      }),
    }),
    description: 'Quality of the examples, which are numbered from 0.',
  },
};

const types = [...new Set(DESCRIBED_ERRORS.map(([, { type }]) => type))];
const codes = [...Object.keys(PROBLEMS), ...DESCRIBED_ERRORS.map(([code]) => code)];

const FAILURES: Record<string, Schema> = {
  ErrorBody: {
    ...whole({ object: { const: 'error' }, url: text, error: ref('ErrorDetail'), livemode: { type: 'boolean' } }),
    description: 'The body of every error.',
  },
  ErrorDetail: whole({
    type: { ...text, enum: types },
    code: ref('ErrorCode'),
    message: text,
    param: { ...nullableText, description: 'The first of errors, or null.' },
    errors: { ...listOf(ref('Problem')), description: 'Every invalid parameter of the request.' },
    request_id: text,
  }),
  Problem: whole({
    param: { ...nullableText, description: 'A path such as filter.must[2].range.created_at; null for the whole body.' },
    code: ref('ErrorCode'),
    message: text,
  }),
  ErrorCode: { ...text, enum: codes },
};

function event(name: string, data: Schema): Schema {
  return whole({ event: { const: name }, data });
}

const STREAMS: Record<string, Schema> = {
  AnswerEvent: {
    anyOf: ['Sources', 'Delta', 'Done', 'Error'].map((kind) => ref(`Answer${kind}Event`)),
    description: 'A server-sent event of a streamed answer: its name, and its data parsed as JSON.',
  },
  AnswerSourcesEvent: event('sources', whole({ sources: listOf(ref('AnswerSource')) })),
  AnswerDeltaEvent: event('delta', whole({ text })),
  AnswerDoneEvent: event('done', ref('GenerateAnswerResult')),
  AnswerErrorEvent: event('error', ref('ErrorBody')),
  ImportLine: {
    anyOf: [ref('ImportLineResult'), ref('ImportResult')],
    description: 'A line of the response: the result of a line that was sent or, at the end, the totals.',
  },
  ImportLineResult: whole({
    line: { type: 'integer', minimum: 1, description: 'Counted from 1 in the request.' },
    id: nullableText,
    status: { ...text, enum: ['created', 'updated', 'failed'] },
    error: { anyOf: [ref('ErrorDetail'), { type: 'null' }] },
  }),
  ImportResult: whole({
    object: { const: 'import_result' },
    url: text,
    created: count,
    updated: count,
    failed: count,
    token_usage: ref('TokenUsage'),
    livemode: { type: 'boolean' },
  }),
  FileImportLine: {
    anyOf: [ref('FileDocumentResult'), ref('FileImportResult')],
    description: 'A line of the response: what became of a document of the file or, at the end, the totals.',
  },
  FileDocumentResult: whole({
    line: { type: 'integer', minimum: 1, description: 'Counts the documents of the file, from 1.' },
    id: nullableText,
    title: nullableText,
    status: { ...text, enum: ['created', 'updated', 'failed'] },
    error: { anyOf: [ref('ErrorDetail'), { type: 'null' }] },
  }),
  FileImportResult: whole({
    object: { const: 'file_import_result' },
    url: text,
    name: text,
    tenant_id: text,
    created: count,
    updated: count,
    unchanged: { ...count, description: 'Documents that are as they were, because the file is.' },
    removed: { ...count, description: 'Documents of an earlier version of the file that it no longer has.' },
    failed: count,
    token_usage: ref('TokenUsage'),
    livemode: { type: 'boolean' },
  }),
};

export const BODY_SCHEMAS: Record<string, Schema> = { ...METADATA, ...MODELS, ...FAILURES, ...STREAMS };
