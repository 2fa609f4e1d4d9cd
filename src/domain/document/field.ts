/** How the values of a document field are compared. Metadata values carry their own type, value by value. */
export type FieldKind = 'keyword' | 'date' | 'metadata';

const DOCUMENT_FIELDS: Record<string, FieldKind> = {
  id: 'keyword',
  title: 'keyword',
  tenant_id: 'keyword',
  language: 'keyword',
  source_uri: 'keyword',
  created_at: 'date',
  updated_at: 'date',
};

export const DOCUMENT_FIELD_NAMES: readonly string[] = Object.keys(DOCUMENT_FIELDS);

export const METADATA_PREFIX = 'metadata.';

/** The kind of a field that filters, sorts and facets may name, or null when there is no such field. */
export function fieldKind(field: string): FieldKind | null {
  if (field.startsWith(METADATA_PREFIX) && field.length > METADATA_PREFIX.length) return 'metadata';
  return Object.hasOwn(DOCUMENT_FIELDS, field) ? DOCUMENT_FIELDS[field] : null;
}
