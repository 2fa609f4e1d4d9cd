import { type Document, IMPORT_MARK_FIELDS, OPTIONAL_IMPORT_MARK_FIELDS } from '../../domain/document/document.js';
import type { Passage } from '../../domain/document/vectors.js';
import { allOf, failure, type ServiceError } from '../../domain/errors/error.js';
import type { MetadataDescription, MetadataField } from '../../engine/engine.js';
import type { OperationContext } from '../context.js';
import { tenantScope, visible } from '../tenancy.js';

type ReadContext = Pick<OperationContext, 'caller' | 'collection'>;

export async function getDocument(id: string, context: ReadContext): Promise<Document> {
  const [document] = await visibleDocuments([id], context);
  if (document === null) throw documentNotFound(id);
  return document;
}

/** A part of a content, `content.slice(start, end)`. */
interface PassageOfDocument extends Passage {
  text: string;
}

/** The passages of a document as they were embedded. None if it has no content. */
export async function getPassages(id: string, { caller, collection }: ReadContext): Promise<PassageOfDocument[]> {
  const [found] = isDocumentId(id) ? await collection.documents.getMany([id], ['document', 'passages']) : [null];
  const document = visible(caller, found?.document ?? null);
  if (document === null) throw documentNotFound(id);
  const content = document.content ?? '';
  const passages = (found?.passages ?? []).filter(({ start, end }) => end > start);
  return passages.map(({ start, end }) => ({ start, end, text: content.slice(start, end) }));
}

/** The documents with these ids, in this order. Throws one error that names all missing ones. */
export async function findDocuments(ids: readonly string[], context: ReadContext): Promise<Document[]> {
  const found = await visibleDocuments(ids, context);
  const missing = [...new Set(ids.filter((_, index) => found[index] === null))];
  if (missing.length > 0) throw failure('document_not_found', missingMessage(missing), { param: 'document_id' });
  return found.filter((document) => document !== null);
}

/** In the order of the ids; null if the document does not exist or the caller may not see it. */
async function visibleDocuments(
  ids: readonly string[],
  { caller, collection }: ReadContext,
): Promise<(Document | null)[]> {
  const possible = ids.filter(isDocumentId);
  const read = await collection.documents.getMany(possible, ['document']);
  const byId = new Map(possible.map((id, index) => [id, read[index]?.document ?? null]));
  return ids.map((id) => visible(caller, byId.get(id) ?? null));
}

function missingMessage(ids: readonly string[]): string {
  const quoted = ids.map((id) => JSON.stringify(id)).join(', ');
  return ids.length === 1 ? `There is no document ${quoted}.` : `There are no documents ${quoted}.`;
}

/** A document that the request is about. `param` is the parameter that names it. */
export async function findSource(id: string, param: string, context: OperationContext): Promise<Document> {
  const [source] = await findSources([{ id, param }], context);
  return source;
}

/** Documents that the request is about, in this order. Throws one error that lists the parameter of every missing one. */
export async function findSources(
  sources: readonly { id: string; param: string }[],
  context: OperationContext,
): Promise<Document[]> {
  const found = await visibleDocuments(
    sources.map(({ id }) => id),
    context,
  );
  const missing = sources.filter((_, index) => found[index] === null);
  if (missing.length > 0) throw allOf(missing.map(({ id, param }) => documentNotFound(id, param)));
  return found.filter((document) => document !== null);
}

/** The metadata fields of all documents that the caller may see, without what imports of files note for themselves. */
export async function describeMetadata(context: OperationContext): Promise<MetadataDescription> {
  const { caller, collection, queryTimeLimit: timeLimit, signal } = context;
  const scope = tenantScope(caller, null);
  const described = await collection.engine.describeMetadata({ scope, timeLimit }, { signal });
  return { ...described, fields: withoutImportMarks(described.fields) };
}

/** Where not all fields of a mark are there equally often, some are the callers' own. */
function withoutImportMarks(fields: MetadataField[]): MetadataField[] {
  const marks = fields.filter(({ field }) => IMPORT_MARK_FIELDS.includes(field));
  const areMarks =
    marks.length === IMPORT_MARK_FIELDS.length && new Set(marks.map((mark) => mark.documentCount)).size === 1;
  if (!areMarks) return fields;
  const hidden = [...IMPORT_MARK_FIELDS, ...OPTIONAL_IMPORT_MARK_FIELDS];
  return fields.filter(({ field }) => !hidden.includes(field));
}

const DOCUMENT_ID = /^[A-Za-z0-9_-]{1,128}$/;

/** Whether the text is a valid id. Paths can contain anything, and the store is only asked for valid ids. */
export function isDocumentId(text: string): boolean {
  return DOCUMENT_ID.test(text);
}

/** `param` is the parameter that names the document. */
export function documentNotFound(id: string, param = 'id'): ServiceError {
  const message = isDocumentId(id) ? `There is no document "${id}".` : 'This is not a valid document id.';
  return failure('document_not_found', message, { param });
}

export function documentExists(id: string): ServiceError {
  return failure('document_exists', `A document with id "${id}" already exists.`, { param: 'id' });
}
