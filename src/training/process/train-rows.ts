import type { TrainingControl } from '../../learning/control.js';
import { writePredictor } from '../../learning/predictor/file.js';
import { describeFields } from '../../learning/predictor/input-fields.js';
import { trainPredictor } from '../../learning/predictor/train.js';
import { type InputLine, rowOf } from '../example-line.js';
import type { TrainingJob } from '../trainer.js';
import { readLines } from './read-lines.js';
import type { Trained } from './trained.js';

export async function trainRows(job: TrainingJob, control: TrainingControl): Promise<Trained> {
  const lines: InputLine[] = [];
  for await (const line of readLines<InputLine>(job.examples)) lines.push(line);
  const rows = lines.map(({ input }) => rowOf(input));
  const labels = lines.map(({ label }) => label);
  const { model, metrics, report } = trainPredictor({ rows, labels }, control);
  const inputFields = describeFields(model);
  return { facts: { space: null, language: null, metrics, inputFields, report }, model: writePredictor(model) };
}
