import { countCodePoints } from '../../../domain/document/code-points.js';
import { DOCUMENT_LIMITS } from '../../../domain/document/document.js';
import { isKnown } from '../../../extraction/decode-text.js';
import { DEFAULT_MAX_BYTES } from '../../../extraction/extract-file.js';
import { EXTRACTION_LIMITS } from '../../../extraction/limits.js';
import type { ReadingOptions } from '../../../extraction/reader.js';
import { checkLanguage, UsageError } from '../../command.js';

/** The options for files and folders; a file of NDJSON lines that is imported alone takes none of them. */
export const FILE_OPTIONS = {
  tenant: { type: 'string' },
  metadata: { type: 'string', multiple: true },
  language: { type: 'string' },
  include: { type: 'string', multiple: true },
  exclude: { type: 'string', multiple: true },
  hidden: { type: 'boolean' },
  'follow-links': { type: 'boolean' },
  'base-uri': { type: 'string' },
  'title-column': { type: 'string' },
  'content-column': { type: 'string' },
  encoding: { type: 'string' },
  'max-size': { type: 'string' },
  timeout: { type: 'string' },
  delete: { type: 'boolean' },
  watch: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

export type FileOptionValues = {
  [Name in keyof typeof FILE_OPTIONS]?: (typeof FILE_OPTIONS)[Name] extends { multiple: true }
    ? string[]
    : (typeof FILE_OPTIONS)[Name] extends { type: 'boolean' }
      ? boolean
      : string;
};

export interface FileOptions {
  tenant: string;
  /** Added to the metadata of every document. */
  metadata: Readonly<Record<string, string>>;
  /** Null to detect the language of each document. */
  language: string | null;
  include: readonly string[];
  exclude: readonly string[];
  hidden: boolean;
  followLinks: boolean;
  /** Takes the place of the folder's path in `source_uri`, with a slash at its end; null for file: addresses. */
  baseUri: string | null;
  reading: ReadingOptions;
  maxBytes: number;
  seconds: number;
  delete: boolean;
  watch: boolean;
  json: boolean;
}

const DEFAULT_TENANT = 'default';

export function readFileOptions(values: FileOptionValues): FileOptions {
  const { tenant = DEFAULT_TENANT, language = null, encoding = null } = values;
  if (tenant === '' || countCodePoints(tenant) > DOCUMENT_LIMITS.tenantIdLength) {
    throw new UsageError(`--tenant must have 1 to ${DOCUMENT_LIMITS.tenantIdLength} characters.`);
  }
  checkLanguage(language);
  if (encoding !== null && !isKnown(encoding))
    throw new UsageError(`--encoding "${encoding}" is not a known encoding.`);
  if (values.watch && values.json) throw new UsageError('--watch has no end that --json could report.');
  return {
    tenant,
    metadata: readMetadata(values.metadata ?? []),
    language,
    include: values.include ?? [],
    exclude: values.exclude ?? [],
    hidden: values.hidden ?? false,
    followLinks: values['follow-links'] ?? false,
    baseUri: readBaseUri(values['base-uri']),
    reading: {
      encoding,
      titleColumn: values['title-column'] ?? null,
      contentColumn: values['content-column'] ?? null,
    },
    maxBytes: readPositive('--max-size', values['max-size'], DEFAULT_MAX_BYTES / 2 ** 20) * 2 ** 20,
    seconds: readPositive('--timeout', values.timeout, EXTRACTION_LIMITS.seconds),
    delete: values.delete ?? false,
    watch: values.watch ?? false,
    json: values.json ?? false,
  };
}

/** Options that only apply to files and folders. */
export function usedFileOptions(values: FileOptionValues): string[] {
  return Object.keys(FILE_OPTIONS).filter((name) => values[name as keyof FileOptionValues] !== undefined);
}

function readMetadata(pairs: readonly string[]): Record<string, string> {
  const metadata: Record<string, string> = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const key = pair.slice(0, Math.max(0, at)).trim();
    const value = pair.slice(at + 1).trim();
    if (
      key === '' ||
      key === '__proto__' ||
      key.includes('.') ||
      countCodePoints(key) > DOCUMENT_LIMITS.metadataKeyLength
    ) {
      throw new UsageError(
        `--metadata must be KEY=VALUE with a key of at most 50 characters and no dots, not "${pair}".`,
      );
    }
    if (countCodePoints(value) > DOCUMENT_LIMITS.metadataValueLength) {
      throw new UsageError(
        `--metadata ${key}: a value may have at most ${DOCUMENT_LIMITS.metadataValueLength} characters.`,
      );
    }
    // Where an import notes which file a document is from: it would replace the value.
    if (key === 'import') throw new UsageError('--metadata import=… is taken: imports keep a mark of their own there.');
    metadata[key] = value;
  }
  return metadata;
}

function readBaseUri(written: string | undefined): string | null {
  if (written === undefined) return null;
  if (!URL.canParse(written))
    throw new UsageError(`--base-uri must be a URI such as https://example.org/docs/, not "${written}".`);
  return written.endsWith('/') ? written : `${written}/`;
}

function readPositive(name: string, written: string | undefined, otherwise: number): number {
  if (written === undefined) return otherwise;
  const value = Number(written);
  if (!Number.isFinite(value) || value <= 0)
    throw new UsageError(`${name} must be a number above 0, not "${written}".`);
  return value;
}
