import { DOCUMENT_FIELD_NAMES, METADATA_PREFIX } from '../domain/document/document.js';
import { describeSent, nearest } from '../domain/errors/problem.js';

const FIELDS = `${DOCUMENT_FIELD_NAMES.join(', ')} and ${METADATA_PREFIX}<path>`;

/** The message for a field that has no values, or does not exist. */
export function unknownFieldMessage(field: string): string {
  if (field === 'content') return `content is a text, without values of its own. The fields are ${FIELDS}.`;
  return `${describeSent(field)} is not a field. ${fieldGuess(field)}The fields are ${FIELDS}.`;
}

function fieldGuess(field: string): string {
  if (field === 'metadata' || field === METADATA_PREFIX) return 'Add a key, as in "metadata.topic". ';
  const guess = misspelledMetadata(field) ?? nearest(field, DOCUMENT_FIELD_NAMES) ?? beginningOf(field);
  if (guess !== null) return `Did you mean "${guess}"? `;
  return field.length > 0 && field.length <= 64 ? `For a metadata key, write "${METADATA_PREFIX}${field}". ` : '';
}

/** `metdata.topic` → `metadata.topic` */
function misspelledMetadata(field: string): string | null {
  const dot = field.indexOf('.');
  if (dot === -1 || field.length > 64 || nearest(field.slice(0, dot), ['metadata', 'meta']) === null) return null;
  return `${METADATA_PREFIX}${field.slice(dot + 1)}`;
}

/** `created` → `created_at` */
function beginningOf(field: string): string | null {
  if (field.length < 3) return null;
  return DOCUMENT_FIELD_NAMES.find((name) => name.startsWith(field)) ?? null;
}
