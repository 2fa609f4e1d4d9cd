import { failure, invalidRequest } from '../../domain/errors/error.js';
import { Problems } from '../../domain/errors/problem.js';
import { isDocumentId } from '../../operations/documents/document-id.js';
import type { ImportLine } from '../../operations/documents/import-documents.js';
import type { NewDocument } from '../../operations/documents/new-document.js';
import { JSON_BODY_LIMIT } from '../body/json-body.js';
import { parseJson } from '../body/parse-json.js';
import type { SentLine } from '../body/split-lines.js';
import { compileChecker } from '../checking/schema-check.js';
import { schemaNode } from '../checking/schema-node.js';
import { toServiceError } from '../errors.js';

/** Makes documents of lines, by the same rules as a document that is sent alone. */
export function lineReader(documentSchema: object): (line: SentLine) => ImportLine {
  const check = compileChecker(schemaNode(documentSchema));
  return ({ line, bytes }) => {
    let sent: unknown = null;
    try {
      if (bytes === null) throw failure('body_too_large', `A line may have at most ${JSON_BODY_LIMIT} bytes (1 MiB).`);
      sent = parseJson(bytes);
      const problems = new Problems();
      const document = check(sent, { path: '', problems, now: Date.now() });
      if (problems.any) throw invalidRequest(problems.list);
      return { line, id: sentId(sent), sent: document as NewDocument };
    } catch (error) {
      return { line, id: sentId(sent), sent: toServiceError(error) };
    }
  };
}

function sentId(sent: unknown): string | null {
  if (typeof sent !== 'object' || sent === null || !Object.hasOwn(sent, 'id') || !('id' in sent)) return null;
  return typeof sent.id === 'string' && isDocumentId(sent.id) ? sent.id : null;
}
