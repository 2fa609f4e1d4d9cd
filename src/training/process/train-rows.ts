import type { EmbeddingConfig } from '../../inference/open-embedder.js';
import { partOf, type TrainingControl } from '../../learning/control.js';
import { writePredictor } from '../../learning/predictor/file.js';
import { type InputField, inferFields } from '../../learning/predictor/infer-fields.js';
import { describeFields } from '../../learning/predictor/input-fields.js';
import { hasText, textOfRow } from '../../learning/predictor/row-text.js';
import { trainPredictor } from '../../learning/predictor/train.js';
import { type InputLine, rowOf } from '../example-line.js';
import type { TrainingJob } from '../trainer.js';
import { type EmbeddedTexts, embedTexts } from './embed-texts.js';
import { readLines } from './read-lines.js';
import { reportOnAll } from './sample-report.js';
import { ThinnedSample } from './thinned-sample.js';
import type { Trained } from './trained.js';

/** Where a training stands, about, when its rows are read and when their texts are embedded. */
const READ = 0.05;
const EMBEDDED = 0.4;
/** Characters of the rows' JSON that are learnt from. As objects they take eight times as many bytes. */
const MOST_CHARACTERS = 256_000_000;
/** Characters of free text that are embedded; two cores do some 50,000 a second. */
const MOST_TEXT = 20_000_000;

export async function trainRows(job: TrainingJob, config: EmbeddingConfig, control: TrainingControl): Promise<Trained> {
  const read = await readRows(job, partOf(control, 0, READ));
  const fields = inferFields(read.lines.map(({ input }) => input));
  const { lines, places } = hasText(fields) ? thinByText(read, fields) : read;
  const rows = lines.map(({ input }) => input);
  const labels = lines.map(({ label }) => label);
  const embedded = hasText(fields)
    ? await embedRows(rows, fields, { config, vectors: job.vectors, control: partOf(control, READ, EMBEDDED) })
    : null;
  const meanings = embedded && { values: embedded.embeddings, width: embedded.dimensions };
  const source = { rows, labels, fields, meanings };
  const trained = trainPredictor(source, partOf(control, embedded === null ? READ : EMBEDDED, 1));
  const { space, language } = embedded ?? { space: null, language: null };
  const report = reportOnAll(trained.report, { places, count: read.count });
  const facts = { space, language, metrics: trained.metrics, inputFields: describeFields(trained.model), report };
  return { facts, model: writePredictor(trained.model) };
}

interface ReadRows {
  lines: InputLine[];
  /** Of each line, its place among the `count` that were sent. */
  places: Uint32Array;
}

async function readRows(job: TrainingJob, control: TrainingControl): Promise<ReadRows & { count: number }> {
  const sample = new ThinnedSample<InputLine>(MOST_CHARACTERS);
  let count = 0;
  const lines = readLines<InputLine>({ file: job.examples, count: job.exampleCount }, control);
  for await (const { line, characters } of lines) {
    const { input, label } = line;
    sample.offer({ input: rowOf(input), label }, { label: String(label), cost: characters });
    count++;
  }
  return { lines: sample.items, places: sample.places, count };
}

function thinByText({ lines, places }: ReadRows, fields: readonly InputField[]): ReadRows {
  const sample = new ThinnedSample<InputLine>(MOST_TEXT);
  for (const line of lines) {
    sample.offer(line, { label: String(line.label), cost: textOfRow(fields, line.input).length });
  }
  return { lines: sample.items, places: sample.places.map((place) => places[place]) };
}

function embedRows(
  rows: readonly InputLine['input'][],
  fields: readonly InputField[],
  task: Parameters<typeof embedTexts>[1],
): Promise<EmbeddedTexts> {
  return embedTexts(
    rows.map((row) => ({ text: textOfRow(fields, row) })),
    task,
  );
}
