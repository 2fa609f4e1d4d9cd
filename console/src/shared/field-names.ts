const NAMES: Record<string, string> = {
  created_at: 'Added',
  updated_at: 'Changed',
  tenant_id: 'Tenant',
  language: 'Language',
  source_uri: 'Source',
  title: 'Title',
  id: 'Id',
};

/** What people call a field: `metadata.author.full_name` is "Author full name". */
export function labelOf(field: string): string {
  const name = NAMES[field] ?? field.replace(/^metadata\./, '').replaceAll(/[._]/g, ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
