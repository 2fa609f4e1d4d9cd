import type { TrainedFacts } from '../../domain/model/model.js';
import type { EmbeddingConfig } from '../../inference/open-embedder.js';
import { describeFields } from '../../learning/predictor/check-input.js';
import { hasText, type InputField, inferFields, textOfRow } from '../../learning/predictor/fields.js';
import { writePredictor } from '../../learning/predictor/model.js';
import { trainPredictor } from '../../learning/predictor/train.js';
import { writeTextClassifier } from '../../learning/text-classifier/model.js';
import { trainTextClassifier } from '../../learning/text-classifier/train.js';
import { progressStages, type TrainingControl } from '../../learning/training-control.js';
import { type InputLine, readLines, rowOf, type TextLine } from '../example-file.js';
import type { TrainingJob } from '../trainer.js';
import { embedTexts } from './embed-texts.js';
import { reportOnAll, type SampledFrom, ThinnedSample } from './thinned-sample.js';

export interface Trained {
  facts: TrainedFacts;
  /** The model file. */
  model: Uint8Array;
}

/** How long the stages of a training take, roughly, relative to each other. */
const TEXT_STAGES = { read: 2, embed: 48, train: 50 };
const ROW_STAGES = { read: 5, learn: 95 };
const LEARNING_STAGES = { embed: 35, train: 60 };

/**
 * Characters of text to learn from. Two cores embed about 50,000 a second, and the words of this many take a gigabyte; more
 * examples would hardly improve the model.
 */
const MAX_TEXT_CHARACTERS = 20_000_000;
/** Later characters of a text are neither embedded nor tokenised. */
const READ_PER_TEXT = 16_000;
/** The cost of an example besides its words, in characters. */
const EXAMPLE_OVERHEAD = 50;
/** Characters of JSON rows to learn from. As objects they take eight bytes per character. */
const MAX_ROW_CHARACTERS = 256_000_000;

export async function trainTextClassifierFrom(
  job: TrainingJob,
  config: EmbeddingConfig,
  control: TrainingControl,
): Promise<Trained> {
  const stage = progressStages(control, TEXT_STAGES);
  const { lines, ...sampled } = await readTexts(job, stage.read);
  const task = { config, vectors: job.vectors, control: stage.embed };
  const { space, language, dimensions, embeddings } = await embedTexts(lines, task);
  const texts = lines.map(({ text }) => text);
  const labels = lines.map(({ label }) => label);
  const { model, metrics, features, report } = trainTextClassifier(
    { texts, labels, embeddings, dimensions },
    stage.train,
  );
  return {
    facts: { space, language, metrics, inputFields: null, report: reportOnAll(report, sampled), features },
    model: writeTextClassifier(model),
  };
}

async function readTexts(job: TrainingJob, control: TrainingControl): Promise<SampledFrom & { lines: TextLine[] }> {
  const sample = new ThinnedSample<TextLine>(MAX_TEXT_CHARACTERS);
  let count = 0;
  for await (const { line } of readLines<TextLine>({ file: job.examples, count: job.exampleCount }, control)) {
    const cost = EXAMPLE_OVERHEAD + Math.min(READ_PER_TEXT, line.text.length);
    sample.offer(line, { label: line.label, cost });
    count++;
  }
  return { lines: sample.items, indexes: sample.indexes, count };
}

export async function trainPredictorFrom(
  job: TrainingJob,
  config: EmbeddingConfig,
  control: TrainingControl,
): Promise<Trained> {
  const { read: reading, learn } = progressStages(control, ROW_STAGES);
  const read = await readRows(job, reading);
  const fields = inferFields(read.lines.map(({ input }) => input));
  const isEmbedded = hasText(fields);
  const stage = progressStages(learn, isEmbedded ? LEARNING_STAGES : { ...LEARNING_STAGES, embed: 0 });

  const { lines, indexes } = isEmbedded ? thinByText(read, fields) : read;
  const rows = lines.map(({ input }) => input);
  const labels = lines.map(({ label }) => label);
  const texts = isEmbedded ? rows.map((row) => ({ text: textOfRow(fields, row) })) : [];
  const task = { config, vectors: job.vectors, control: stage.embed };
  const embedded = isEmbedded ? await embedTexts(texts, task) : null;
  const embeddings = embedded && { values: embedded.embeddings, width: embedded.dimensions };
  const { model, metrics, features, report } = trainPredictor({ rows, labels, fields, embeddings }, stage.train);
  return {
    facts: {
      space: embedded?.space ?? null,
      language: embedded?.language ?? null,
      metrics,
      inputFields: describeFields(model),
      report: reportOnAll(report, { indexes, count: read.count }),
      features,
    },
    model: writePredictor(model),
  };
}

interface SampledRows extends SampledFrom {
  lines: InputLine[];
}

async function readRows(job: TrainingJob, control: TrainingControl): Promise<SampledRows> {
  const sample = new ThinnedSample<InputLine>(MAX_ROW_CHARACTERS);
  let count = 0;
  const lines = readLines<InputLine>({ file: job.examples, count: job.exampleCount }, control);
  for await (const { line, characters } of lines) {
    const { input, label } = line;
    sample.offer({ input: rowOf(input), label }, { label: String(label), cost: characters });
    count++;
  }
  return { lines: sample.items, indexes: sample.indexes, count };
}

/** Thins the rows further if embedding their texts would take too long. */
function thinByText({ lines, indexes, count }: SampledRows, fields: readonly InputField[]): SampledRows {
  const sample = new ThinnedSample<InputLine>(MAX_TEXT_CHARACTERS);
  for (const line of lines) {
    sample.offer(line, { label: String(line.label), cost: textOfRow(fields, line.input).length });
  }
  return { lines: sample.items, indexes: sample.indexes.map((i) => indexes[i]), count };
}
