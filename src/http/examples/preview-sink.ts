import { type ProblemCode, Problems } from '../../domain/errors/problem.js';
import { MODEL_LIMITS, type ModelKind } from '../../domain/model/model.js';
import type { PreviewedExample } from '../../learning/preview-examples.js';
import { compileChecker } from '../checking/schema-check.js';
import { type Checker, schemaNode } from '../checking/schema-node.js';
import { type Example, exampleSchema } from './example-schema.js';
import type { ExampleTaker } from './example-sink.js';

export interface RefusedExample {
  /** Counted from 0. */
  example: number;
  code: ProblemCode;
  message: string;
}

const MAX_LISTED = 20;
/** Types are inferred from as many values, and more would take too much memory. */
const SAMPLED = 20_000;
const SAMPLED_CHARACTERS = 64_000_000;

/** Looks at examples without keeping them: reads on where an upload for a training would be refused. */
export class PreviewSink implements ExampleTaker {
  readonly labels = new Map<string | number, number>();
  readonly fields = new Set<string>();
  readonly refused: { count: number; listed: RefusedExample[] } = { count: 0, listed: [] };
  count = 0;
  readonly #check: Checker;
  #sample: { index: number; example: Example; characters: number }[] = [];
  #step = 1;
  #characters = 0;

  constructor(kind: ModelKind) {
    this.#check = compileChecker(schemaNode(exampleSchema(kind)));
  }

  get full(): boolean {
    return this.count > MODEL_LIMITS.examples;
  }

  get sample(): PreviewedExample[] {
    return this.#sample.map(({ example }) => example);
  }

  take(sent: unknown): void {
    const problems = new Problems();
    const example = this.#check(sent, { path: `examples[${this.count}]`, problems, now: 0 }) as Example;
    const [problem] = problems.list;
    if (problem !== undefined) {
      this.refuse(problem.code, problem.message);
      return;
    }
    this.labels.set(example.label, (this.labels.get(example.label) ?? 0) + 1);
    if ('input' in example) for (const name of Object.keys(example.input)) this.fields.add(name);
    if (this.count % this.#step === 0) this.#keep(example);
    this.count++;
  }

  refuse(code: ProblemCode, message: string): void {
    if (this.refused.listed.length < MAX_LISTED) this.refused.listed.push({ example: this.count, code, message });
    this.refused.count++;
    this.count++;
  }

  /** Keeps every example until there are too many, then every second, every fourth, and so on. */
  #keep(example: Example): void {
    const characters = 'text' in example ? example.text.length : JSON.stringify(example.input).length;
    this.#sample.push({ index: this.count, example, characters });
    this.#characters += characters;
    if (this.#sample.length <= SAMPLED && this.#characters <= SAMPLED_CHARACTERS) return;
    this.#step *= 2;
    this.#sample = this.#sample.filter(({ index }) => index % this.#step === 0);
    this.#characters = this.#sample.reduce((sum, kept) => sum + kept.characters, 0);
  }
}
