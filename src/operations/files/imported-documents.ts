import type { Document } from '../../domain/document/document.js';
import { ServiceError } from '../../domain/errors/error.js';
import type { Clause, SortKey } from '../../domain/filter/filter.js';
import { type ImportedDocument, importedDocument } from '../../extraction/documents/import-mark.js';
import type { OperationContext } from '../context.js';
import { documentNotFound } from '../documents/read-documents.js';
import { findPage } from '../search/find-page.js';
import { visible } from '../tenancy.js';

const PAGE_LENGTH = 500;
const BY_ID: readonly SortKey[] = [{ field: 'id', order: 'asc', missing: '_last' }];

/** The documents that earlier imports of the file made, as far as the caller may see them. */
export async function importedDocuments(
  { location, tenant }: { location: string; tenant: string },
  context: OperationContext,
): Promise<ImportedDocument[]> {
  const found: ImportedDocument[] = [];
  // By id instead of by number: documents may come and go while they are listed.
  let after: string | undefined;
  for (;;) {
    const must: Clause[] = [
      { kind: 'terms', field: 'metadata.import.file', values: [location] },
      { kind: 'terms', field: 'metadata.import.tenant', values: [tenant] },
      ...(after === undefined ? [] : [idsAfter(after)]),
    ];
    const { data } = await findPage(
      {
        tenantIds: null,
        language: null,
        filter: { must, mustNot: [], should: [], minimumShouldMatch: 0 },
        facets: [],
        sort: BY_ID,
        limit: PAGE_LENGTH,
        page: 1,
      },
      null,
      context,
    );
    found.push(...data.flatMap(({ document: { id, metadata } }) => importedDocument(id, metadata?.import) ?? []));
    if (data.length < PAGE_LENGTH) return found;
    after = data.at(-1)?.document.id;
  }
}

function idsAfter(id: string): Clause {
  return { kind: 'range', field: 'id', bounds: { kind: 'string', gt: id } };
}

const REMOVALS_AT_ONCE = 500;

/** Removes documents that the file no longer has. Returns how many: some may have been removed by others meanwhile. */
export async function removeDocuments(
  ids: readonly string[],
  { caller, collection }: OperationContext,
): Promise<number> {
  let removed = 0;
  for (let start = 0; start < ids.length; start += REMOVALS_AT_ONCE) {
    const writes = ids.slice(start, start + REMOVALS_AT_ONCE).map((id) => ({
      id,
      decide: (current: Document | null) => {
        if (visible(caller, current) === null) throw documentNotFound(id);
        return 'delete' as const;
      },
    }));
    for (const outcome of await collection.documents.write(writes)) {
      if (outcome.status === 'fulfilled') removed++;
      else if (!isGone(outcome.reason)) throw outcome.reason;
    }
  }
  return removed;
}

function isGone(reason: unknown): boolean {
  return reason instanceof ServiceError && reason.code === 'document_not_found';
}
