import type { Facet, MetadataField } from '@sextant/client';

export type DateInterval = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** A field that hits can be narrowed by, and how its values are counted. */
export type FacetField =
  | { kind: 'values'; field: string }
  | { kind: 'numbers'; field: string; min: number; max: number; interval: number }
  | { kind: 'dates'; field: string; min: string; max: string; interval: DateInterval };

/** A list of more values than this says little, unless documents share them. */
const FEW_VALUES = 12;
const BARS = 12;
const MOST_LISTED_TENANTS = 100;

/** The fields worth narrowing by: those with values that documents share, then numbers and dates, the commonest first. */
export function facetFieldsOf(fields: readonly MetadataField[], added: { min: string; max: string } | null) {
  const useful = fields
    .filter(({ field, facetable, distinct_count: distinct }) => facetable && distinct > 1 && !isBookkeeping(field))
    .toSorted((one, other) => other.document_count - one.document_count)
    .flatMap((field) => facetFieldOf(field) ?? []);
  const all = added === null ? useful : [...useful, ...(datesOf('created_at', added.min, added.max) ?? [])];
  return [...all.filter(({ kind }) => kind === 'values'), ...all.filter(({ kind }) => kind !== 'values')];
}

/** What an import of files notes for itself. */
function isBookkeeping(field: string): boolean {
  return field.startsWith('metadata.import.');
}

function facetFieldOf(described: MetadataField): FacetField | null {
  const { field, types, min, max, document_count: documents, distinct_count: distinct } = described;
  if (types.includes('number') && typeof min === 'number' && typeof max === 'number') {
    const isWhole = described.examples.every((example) => Number.isInteger(example));
    const interval = Math.max(niceStep((max - min) / BARS), isWhole ? 1 : 0);
    return interval > 0 ? { kind: 'numbers', field, min, max, interval } : null;
  }
  if (types.includes('date') && typeof min === 'string' && typeof max === 'string') {
    return datesOf(field, min, max)?.[0] ?? null;
  }
  return distinct <= FEW_VALUES || distinct <= documents / 2 ? { kind: 'values', field } : null;
}

function datesOf(field: string, min: string, max: string): FacetField[] | null {
  const days = (Date.parse(max) - Date.parse(min)) / 86_400_000;
  if (!(days >= 1)) return null;
  const interval =
    days <= 21 ? 'day' : days <= 150 ? 'week' : days <= 800 ? 'month' : days <= 3_000 ? 'quarter' : 'year';
  return [{ kind: 'dates', field, min, max, interval }];
}

/** The next of 1, 2, 5, 10, 20, 50 … */
function niceStep(step: number): number {
  if (!(step > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(step));
  return [1, 2, 5, 10].map((factor) => factor * power).find((nice) => nice >= step * 0.999)!;
}

/** The hits of each tenant; where some are chosen, only of these. */
export const TENANT_FACET: Facet = { field: 'tenant_id', size: MOST_LISTED_TENANTS };

/** How the service is asked to count a field. Chosen values of a field don't hide its others. */
export function facetRequestOf(facet: FacetField): Facet {
  switch (facet.kind) {
    case 'values':
      return { field: facet.field, size: 50, exclude_own_filter: true };
    case 'numbers':
      return { field: facet.field, type: 'histogram', interval: facet.interval };
    case 'dates':
      return { field: facet.field, type: 'date_histogram', interval: facet.interval };
  }
}
