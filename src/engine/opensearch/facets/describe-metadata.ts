import { compareText } from '../../../domain/document/code-points.js';
import { METADATA_PREFIX } from '../../../domain/document/document.js';
import { formatTimestamp } from '../../../domain/document/timestamp.js';
import type { MetadataDescription, MetadataField, MetadataPlan, MetadataType } from '../../engine.js';
import { compareValues } from '../../values/compare-values.js';
import { decodeValue } from '../index/metadata-entries.js';
import type { Dsl } from '../query/dsl.js';
import { narrowed } from '../query/filter-query.js';
import type { QuerySession } from '../query/query-session.js';
import type { CountedTree } from './counted.js';

const MAX_EXAMPLES = 5;
/** Fields that are described in one request. */
const FIELDS_AT_ONCE = 200;
/** Up to here, and a little beyond, distinct values are counted exactly; it is the most that the cluster allows. */
const EXACT_DISTINCT = 40_000;

const ABOUT_FIELD: Dsl = {
  documents: { reverse_nested: {} },
  types: { terms: { field: 'metadata.type' } },
  arrays: { filter: { term: { 'metadata.array': true } } },
  distinct: { cardinality: { field: 'metadata.value', precision_threshold: EXACT_DISTINCT } },
  examples: { terms: { field: 'metadata.value', size: MAX_EXAMPLES } },
  numbers: { stats: { field: 'metadata.number' } },
  dates: { stats: { field: 'metadata.date' } },
};

interface PathsPage {
  buckets: (CountedTree & { key: { path: string } })[];
  after_key?: { path: string };
}

interface Described {
  entries: { paths: PathsPage };
}

/** Describes the metadata fields of all documents in a scope, page by page: there may be any number of them. */
export async function describeMetadata({ scope }: MetadataPlan, session: QuerySession): Promise<MetadataDescription> {
  const query = narrowed(scope, null);
  const fields: MetadataField[] = [];
  let totalDocuments = 0;
  let after: { path: string } | undefined;
  do {
    const paths = {
      composite: { size: FIELDS_AT_ONCE, sources: [{ path: { terms: { field: 'metadata.path' } } }], after },
    };
    const answer = await session.search<unknown, Described>({
      query,
      size: 0,
      track_total_hits: true,
      aggs: { entries: { nested: { path: 'metadata' }, aggs: { paths: { ...paths, aggs: ABOUT_FIELD } } } },
    });
    totalDocuments = answer.hits.total?.value ?? 0;
    const page: PathsPage | undefined = answer.aggregations?.entries.paths;
    fields.push(...(page?.buckets ?? []).map((bucket) => describe(bucket.key.path, bucket)));
    after = page?.after_key;
  } while (after !== undefined);
  return { totalDocuments, fields: fields.sort((a, b) => compareText(a.field, b.field)) };
}

function describe(path: string, about: CountedTree): MetadataField {
  const { numbers, dates } = about;
  const isoOrNull = (time: number | null | undefined) => (time == null ? null : formatTimestamp(time));
  const hasNumbers = (numbers.count ?? 0) > 0;
  return {
    field: METADATA_PREFIX + path,
    types: (about.types.buckets ?? []).map(({ key }) => key as MetadataType).sort(),
    array: about.arrays.doc_count > 0,
    documentCount: about.documents.doc_count,
    distinctCount: about.distinct.value ?? 0,
    examples: (about.examples.buckets ?? []).map(({ key }) => decodeValue(String(key))).sort(compareValues),
    min: hasNumbers ? (numbers.min ?? null) : isoOrNull(dates.min),
    max: hasNumbers ? (numbers.max ?? null) : isoOrNull(dates.max),
  };
}
