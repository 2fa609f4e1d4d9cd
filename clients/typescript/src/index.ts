// biome-ignore-all lint/performance/noBarrelFile: the entry of a package
export type { RawRequest } from './api.js';
export type { Documents } from './documents.js';
export {
  AuthenticationError,
  type ClientErrorCode,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  SextantError,
  TimeoutError,
  UnavailableError,
} from './errors.js';
export type { AnswerStreamEvent } from './events.js';
export type * from './generated/openapi.js';
export type { DocumentSource, ImportOptions, ImportProgress, ImportSummary } from './import.js';
export type { FileDescription, FileImportOptions } from './import-file.js';
export type { Keys } from './keys.js';
export { readNdjson } from './lines.js';
export type { Listing, Page } from './listing.js';
export type { ExampleFile, Models, ModelVersions } from './models.js';
export type { CallOptions, SextantOptions, WriteOptions } from './options.js';
export type { QueryLog } from './query-log.js';
export type { Curations, Synonyms } from './search-rules.js';
export { type AnswerRequest, Sextant } from './sextant.js';
export type { RawResponse } from './transport.js';
