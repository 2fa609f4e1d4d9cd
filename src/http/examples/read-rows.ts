import { createReadStream, readFileSync } from 'node:fs';
import { ServiceError } from '../../domain/errors/error.js';
import type { Problems } from '../../domain/errors/problem.js';
import { MODEL_LIMITS, type ModelKind } from '../../domain/model/model.js';
import { cellOf } from '../../learning/predictor/fields.js';
import { CsvError, CsvReader, type CsvRecord } from '../../text/csv-records.js';
import { parseJson } from '../body/parse-json.js';
import { splitLines } from '../body/split-lines.js';
import type { ExampleTaker } from './example-sink.js';

const LONGEST_ROW = 1_048_576;

/** A body of 64 MiB with this many values takes some hundred megabytes of memory once parsed. */
const BODY_LIMITS = { values: 5_000_000, members: 5_000_000 };

/** The whole file as one JSON value; null, with a problem, if it is malformed. */
export function parseBody(file: string, problems: Problems): unknown {
  try {
    return parseJson(readFileSync(file), BODY_LIMITS);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    problems.add(null, 'json_malformed', error.message);
    return null;
  }
}

/** Newline-delimited JSON, one example per line. */
export async function readLines(file: string, sink: ExampleTaker): Promise<void> {
  for await (const lines of splitLines(createReadStream(file), { longestLine: LONGEST_ROW })) {
    for (const { line, bytes } of lines) {
      if (sink.full) return;
      if (bytes !== null) readLine({ line, bytes }, sink);
      else sink.refuse('parameter_too_long', `Line ${line} is longer than ${LONGEST_ROW} bytes (1 MiB).`);
    }
  }
}

function readLine({ line, bytes }: { line: number; bytes: Buffer }, sink: ExampleTaker): void {
  let sent: unknown;
  try {
    sent = parseJson(bytes);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    sink.refuse('json_malformed', `Line ${line}: ${error.message}`);
    return;
  }
  sink.take(sent);
}

interface TableToRead {
  kind: ModelKind;
  labelColumn: string;
  sink: ExampleTaker;
}

/** Comma-separated values; the first line names the columns, which are returned. Null if there is none. */
export async function readCsv(
  file: string,
  { kind, labelColumn, sink }: TableToRead,
  problems: Problems,
): Promise<string[] | null> {
  const table = new CsvTable({ kind, labelColumn, sink }, problems);
  try {
    for await (const record of csvRecords(file)) {
      if (!table.take(record)) return table.columns;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    sink.refuse('parameter_invalid', `Line ${error.line} is not valid CSV: ${error.message}`);
  }
  if (table.columns === null) problems.add('examples', 'too_few_items', 'The CSV has no header line.');
  return table.columns;
}

async function* csvRecords(file: string): AsyncGenerator<CsvRecord> {
  const reader = new CsvReader(LONGEST_ROW);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes?: Buffer) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new CsvError(reader.line, 'it is not UTF-8.');
    }
  };
  for await (const chunk of createReadStream(file)) yield* reader.push(decode(chunk));
  yield* reader.push(decode());
  yield* reader.end();
}

class CsvTable {
  columns: string[] | null = null;
  readonly #source: TableToRead;
  readonly #problems: Problems;

  constructor(source: TableToRead, problems: Problems) {
    this.#source = source;
    this.#problems = problems;
  }

  /** False if the rest need not be read. */
  take(record: CsvRecord): boolean {
    if (this.columns === null) {
      this.columns = record.fields.map((name) => name.trim());
      checkColumns(this.columns, this.#source, this.#problems);
      return !this.#problems.any;
    }
    this.#takeRow(record, this.columns);
    return !this.#source.sink.full;
  }

  #takeRow({ line, fields }: CsvRecord, columns: readonly string[]): void {
    const { kind, labelColumn, sink } = this.#source;
    if (fields.length !== columns.length) {
      const message = `Line ${line} has ${fields.length} fields, but the header has ${columns.length} columns.`;
      sink.refuse('parameter_invalid', message);
      return;
    }
    const row = new Map(columns.map((name, i) => [name, fields[i]]));
    const label = row.get(labelColumn);
    if (kind === 'text_classifier') sink.take({ text: row.get('text'), label });
    else {
      row.delete(labelColumn);
      const input = Object.fromEntries(Array.from(row, ([name, cell]) => [name, cellOf(cell)]));
      sink.take({ input, label });
    }
  }
}

/** A file that is no table may have a first line of any length. */
function shortened(column: string): string {
  return column.slice(0, 100);
}

/** The fields of a model, and the label. */
const MOST_COLUMNS = MODEL_LIMITS.fields + 1;

function checkColumns(columns: readonly string[], { kind, labelColumn }: TableToRead, problems: Problems): void {
  if (columns.length > MOST_COLUMNS) {
    const message = `The header has ${columns.length} columns; a table can have at most ${MOST_COLUMNS}.`;
    problems.add('examples', 'too_many_items', message);
    return;
  }
  const needed = kind === 'text_classifier' ? ['text', labelColumn] : [labelColumn];
  for (const name of needed.filter((name) => !columns.includes(name))) {
    const separator = columns.length === 1 && /[;\t|]/.test(columns[0]) ? ' Columns must be separated by commas.' : '';
    const other = name === labelColumn ? ' To use another column, set label_field.' : '';
    problems.add(name, 'parameter_missing', `The header has no column ${name}.${separator}${other}`);
  }
  const extra = kind === 'text_classifier' ? columns.filter((name) => !needed.includes(name)) : [];
  for (const name of extra.map(shortened)) {
    const message = `Remove the column "${name}": a text classifier learns from ${needed.join(' and ')} alone.`;
    problems.add(name, 'parameter_unknown', message);
  }
  const repeated = firstRepeated(columns);
  if (repeated !== undefined) {
    const name = shortened(repeated);
    problems.add(name, 'parameter_invalid', `The header has the column "${name}" twice.`);
  }
  if (columns.includes('')) problems.add(null, 'parameter_invalid', 'The header has a column without a name.');
}

function firstRepeated(columns: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const name of columns) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}
