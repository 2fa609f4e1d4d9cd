/** What an import writes into `metadata.import` of each document: nothing else remembers what was imported. */
export interface ImportMark {
  /** The location of the file. */
  file: string;
  hash: string;
  tenant: string;
  /** Of the document itself; earlier releases did not write it. A copy of the document under another id is nobody's but its owner's. */
  id?: string;
  /** How many documents the file has. Only the last one that was stored has it: it tells that all others were stored. */
  documents?: number;
}

/** A document that an earlier import made, as far as it matters to this one. */
export interface ImportedDocument {
  id: string;
  hash: string;
  documents: number | null;
}

/** Null for a document that no import made. */
export function importedDocument(id: string, mark: unknown): ImportedDocument | null {
  if (typeof mark !== 'object' || mark === null) return null;
  const { id: marked = id, hash, documents } = mark as Record<keyof ImportMark, unknown>;
  if (marked !== id) return null;
  return {
    id,
    hash: typeof hash === 'string' ? hash : '',
    documents: typeof documents === 'number' ? documents : null,
  };
}

/** Whether the index has every document of the file as it is now. */
export function isUpToDate(imported: readonly ImportedDocument[], hash: string): boolean {
  const current = imported.filter((document) => document.hash === hash);
  return current.length === imported.length && current.some(({ documents }) => documents === current.length);
}
