import { closeSync, fsyncSync, openSync } from 'node:fs';
import type { ProblemCode, Problems } from '../../domain/errors/problem.js';
import { MODEL_LIMITS, type ModelKind } from '../../domain/model/model.js';
import { writeAllSync } from '../../files/transfer-all.js';
import { type LabelCount, labelProblems } from '../../learning/labels.js';
import { readTarget } from '../../learning/predictor/prediction-problem.js';
import { onDiskSync } from '../../storage/on-disk.js';
import { compileChecker } from '../checking/schema-check.js';
import { type Checker, schemaNode } from '../checking/schema-node.js';
import { type Example, exampleSchema } from './example-schema.js';

const WRITE_CHARACTERS = 1 << 20;
const EXAMPLES = 'The examples of a training';

/** What takes the examples of an upload as they are read. */
export interface ExampleTaker {
  /** True if the rest need not be read, because no more problems or examples are recorded. */
  readonly full: boolean;
  take(sent: unknown): void;
  /** Records an example that can't even be read. */
  refuse(code: ProblemCode, message: string): void;
}

/**
 * Checks examples one by one and writes the valid ones to a training file, one JSON object per line. Writes synchronously,
 * so it must run in a worker thread.
 */
export class ExampleSink implements ExampleTaker {
  readonly labels = new Map<string | number, number>();
  count = 0;
  readonly #check: Checker;
  readonly #fields = new Set<string>();
  readonly #file: number;
  readonly #problems: Problems;
  #waiting = '';

  constructor(options: { kind: ModelKind; file: string; problems: Problems }) {
    this.#problems = options.problems;
    this.#check = compileChecker(schemaNode(exampleSchema(options.kind)));
    this.#file = onDiskSync(EXAMPLES, () => openSync(options.file, 'wx', 0o600));
  }

  get full(): boolean {
    return this.#problems.full || this.count > MODEL_LIMITS.examples;
  }

  refuse(code: ProblemCode, message: string): void {
    this.#problems.add(this.#path, code, message);
    this.count++;
  }

  take(sent: unknown): void {
    const problems = this.#problems;
    const before = problems.list.length;
    const example = this.#check(sent, { path: this.#path, problems, now: 0 }) as Example;
    this.count++;
    if (problems.list.length > before) return;
    this.labels.set(example.label, (this.labels.get(example.label) ?? 0) + 1);
    if ('input' in example) for (const name of Object.keys(example.input)) this.#fields.add(name);
    this.#waiting += `${JSON.stringify(example)}\n`;
    if (this.#waiting.length > WRITE_CHARACTERS) this.#flush();
  }

  /** Records problems of the examples as a whole, and syncs the file to disk. */
  finish(): void {
    const problems = this.#problems;
    checkLimits({ count: this.count, fieldCount: this.#fields.size }, problems);
    if (problems.any) return;
    this.#flush();
    onDiskSync(EXAMPLES, () => fsyncSync(this.#file));
  }

  close(): void {
    closeSync(this.#file);
  }

  get #path(): string {
    return `examples[${this.count}]`;
  }

  #flush(): void {
    onDiskSync(EXAMPLES, () => writeAllSync(this.#file, Buffer.from(this.#waiting)));
    this.#waiting = '';
  }
}

/** Records which limits of a training the examples exceed. */
export function checkLimits({ count, fieldCount }: { count: number; fieldCount: number }, problems: Problems): void {
  if (count > MODEL_LIMITS.examples) {
    const message = `A version can be trained from at most ${MODEL_LIMITS.examples} examples; this request has more.`;
    problems.add('examples', 'too_many_items', message);
  }
  if (fieldCount > MODEL_LIMITS.fields) {
    const message = `The inputs have ${fieldCount} different fields in total; a model can have at most ${MODEL_LIMITS.fields}.`;
    problems.add('examples', 'too_many_items', message);
  }
}

/** The labels, most frequent first; none if the target is a number. Records why labels can't be learned. */
export function checkLabels(
  counted: ReadonlyMap<string | number, number>,
  kind: ModelKind,
  problems: Problems,
): LabelCount[] {
  if (kind === 'predictor' && readTarget([...counted.keys()]).kind === 'number') return [];
  const counts = countAsText(counted);
  for (const { param, code, message } of labelProblems(counts, 'examples')) problems.add(param, code, message);
  return problems.any ? [] : counts;
}

/** 1 and "1" are the same label. */
export function countAsText(counted: ReadonlyMap<string | number, number>): LabelCount[] {
  const counts = new Map<string, number>();
  for (const [label, count] of counted) counts.set(String(label), (counts.get(String(label)) ?? 0) + count);
  return [...counts]
    .map(([label, count]) => ({ label, count }))
    .sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
}
