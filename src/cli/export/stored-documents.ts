import { filterDocuments, getDocument } from '../import/request.js';
import type { ServiceTarget } from '../service-target.js';

/** Which documents: parameters of the `filter` endpoint. */
export interface ExportScope {
  tenant_id?: string[];
  language?: string;
  filter?: unknown;
}

/** What of a filter is looked at here. */
interface FilterParts {
  must?: readonly unknown[];
  should?: readonly unknown[];
  minimum_should_match?: unknown;
}

/** A document with the fields that an import takes, without those that are null. */
export type ExportedDocument = Readonly<Record<string, unknown>>;

interface FilterPage {
  data: { id: string }[];
  total_number_of_results: number;
}

const FIELDS = [
  'id',
  'tenant_id',
  'title',
  'content',
  'language',
  'source_uri',
  'metadata',
  'created_at',
  'updated_at',
] as const;
const PAGE_LENGTH = 100;
/** Bounds the memory: a document has 100 KB of content, and metadata. */
const AT_ONCE = 10;

/** All documents of a scope by their ids, a few at a time. `total` is how many there were at first. */
export async function* storedDocuments(
  target: ServiceTarget,
  scope: ExportScope,
): AsyncGenerator<{ documents: ExportedDocument[]; total: number }> {
  let total: number | null = null;
  for (let last: string | undefined; ; ) {
    const page = await filterDocuments<FilterPage>(target, pageRequest(scope, last));
    total ??= page.total_number_of_results;
    for (let start = 0; start < page.data.length; start += AT_ONCE) {
      const some = page.data.slice(start, start + AT_ONCE);
      const found = await Promise.all(some.map(({ id }) => getDocument<ExportedDocument>(target, id)));
      // A document may have been deleted since it was listed.
      yield { documents: found.filter((document) => document !== null).map(importable), total };
    }
    last = page.data.at(-1)?.id;
    if (page.data.length < PAGE_LENGTH) return;
  }
}

/** Pages by id instead of by number: documents may come and go while they are listed. */
function pageRequest({ filter = {}, ...scope }: ExportScope, last: string | undefined): object {
  // Not looked at before the service has accepted it for the first page.
  const wanted = last === undefined ? filter : behind(filter as FilterParts, last);
  return { ...scope, filter: wanted, sort: [{ id: 'asc' }], limit: PAGE_LENGTH };
}

/** A `must` beside a `should` changes how many of these are asked for if nothing is said of it. So it is said. */
function behind(filter: FilterParts, last: string): object {
  const { must = [], should = [], minimum_should_match } = filter;
  const byDefault = must.length === 0 && should.length > 0 ? 1 : null;
  return {
    ...filter,
    must: [...must, { range: { id: { gt: last } } }],
    minimum_should_match: minimum_should_match ?? byDefault,
  };
}

function importable(document: ExportedDocument): ExportedDocument {
  const fields = FIELDS.map((name) => [name, document[name]] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== null && value !== undefined));
}
