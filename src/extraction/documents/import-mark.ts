/** What an import writes into `metadata.import` of each document: nothing else remembers what was imported. */
export interface ImportMark {
  /** The location of the file. */
  file: string;
  hash: string;
  tenant: string;
  /** How many documents the file has. Only the last one that was stored has it: it tells that all others were stored. */
  documents?: number;
}

/** A document that an earlier import made, as far as it matters to this one. */
export interface ImportedDocument {
  id: string;
  hash: string;
  documents: number | null;
}

/** Whether the index has every document of the file as it is now. */
export function isUpToDate(imported: readonly ImportedDocument[], hash: string): boolean {
  const current = imported.filter((document) => document.hash === hash);
  return current.length === imported.length && current.some(({ documents }) => documents === current.length);
}
