import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import type { Problems } from '../../domain/errors/problem.js';
import { MODEL_LIMITS, type ModelKind } from '../../domain/model/model.js';
import { type LabelCount, labelProblems } from '../../learning/labels.js';
import { readTarget } from '../../learning/predictor/target.js';
import { compileChecker } from '../checking/schema-check.js';
import { type Checker, schemaNode } from '../checking/schema-node.js';
import { type Example, exampleSchema } from './example-schema.js';

const WRITE_CHARACTERS = 1 << 20;

/**
 * Takes examples one by one, checks them, and writes those that are right to a file of one JSON object a line, which the
 * training reads. Runs in a thread: it writes synchronously.
 */
export class ExampleSink {
  readonly labels = new Map<string | number, number>();
  count = 0;
  readonly #check: Checker;
  readonly #fields = new Set<string>();
  readonly #file: number;
  #waiting = '';

  constructor(private readonly options: { kind: ModelKind; file: string; problems: Problems }) {
    this.#check = compileChecker(schemaNode(exampleSchema(options.kind)));
    this.#file = openSync(options.file, 'wx', 0o600);
  }

  /** True when nothing more can be said or taken: the rest need not be read. */
  get full(): boolean {
    return this.options.problems.full || this.count > MODEL_LIMITS.examples;
  }

  get path(): string {
    return `examples[${this.count}]`;
  }

  take(sent: unknown): void {
    const { problems } = this.options;
    const before = problems.list.length;
    const example = this.#check(sent, { path: this.path, problems, now: 0 }) as Example;
    this.count++;
    if (problems.list.length > before) return;
    this.labels.set(example.label, (this.labels.get(example.label) ?? 0) + 1);
    if ('input' in example) for (const name of Object.keys(example.input)) this.#fields.add(name);
    this.#waiting += `${JSON.stringify(example)}\n`;
    if (this.#waiting.length > WRITE_CHARACTERS) this.#flush();
  }

  /** Makes what was taken durable, and records what is wrong with it as a whole. */
  finish(): void {
    const { problems } = this.options;
    if (this.count > MODEL_LIMITS.examples) {
      const message = `A version is trained from at most ${MODEL_LIMITS.examples} examples; there are more.`;
      problems.add('examples', 'too_many_items', message);
    }
    if (this.#fields.size > MODEL_LIMITS.fields) {
      const message = `All inputs together have ${this.#fields.size} different fields; a model takes at most ${MODEL_LIMITS.fields}.`;
      problems.add('examples', 'too_many_items', message);
    }
    if (problems.any) return;
    this.#flush();
    fsyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }

  #flush(): void {
    writeSync(this.#file, this.#waiting);
    this.#waiting = '';
  }
}

/** The labels, most frequent first; none where a number is to be predicted. Records why they can't be learnt. */
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

/** 1 and "1" are one label. */
function countAsText(counted: ReadonlyMap<string | number, number>): LabelCount[] {
  const counts = new Map<string, number>();
  for (const [label, count] of counted) counts.set(String(label), (counts.get(String(label)) ?? 0) + count);
  return [...counts]
    .map(([label, count]) => ({ label, count }))
    .sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
}
