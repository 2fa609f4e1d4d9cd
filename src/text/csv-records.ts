/** A record of a CSV file, and the line it begins on, from 1. */
export interface CsvRecord {
  line: number;
  fields: string[];
}

/** The text is not valid CSV, or a record is too long. */
export class CsvError extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
    this.name = 'CsvError';
  }
}

const QUOTE = '"';

/**
 * A streaming parser for CSV as in RFC 4180: quoted fields may contain commas, line breaks and doubled quotes; lines end in
 * CRLF or LF, or in CR as some spreadsheets still write them. Blank lines are skipped. Other delimiters than a comma can be given. It
 * holds one record at a time, of at most `longestRecord` characters.
 */
export class CsvReader {
  #fields: string[] = [];
  #field = '';
  #length = 0;
  /**
   * `quote`: there was a quote inside a quoted field; the next character tells whether it ends the field. `return`: a carriage
   * return has ended the record; a line feed that follows belongs to it.
   */
  #state: 'start' | 'plain' | 'quoted' | 'quote' | 'return' = 'start';
  #line = 1;
  #recordLine = 1;
  #wasQuoted = false;

  readonly #longestRecord: number;
  readonly #delimiter: string;

  constructor(longestRecord: number, delimiter = ',') {
    this.#longestRecord = longestRecord;
    this.#delimiter = delimiter;
  }

  /** The line of the next character, from 1. */
  get line(): number {
    return this.#line;
  }

  *push(text: string): Generator<CsvRecord> {
    for (const character of text) {
      const record = this.#take(character);
      if (record !== null) yield record;
    }
  }

  *end(): Generator<CsvRecord> {
    if (this.#state === 'quoted') throw this.#error('A quoted field has no closing quote.');
    const record = this.#endRecord();
    if (record !== null) yield record;
  }

  #take(character: string): CsvRecord | null {
    if (this.#state === 'quoted') return this.#takeQuoted(character);
    if (this.#state === 'return') {
      this.#state = 'start';
      if (character === '\n') return null;
    }
    if (character === this.#delimiter) return this.#endField();
    if (character === '\n') return this.#endLine('start');
    if (character === '\r') return this.#endLine('return');
    if (character === QUOTE) return this.#takeQuote();
    if (this.#wasQuoted) throw this.#error('There is text after the closing quote of a field.');
    this.#append(character);
    return this.#becomes('plain');
  }

  #takeQuoted(character: string): null {
    if (character === QUOTE) return this.#becomes('quote');
    if (character === '\n') this.#line++;
    this.#append(character);
    return null;
  }

  #takeQuote(): null {
    if (this.#state === 'quote') {
      this.#append(QUOTE);
      return this.#becomes('quoted');
    }
    if (this.#state !== 'start') throw this.#error('There is a quote in a field that does not begin with one.');
    this.#wasQuoted = true;
    return this.#becomes('quoted');
  }

  #becomes(state: 'plain' | 'quoted' | 'quote'): null {
    this.#state = state;
    return null;
  }

  #append(character: string): void {
    this.#length += character.length;
    if (this.#length > this.#longestRecord) {
      throw this.#error(`A row may have at most ${this.#longestRecord} characters.`);
    }
    this.#field += character;
  }

  #endField(): null {
    this.#fields.push(this.#field);
    this.#field = '';
    // Count empty fields, too: they take memory.
    this.#length++;
    this.#append('');
    this.#state = 'start';
    this.#wasQuoted = false;
    return null;
  }

  #endLine(next: 'start' | 'return'): CsvRecord | null {
    this.#line++;
    const record = this.#endRecord();
    this.#state = next;
    return record;
  }

  #endRecord(): CsvRecord | null {
    const isBlank = this.#fields.length === 0 && this.#field === '' && !this.#wasQuoted;
    this.#endField();
    const record = { line: this.#recordLine, fields: this.#fields };
    this.#fields = [];
    this.#length = 0;
    this.#recordLine = this.#line;
    return isBlank ? null : record;
  }

  #error(message: string): CsvError {
    return new CsvError(this.#line, message);
  }
}
