import { failure, type ServiceError } from '../../domain/errors/error.js';

const DOCUMENT_ID = /^[A-Za-z0-9_-]{1,128}$/;

/** Whether a document could have this id at all. Paths hold anything; the store is asked for possible ids only. */
export function isDocumentId(text: string): boolean {
  return DOCUMENT_ID.test(text);
}

/** `param` is where the request names the document. */
export function documentNotFound(id: string, param = 'id'): ServiceError {
  const message = isDocumentId(id) ? `There is no document "${id}".` : 'No document can have this id.';
  return failure('document_not_found', message, { param });
}

export function documentExists(id: string): ServiceError {
  return failure('document_exists', `There is a document with the id "${id}" already.`, { param: 'id' });
}
