import type { EmbeddingConfig } from '../../inference/open-embedder.js';
import { partOf, type TrainingControl } from '../../learning/control.js';
import { writeTextClassifier } from '../../learning/text-classifier/file.js';
import { trainTextClassifier } from '../../learning/text-classifier/train.js';
import type { TextLine } from '../example-line.js';
import type { TrainingJob } from '../trainer.js';
import { embedTexts } from './embed-texts.js';
import { readLines } from './read-lines.js';
import { reportOnAll, type SampledFrom } from './sample-report.js';
import { ThinnedSample } from './thinned-sample.js';
import type { Trained } from './trained.js';

/** Where a training stands, about, when its examples are read and when they are embedded. */
const READ = 0.02;
const EMBEDDED = 0.5;
/**
 * Characters that are learnt from. Two cores embed some 50,000 a second, and the words of so many take a gigabyte. More
 * examples than that hardly teach anything more.
 */
const MOST_CHARACTERS = 20_000_000;
/** What follows in a text is neither embedded nor looked for words in. */
const LONGEST_READ = 16_000;
/** What an example takes besides its words, in characters. */
const EVERY_EXAMPLE = 50;

export async function trainText(job: TrainingJob, config: EmbeddingConfig, control: TrainingControl): Promise<Trained> {
  const { lines, ...sampled } = await readExamples(job, partOf(control, 0, READ));
  const task = { config, vectors: job.vectors, control: partOf(control, READ, EMBEDDED) };
  const { space, language, dimensions, embeddings } = await embedTexts(lines, task);
  const texts = lines.map(({ text }) => text);
  const labels = lines.map(({ label }) => label);
  const source = { texts, labels, embeddings, dimensions };
  const { model, metrics, report } = trainTextClassifier(source, partOf(control, EMBEDDED, 1));
  return {
    facts: { space, language, metrics, inputFields: null, report: reportOnAll(report, sampled) },
    model: writeTextClassifier(model),
  };
}

async function readExamples(job: TrainingJob, control: TrainingControl): Promise<SampledFrom & { lines: TextLine[] }> {
  const sample = new ThinnedSample<TextLine>(MOST_CHARACTERS);
  let count = 0;
  for await (const { line } of readLines<TextLine>({ file: job.examples, count: job.exampleCount }, control)) {
    const cost = EVERY_EXAMPLE + Math.min(LONGEST_READ, line.text.length);
    sample.offer(line, { label: line.label, cost });
    count++;
  }
  return { lines: sample.items, places: sample.places, count };
}
