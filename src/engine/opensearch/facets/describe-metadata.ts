import { compareText } from '../../../domain/document/code-points.js';
import { METADATA_PREFIX } from '../../../domain/document/document.js';
import { formatTimestamp } from '../../../domain/document/timestamp.js';
import type { MetadataDescription, MetadataField, MetadataPlan, MetadataType } from '../../engine.js';
import { compareValues } from '../../values/compare-values.js';
import { decodeValue, pathOf } from '../index/metadata-entries.js';
import type { Dsl } from '../query/dsl.js';
import { entriesOf, narrowed } from '../query/filter-query.js';
import type { QuerySession } from '../query/query-session.js';
import type { CountedTree } from './counted.js';

const MAX_EXAMPLES = 5;
/** Fields that are described in one request: the cluster allows 65,535 buckets, and a field has about ten. */
const FIELDS_AT_ONCE = 2000;
/**
 * Up to about these many, distinct values are counted exactly. The second is the most that the cluster allows, and takes it a
 * third of a megabyte for each field: so only fields with many values are counted again by it.
 */
const FEW_VALUES = 1000;
const MANY_VALUES = 40_000;
/** Fields that are counted again in one request. */
const COUNTED_AT_ONCE = 50;

const ABOUT_FIELD: Dsl = {
  documents: { reverse_nested: {} },
  types: { terms: { field: 'metadata.type' } },
  arrays: { filter: { term: { 'metadata.array': true } } },
  distinct: { cardinality: { field: 'metadata.value', precision_threshold: FEW_VALUES } },
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
  await countManyValues(fields, query, session);
  return { totalDocuments, fields: fields.sort((a, b) => compareText(a.field, b.field)) };
}

async function countManyValues(fields: readonly MetadataField[], query: Dsl, session: QuerySession): Promise<void> {
  const uncertain = fields.filter(({ distinctCount }) => distinctCount >= 0.8 * FEW_VALUES);
  for (let from = 0; from < uncertain.length; from += COUNTED_AT_ONCE) {
    const some = uncertain.slice(from, from + COUNTED_AT_ONCE);
    const distinct = { cardinality: { field: 'metadata.value', precision_threshold: MANY_VALUES } };
    const filters = { filters: some.map(({ field }) => entriesOf(pathOf(field))) };
    const answer = await session.search<unknown, Record<string, CountedTree>>({
      query,
      size: 0,
      aggs: { entries: { nested: { path: 'metadata' }, aggs: { fields: { filters, aggs: { distinct } } } } },
    });
    const counted = answer.aggregations?.entries.fields.buckets ?? [];
    some.forEach((field, i) => {
      field.distinctCount = counted[i].distinct.value ?? field.distinctCount;
    });
  }
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
