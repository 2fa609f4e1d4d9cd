import { failure, invalidRequest } from '../../domain/errors/error.js';
import { Problems } from '../../domain/errors/problem.js';
import type { ImportLine } from '../../operations/documents/import-documents.js';
import { isDocumentId } from '../../operations/documents/read-documents.js';
import type { NewDocument } from '../../operations/documents/write-document.js';
import { JSON_BODY_LIMIT } from '../body/json-body.js';
import { parseJson } from '../body/parse-json.js';
import type { SentLine } from '../body/split-lines.js';
import { compileChecker } from '../checking/schema-check.js';
import { schemaNode } from '../checking/schema-node.js';
import { toServiceError } from '../errors.js';

/** Checks a document of an import by the schema of "Add a document". */
export function documentReader(documentSchema: object): (sent: unknown, line: number) => ImportLine {
  const check = compileChecker(schemaNode(documentSchema));
  return (sent, line) => {
    const problems = new Problems();
    const document = check(sent, { path: '', problems, now: Date.now() });
    return { line, id: sentId(sent), sent: problems.any ? invalidRequest(problems.list) : (document as NewDocument) };
  };
}

/** The same for a document that is a line of JSON. */
export function lineReader(documentSchema: object): (line: SentLine) => ImportLine {
  const read = documentReader(documentSchema);
  return ({ line, bytes }) => {
    try {
      if (bytes === null) throw failure('body_too_large', `A line may have at most ${JSON_BODY_LIMIT} bytes (1 MiB).`);
      return read(parseJson(bytes), line);
    } catch (error) {
      return { line, id: null, sent: toServiceError(error) };
    }
  };
}

function sentId(sent: unknown): string | null {
  if (typeof sent !== 'object' || sent === null || !Object.hasOwn(sent, 'id') || !('id' in sent)) return null;
  return typeof sent.id === 'string' && isDocumentId(sent.id) ? sent.id : null;
}
