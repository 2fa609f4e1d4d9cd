import type { Extracted } from './extracted.js';

export interface FileToRead {
  /** With or without its folder. Tells tab-separated from comma-separated values. */
  name: string;
  bytes: Buffer;
}

export interface ReadingOptions {
  /** The encoding of texts that don't declare one, if the caller knows it. */
  encoding: string | null;
  /** The columns of a table, or fields of a record, that hold title and content; null to guess. */
  titleColumn: string | null;
  contentColumn: string | null;
}

/** Finds the documents of one file. Throws ExtractionError if the file can't be read at all. */
export type Reader = (file: FileToRead, options: ReadingOptions) => Iterable<Extracted> | AsyncIterable<Extracted>;
