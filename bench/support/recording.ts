import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { currentCommit, describeMachine, type Machine, readMachineBefore } from './machine.js';

export type Unit =
  | 'ms'
  | 's'
  | 'bytes'
  | '%'
  | 'score'
  | 'count'
  | 'documents/s'
  | 'passages/s'
  | 'requests/s'
  | 'tokens/s'
  | 'MB/s';

/** One cell of a table on the benchmarks page; `table`, `name` and `measure` together identify it. */
export interface Figure {
  /** Caption, for scripts with several tables. */
  table?: string;
  /** The row, for example "100,000 documents". */
  name: string;
  /** The column, for example "p50". */
  measure: string;
  unit: Unit;
  value: number;
  /** Lowest and highest of several rounds; `value` is their median, or the worse end where single rounds are not known. */
  range?: { low: number; high: number };
  /** What growth is plotted against, for example the number of documents. */
  size?: number;
  /** The same measured on alternatives, by their names. */
  alternatives?: Record<string, Alternative>;
}

export interface Alternative {
  value?: number;
  /**
   * How many times better Sextant is, where that is no ratio of the two values: the median over rounds in which both took
   * turns, which other load on the machine distorts less.
   */
  ratio?: number;
}

export interface RecordedFigure extends Figure {
  /** Key of the run in `Results.runs`. */
  run: string;
}

/** Contents of `bench/results/<script>.json`. */
export interface Results {
  /** By the time they started (ISO 8601). */
  runs: Record<string, { commit: string | null; machine: Machine }>;
  figures: RecordedFigure[];
}

const RESULTS_FOLDER = new URL('../results/', import.meta.url);
/** Digits beyond these are noise in every measurement here. */
const SIGNIFICANT_DIGITS = 5;

/** Collects the figures of one run of a script and writes them to `bench/results/`, beside those of earlier runs. */
export class Recording {
  readonly #file: string;
  readonly #started = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  readonly #before = readMachineBefore();
  readonly #commit = currentCommit();
  readonly #figures: Figure[] = [];

  /** `script` is the name of the script without its extension. */
  constructor(script: string, folder: URL = RESULTS_FOLDER) {
    this.#file = fileURLToPath(new URL(`${script}.json`, folder));
  }

  add(...figures: readonly Figure[]): void {
    this.#figures.push(...figures.map(rounded));
  }

  /** May be called after each part of a long script: what has been measured by then is kept if the rest fails. */
  save(): void {
    if (this.#figures.length === 0) return;
    const before: Results = existsSync(this.#file)
      ? JSON.parse(readFileSync(this.#file, 'utf8'))
      : { runs: {}, figures: [] };
    const run = { commit: this.#commit, machine: describeMachine(this.#before) };
    mkdirSync(dirname(this.#file), { recursive: true });
    const results = mergeRun(before, { started: this.#started, run, figures: this.#figures });
    writeFileSync(this.#file, `${JSON.stringify(results, null, 2)}\n`);
  }
}

/**
 * Replaces figures that were measured again where they stand, so that the order of tables and rows does not depend on what was
 * run last, appends new ones, and drops runs of which no figure is left.
 */
export function mergeRun(
  before: Results,
  { started, run, figures }: { started: string; run: Results['runs'][string]; figures: readonly Figure[] },
): Results {
  const fresh = new Map(figures.map((figure) => [keyOf(figure), { ...figure, run: started }]));
  const merged = before.figures.map((figure) => fresh.get(keyOf(figure)) ?? figure);
  const known = new Set(before.figures.map(keyOf));
  const all = [...merged, ...[...fresh].filter(([key]) => !known.has(key)).map(([, figure]) => figure)];
  const used = new Set(all.map((figure) => figure.run));
  const runs = Object.entries({ ...before.runs, [started]: run }).filter(([key]) => used.has(key));
  return { runs: Object.fromEntries(runs.sort(([a], [b]) => (a < b ? -1 : 1))), figures: all };
}

function keyOf({ table, name, measure }: Figure): string {
  return JSON.stringify([table ?? '', name, measure]);
}

function rounded(figure: Figure): Figure {
  const { value, range, alternatives } = figure;
  return {
    ...figure,
    value: round(value),
    ...(range && { range: { low: round(range.low), high: round(range.high) } }),
    ...(alternatives && {
      alternatives: Object.fromEntries(Object.entries(alternatives).map(([name, other]) => [name, roundAll(other)])),
    }),
  };
}

function roundAll({ value, ratio }: Alternative): Alternative {
  return { ...(value !== undefined && { value: round(value) }), ...(ratio !== undefined && { ratio: round(ratio) }) };
}

function round(value: number): number {
  return Number(value.toPrecision(SIGNIFICANT_DIGITS));
}

/** As rows are named: "100,000 documents". */
export function counted(count: number, things: string): string {
  return `${count.toLocaleString('en-US')} ${things}`;
}
