import { Problems } from '../../domain/errors/problem.js';
import { serveCalls } from '../../threads/callable-thread.js';
import { compileChecker } from '../checking/schema-check.js';
import { schemaNode } from '../checking/schema-node.js';
import type { ExamplesRead, ExamplesToRead, SentVersion } from './example-reader.js';
import { newVersion, type SelectedDocuments } from './example-schema.js';
import { checkLabels, ExampleSink } from './example-sink.js';
import { previewExamples } from './preview-examples.js';
import { parseBody, readCsv, readLines } from './read-rows.js';

const checkVersion = compileChecker(schemaNode(newVersion));

interface VersionBody {
  version?: string;
  default: boolean;
  examples?: unknown[];
  documents?: SelectedDocuments;
}

/** Reads and checks an upload, and writes its examples to a training file. */
async function readExamples(task: ExamplesToRead): Promise<ExamplesRead> {
  const problems = new Problems();
  const sink = new ExampleSink({ kind: task.kind, file: task.target, problems });
  try {
    const sent = await readSent(task, sink, problems);
    const labels = problems.any || sent.documents !== null ? [] : checkLabels(sink.labels, task.kind, problems);
    sink.finish();
    return { ...sent, exampleCount: sink.count, labels, problems: problems.list };
  } finally {
    sink.close();
  }
}

async function readSent(task: ExamplesToRead, sink: ExampleSink, problems: Problems): Promise<SentVersion> {
  if (task.format === 'json') return readBody(task, sink, problems);
  if (task.format === 'ndjson') await readLines(task.file, sink);
  else await readCsv(task.file, { ...task, sink }, problems);
  return { version: null, makeDefault: true, documents: null };
}

function readBody({ file, kind }: ExamplesToRead, sink: ExampleSink, problems: Problems): SentVersion {
  const body = parseBody(file, problems);
  if (problems.any) return { version: null, makeDefault: true, documents: null };
  // That null is not an object is among the problems then.
  const checked = (checkVersion(body, { path: '', problems, now: Date.now() }) ?? {}) as VersionBody;
  const { version = null, default: makeDefault, examples, documents = null } = checked;
  if (!problems.any) checkSource({ ...checked, kind }, problems);
  for (const example of Array.isArray(examples) ? examples : []) {
    if (sink.full) break;
    sink.take(example);
  }
  return { version, makeDefault, documents };
}

function checkSource(
  { examples, documents, kind }: VersionBody & Pick<ExamplesToRead, 'kind'>,
  problems: Problems,
): void {
  if (examples === undefined && documents === undefined) {
    problems.add('examples', 'parameter_missing', 'Send either examples or documents; neither was sent.');
  } else if (examples !== undefined && documents !== undefined) {
    problems.add('documents', 'parameter_invalid', 'Send either examples or documents, not both.');
  } else if (documents !== undefined && kind === 'predictor') {
    const message = 'documents can train only a text_classifier. To train a predictor, send examples with input.';
    problems.add('documents', 'parameter_invalid', message);
  }
}

serveCalls({ readExamples, previewExamples });
