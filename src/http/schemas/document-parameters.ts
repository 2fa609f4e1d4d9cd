import { Type } from 'typebox';
import {
  CONTENT_TYPES,
  type ContentType,
  DOCUMENT_LIMITS,
  type Metadata,
  RESERVED_DOCUMENT_IDS,
} from '../../domain/document/document.js';
import { guessLanguage } from '../../domain/document/guess-language.js';
import { ACCEPTED_LANGUAGES, canonicalLanguage, type Language } from '../../domain/document/language.js';
import { checkMetadata } from '../../domain/document/metadata.js';
import { parseTimestamp, TIMESTAMP_HINT } from '../../domain/document/timestamp.js';
import type { MetadataPatch } from '../../operations/documents/update-document.js';
import { type CheckContext, describeSent } from '../checking/schema-node.js';
import { choice, defaultsTo, parsedAs } from './checked.js';

/** The parameters of a document. Each documents what callers send and yields what the operations work with. */
const limits = DOCUMENT_LIMITS;

export const documentId = parsedAs<string, string>(
  Type.String({
    minLength: 1,
    maxLength: limits.idLength,
    pattern: '^[A-Za-z0-9_-]+$',
    description: 'Letters a-z and A-Z, digits, _ and -. Assigned if left out.',
  }),
  refuseReservedId,
);

export const title = Type.String({ minLength: 1, maxLength: limits.titleLength, description: 'Plain text.' });

export const tenantId = Type.String({
  minLength: 1,
  maxLength: limits.tenantIdLength,
  description: 'The tenant that owns the document.',
});

export const content = parsedAs<string, string | null>(
  Type.Unsafe({ type: ['string', 'null'], description: 'At most 100 KB (102,400 bytes of UTF-8) as sent.' }),
  checkContentSize,
);

export const contentType = defaultsTo(
  choice<ContentType>(CONTENT_TYPES, 'The format of content.', { title: 'ContentType' }),
  'plaintext',
);

export const timestamp = parsedAs<string, number>(
  Type.String({ description: 'An ISO 8601 date or date-time, in UTC unless it has an offset.' }),
  readTimestamp,
);

export const languageCode = choice<Language>(
  ACCEPTED_LANGUAGES,
  'ISO 639-1 code of a supported language; no is treated as nb.',
  { title: 'Language', guess: guessLanguage },
);

export const language = parsedAs<string, Language>(languageCode, canonicalLanguage);

export const sourceUri = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  maxLength: limits.sourceUriLength,
  description: "URL or identifier of the document in the caller's application.",
});

const METADATA = {
  type: ['object', 'null'],
  title: 'Metadata',
  additionalProperties: true,
  description:
    'Key-value pairs: at most 100 keys, counting all levels, keys of at most 50 characters, strings of at most 500. ' +
    'Values are strings, numbers, booleans, arrays of those, or objects.',
};

export const metadata = parsedAs<Metadata, Metadata | null>(Type.Unsafe(METADATA), (sent, { path, problems }) => {
  checkMetadata(sent, { path, problems, nulls: 'refused' });
  return sent;
});

/** On update: a key with null is removed, the others are merged by top-level key. */
export const metadataChanges = parsedAs<MetadataPatch, MetadataPatch | null>(
  Type.Unsafe({
    ...METADATA,
    title: 'MetadataChanges',
    description: `${METADATA.description} Merged by top-level key; null removes a key.`,
  }),
  (sent, { path, problems }) => {
    checkMetadata(sent, { path, problems, nulls: 'remove_key' });
    return sent;
  },
);

function refuseReservedId(id: string, { path, problems }: CheckContext): string {
  if (RESERVED_DOCUMENT_IDS.includes(id)) {
    problems.add(path, 'parameter_invalid', `${path} can't be "${id}", which is the path of an endpoint.`);
  }
  return id;
}

function checkContentSize(text: string, { path, problems }: CheckContext): string {
  // A UTF-16 unit takes at most three bytes of UTF-8, so most contents need no exact count.
  const bytes = text.length * 3 > limits.contentBytes ? Buffer.byteLength(text) : 0;
  if (bytes > limits.contentBytes) {
    const message = `${path} may have at most ${limits.contentBytes} bytes of UTF-8 (100 KB); it has ${bytes}.`;
    problems.add(path, 'parameter_too_long', message);
  }
  return text;
}

export function readTimestamp(text: string, { path, problems }: CheckContext): number {
  const parsed = parseTimestamp(text);
  if (parsed !== null) return parsed.time;
  problems.add(path, 'parameter_invalid', `${path} must be ${TIMESTAMP_HINT}, not ${describeSent(text)}.`);
  return 0;
}
