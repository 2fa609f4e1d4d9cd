import type { Metadata } from '../../domain/document/document.js';
import type { Language } from '../../domain/document/language.js';
import { CsvError, CsvReader, type CsvRecord } from '../../text/csv-records.js';
import { CommonLanguage, languageOfRow } from '../common-language.js';
import { decodePieces } from '../decode-text.js';
import { ExtractionError } from '../extracted.js';
import { EXTRACTION_LIMITS } from '../limits.js';
import type { FileToRead, Reader, ReadingOptions } from '../reader.js';
import { ColumnNumbers } from './column-numbers.js';
import { recordDocument, type SourceRecord } from './records.js';

const DELIMITERS = [',', ';', '\t', '|'];
const LINE_END = /\r\n?|\n/;
/** Excel reads, and some programs write, the separator in a line before the columns. */
const DECLARATION = /^"?sep=(.?)"?$/i;

/** One document per row. The first line names the columns. Rows are read twice: what one is depends on all. */
export const readCsv: Reader = function* (file, options) {
  const { typed, language } = surveyOf(file, options);
  let columns: string[] | null = null;
  let rows = 0;
  for (const { line, fields } of recordsOf(file, options)) {
    if (columns === null) {
      if (declaresSeparator(line, fields)) continue;
      columns = columnNames(fields);
      checkColumns(columns, options);
    } else if (fields.length > columns.length) {
      yield {
        problem: {
          place: `line ${line}`,
          reason: `It has ${fields.length} fields; the first line names ${columns.length}.`,
        },
      };
    } else {
      rows++;
      const document = recordDocument(rowRecord(columns, fields), rows, options);
      const own = document.language ?? languageOfRow(document.content || document.title, language);
      yield { document: { ...document, language: own, metadata: typed(document.metadata) } };
    }
  }
};

function* recordsOf({ name, bytes }: FileToRead, { encoding }: ReadingOptions): Generator<CsvRecord> {
  let reader: CsvReader | null = null;
  try {
    for (const piece of decodePieces(bytes, encoding)) {
      reader ??= new CsvReader(EXTRACTION_LIMITS.recordBytes, delimiterOf(name, piece));
      yield* reader.push(piece);
    }
    if (reader !== null) yield* reader.end();
  } catch (error) {
    if (error instanceof CsvError) throw new ExtractionError(`Line ${error.line} is not valid CSV: ${error.message}`);
    throw error;
  }
}

/** The sign that the first line declares or has most of. Spreadsheets of many countries write semicolons. */
function delimiterOf(name: string, beginning: string): string {
  const [header] = beginning.split(LINE_END, 1);
  const declared = DECLARATION.exec(header)?.[1];
  if (declared) return declared;
  if (name.toLowerCase().endsWith('.tsv')) return '\t';
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))];
}

/** A second column `size` is called `size 2`, so that its values don't take the place of those of the first. */
function columnNames(fields: readonly string[]): string[] {
  const written = fields.map((name) => name.trim());
  const taken = new Set(written);
  const numbers = new Map<string, number>();
  return written.map((name) => {
    if (name === '') return name;
    let number = (numbers.get(name) ?? 0) + 1;
    while (number > 1 && taken.has(`${name} ${number}`)) number++;
    numbers.set(name, number);
    return number === 1 ? name : `${name} ${number}`;
  });
}

function checkColumns(columns: readonly string[], { titleColumn, contentColumn }: ReadingOptions): void {
  for (const name of [titleColumn, contentColumn]) {
    if (name !== null && !columns.includes(name)) {
      throw new ExtractionError(`There is no column "${name}"; the columns are ${columns.slice(0, 20).join(', ')}.`);
    }
  }
}

function rowRecord(columns: readonly string[], fields: readonly string[]): SourceRecord {
  const entries = columns.map((name, i): [string, string] => [name, (fields[i] ?? '').trim()]);
  return Object.fromEntries(entries.filter(([name]) => name !== ''));
}

/** What all rows together tell of each. */
interface Survey {
  /** Makes numbers of the values of columns that hold numbers. */
  typed: (metadata: Metadata) => Metadata;
  /** What the rows are written in, where they do not say so themselves. */
  language: Language | null;
}

function surveyOf(file: FileToRead, options: ReadingOptions): Survey {
  const language = new CommonLanguage();
  let numbers: ColumnNumbers | null = null;
  for (const { line, fields } of recordsOf(file, options)) {
    if (numbers !== null) {
      numbers.observe(fields);
      language.observe(() => fields);
    } else if (!declaresSeparator(line, fields)) numbers = new ColumnNumbers(columnNames(fields));
  }
  return { typed: (numbers ?? new ColumnNumbers([])).typing(), language: language.get() };
}

function declaresSeparator(line: number, fields: readonly string[]): boolean {
  return line === 1 && DECLARATION.test(fields.join(''));
}
