import { Problems } from '../../domain/errors/problem.js';
import type { ExamplePreview } from '../../domain/model/model.js';
import { readTarget } from '../../learning/predictor/prediction-problem.js';
import { type PreviewedExample, previewFields, previewWarnings } from '../../learning/preview-examples.js';
import { compileChecker } from '../checking/schema-check.js';
import { schemaNode } from '../checking/schema-node.js';
import type { ExamplesToPreview, PreviewRead } from './example-reader.js';
import { examplesToPreview } from './example-schema.js';
import { checkLabels, checkLimits, countAsText } from './example-sink.js';
import { PreviewSink } from './preview-sink.js';
import { parseBody, readCsv, readLines } from './read-rows.js';

const MAX_SAMPLES = 5;
const SAMPLE_CHARACTERS = 300;

const checkBody = compileChecker(schemaNode(examplesToPreview));

/** What a training would be given by these examples. Runs in a worker thread. */
export async function previewExamples(task: ExamplesToPreview): Promise<PreviewRead> {
  const { file, format, kind } = task;
  const problems = new Problems();
  const sink = new PreviewSink(kind);
  let columns: string[] | null = null;
  if (format === 'csv') columns = await readCsv(file, { ...task, sink }, problems);
  else if (format === 'ndjson') await readLines(file, sink);
  else {
    readBody(file, sink, problems);
    if (problems.any) return { preview: null, problems: problems.list };
  }
  return { preview: understood(task, { sink, columns, problems }), problems: [] };
}

function readBody(file: string, sink: PreviewSink, problems: Problems): void {
  const body = parseBody(file, problems);
  if (problems.any) return;
  // That null is not an object is among the problems then.
  const { examples } = (checkBody(body, { path: '', problems, now: 0 }) ?? {}) as { examples?: unknown };
  for (const example of Array.isArray(examples) ? examples : []) {
    if (sink.full) break;
    sink.take(example);
  }
}

function understood(
  { kind }: ExamplesToPreview,
  { sink, columns, problems }: { sink: PreviewSink; columns: string[] | null; problems: Problems },
): ExamplePreview {
  const { sample } = sink;
  const isNumber = kind === 'predictor' && readTarget([...sink.labels.keys()]).kind === 'number';
  // Without a usable header, that there are no examples goes without saying.
  if (!problems.any) checkLabels(sink.labels, kind, problems);
  checkLimits({ count: sink.count, fieldCount: sink.fields.size }, problems);
  const labels = isNumber ? [] : countAsText(sink.labels);
  const fields = kind === 'predictor' ? previewFields(sample) : null;
  const exampleCount = sink.count - sink.refused.count;
  return {
    exampleCount,
    refused: sink.refused,
    columns,
    target: isNumber ? 'number' : 'labels',
    labels,
    fields,
    samples: sample.slice(0, MAX_SAMPLES).map(clipped),
    problems: problems.list,
    warnings: previewWarnings({ kind, labels, sample, exampleCount }, fields ?? []),
  };
}

function clipped({ text, input, label }: PreviewedExample): object {
  const clip = (value: unknown) => (typeof value === 'string' ? value.slice(0, SAMPLE_CHARACTERS) : value);
  if (input === undefined) return { text: clip(text), label };
  return { input: Object.fromEntries(Object.entries(input).map(([name, value]) => [name, clip(value)])), label };
}
