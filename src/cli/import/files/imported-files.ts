import { type ImportedDocument, type ImportMark, importedDocument } from '../../../extraction/documents/import-mark.js';
import type { ServiceTarget } from '../../service-target.js';
import { filterDocuments, removeDocument } from '../request.js';

/** By the location of their file. */
export type ImportedFiles = ReadonlyMap<string, readonly ImportedDocument[]>;

interface FilterPage {
  data: { id: string; metadata: { import?: Partial<ImportMark> } | null }[];
}

const PAGE_LENGTH = 100;
/** Far below the number of clauses that a filter may have. */
const FILES_PER_REQUEST = 50;

/**
 * Asks the service which documents of files it has. What was imported is known only there, so there is no state of our own that
 * could disagree with the index after it was emptied, restored, or changed from another machine.
 */
export class ImportedFilesQuery {
  constructor(
    readonly target: ServiceTarget,
    readonly tenant: string,
  ) {}

  async below(locationPrefix: string): Promise<ImportedFiles> {
    return group(await this.#find({ prefix: { 'metadata.import.file': locationPrefix } }));
  }

  async of(locations: readonly string[]): Promise<ImportedFiles> {
    const found: FilterPage['data'] = [];
    for (let start = 0; start < locations.length; start += FILES_PER_REQUEST) {
      const some = locations.slice(start, start + FILES_PER_REQUEST);
      found.push(...(await this.#find({ terms: { 'metadata.import.file': some } })));
    }
    return group(found);
  }

  remove(id: string): Promise<void> {
    return removeDocument(this.target, id);
  }

  /** Pages by id instead of by number: documents may come and go while they are listed. */
  async #find(clause: object): Promise<FilterPage['data']> {
    const found: FilterPage['data'] = [];
    for (;;) {
      const last = found.at(-1)?.id;
      const must = [
        { term: { 'metadata.import.tenant': this.tenant } },
        clause,
        ...(last === undefined ? [] : [{ range: { id: { gt: last } } }]),
      ];
      const body = { filter: { must }, sort: [{ id: 'asc' }], limit: PAGE_LENGTH };
      const { data } = await filterDocuments<FilterPage>(this.target, body);
      found.push(...data);
      if (data.length < PAGE_LENGTH) return found;
    }
  }
}

function group(documents: FilterPage['data']): ImportedFiles {
  const files = new Map<string, ImportedDocument[]>();
  for (const { id, metadata } of documents) {
    const mark = metadata?.import;
    const imported = importedDocument(id, mark);
    if (imported === null || mark?.file === undefined) continue;
    const list = files.get(mark.file) ?? [];
    list.push(imported);
    files.set(mark.file, list);
  }
  return files;
}
