import type { ExampleWarning, FieldType, ModelKind, PreviewedField } from '../domain/model/model.js';
import { countLabels, type LabelCount } from './labels.js';
import { type FieldValue, fieldOf, type InputRow, inferFields, isMissing, textOf } from './predictor/fields.js';

/** What a model would be trained from, as far as it is looked at. */
export interface PreviewedExample {
  /** The text of a text classifier. */
  text?: string;
  /** The row of a predictor. */
  input?: InputRow;
  label: string | number;
}

export interface PreviewedData {
  kind: ModelKind;
  /** All labels; empty if the target is a number. */
  labels: readonly LabelCount[];
  /** All examples, or an even choice of them. */
  sample: readonly PreviewedExample[];
  exampleCount: number;
}

const MAX_SHOWN_VALUES = 5;
const SHOWN_CHARACTERS = 100;

/** The fields of the rows with the types that the training would infer. */
export function previewFields(sample: readonly PreviewedExample[]): PreviewedField[] {
  const rows = sample.map(({ input }) => input ?? {});
  return inferFields(rows).map(({ name, type }) => {
    const values = rows.flatMap((row) => presentText(fieldOf(row, name), type));
    const counts = countLabels(values);
    return {
      name,
      type,
      missing: rows.length === 0 ? 0 : rounded(1 - values.length / rows.length),
      distinctCount: counts.length,
      values: counts.slice(0, MAX_SHOWN_VALUES).map(({ label }) => label),
    };
  });
}

function presentText(value: FieldValue, type: FieldType): string[] {
  const isPresent = ['number', 'boolean', 'date'].includes(type) ? !isMissing(value) : textOf(value) !== null;
  return isPresent ? [textOf(value)!.slice(0, SHOWN_CHARACTERS)] : [];
}

/** A label with fewer examples is learnt badly, and measured by one or two held-out ones. */
const FEW_PER_LABEL = 10;
const FEW_EXAMPLES = 50;
const DOMINANT = 0.9;
const MOSTLY_MISSING = 0.5;
const MAX_NAMED = 5;

/** What does not prevent a training but makes its result worse than it could be. */
export function previewWarnings(data: PreviewedData, fields: readonly PreviewedField[]): ExampleWarning[] {
  return [...labelWarnings(data), ...fieldWarnings(fields), ...copyWarnings(data)];
}

function labelWarnings({ labels, exampleCount }: PreviewedData): ExampleWarning[] {
  const warnings: ExampleWarning[] = [];
  if (exampleCount > 0 && exampleCount < FEW_EXAMPLES) {
    const message = `There are only ${exampleCount} examples. Quality is measured on a fifth of them, so it will be a rough guess.`;
    warnings.push({ code: 'few_examples', field: null, message });
  }
  const rare = labels.filter(({ count }) => count < FEW_PER_LABEL);
  if (rare.length > 0) {
    const names = named(rare.map(({ label }) => label));
    const message = `Fewer than ${FEW_PER_LABEL} examples have the label ${names}. Add more, or leave these labels out.`;
    warnings.push({ code: 'rare_labels', field: null, message });
  }
  const [first] = labels;
  if (labels.length > 1 && first.count > DOMINANT * exampleCount) {
    const share = Math.floor((100 * first.count) / exampleCount);
    const message = `${share} % of the examples have the label ${JSON.stringify(first.label)}: always answering that would be right as often.`;
    warnings.push({ code: 'dominant_label', field: null, message });
  }
  return warnings;
}

function fieldWarnings(fields: readonly PreviewedField[]): ExampleWarning[] {
  return fields.flatMap(({ name, type, missing, distinctCount }): ExampleWarning[] => {
    if (distinctCount === 0) return [{ code: 'empty_field', field: name, message: `${name} has no value anywhere.` }];
    if (distinctCount === 1 && missing === 0) {
      return [{ code: 'constant_field', field: name, message: `${name} is the same everywhere and tells nothing.` }];
    }
    if (type === 'identifier') {
      const message = `${name} looks like an identifier: nearly every value is different, so it will not be used.`;
      return [{ code: 'identifier_field', field: name, message }];
    }
    if (missing <= MOSTLY_MISSING) return [];
    const message = `${name} is missing in ${Math.round(missing * 100)} % of the examples.`;
    return [{ code: 'mostly_missing_field', field: name, message }];
  });
}

/** A text is written once and copied; the same row is observed again and again. */
const WHAT_COPIES_TEACH: Record<ModelKind, string> = {
  text_classifier: 'They are used, but teach nothing new.',
  predictor: 'Each counts as an observation of its own.',
};
const WHAT_CONFLICTS_MEAN: Record<ModelKind, string> = {
  text_classifier: 'At most one of the labels is right.',
  predictor: 'They teach how likely each label is.',
};

/** Only if the sample is everything: copies are rarely in a sample together. */
function copyWarnings({ kind, sample, exampleCount }: PreviewedData): ExampleWarning[] {
  if (sample.length < exampleCount) return [];
  const labelsOf = new Map<string, Set<string>>();
  for (const { text, input, label } of sample) {
    const content = text ?? JSON.stringify(input);
    const labels = labelsOf.get(content) ?? new Set();
    labelsOf.set(content, labels.add(String(label)));
  }
  const copies = sample.length - labelsOf.size;
  const conflicts = [...labelsOf.values()].filter(({ size }) => size > 1).length;
  const warnings: ExampleWarning[] = [];
  if (copies > 0) {
    const message = `Copies of other examples: ${copies}. ${WHAT_COPIES_TEACH[kind]}`;
    warnings.push({ code: 'copies', field: null, message });
  }
  if (conflicts > 0) {
    const message = `Examples with the same content but different labels: ${conflicts}. ${WHAT_CONFLICTS_MEAN[kind]}`;
    warnings.push({ code: 'conflicting_labels', field: null, message });
  }
  return warnings;
}

function named(labels: readonly string[]): string {
  const more = labels.length > MAX_NAMED ? ` and ${labels.length - MAX_NAMED} more` : '';
  return (
    labels
      .slice(0, MAX_NAMED)
      .map((label) => JSON.stringify(label))
      .join(', ') + more
  );
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
