import { Type } from 'typebox';
import { getDocument } from '../../operations/documents/read-documents.js';
import { documentResponse } from '../schemas/responses.js';
import { namedDocument } from '../schemas/search-parameters.js';
import { operationContext } from '../services.js';
import { documentView } from '../views/views.js';
import { describeDocument, withoutImportMark } from './text.js';
import { type Tool, ToolArguments } from './tool.js';

const args = new ToolArguments(Type.Object({ id: namedDocument }, { additionalProperties: false }), {
  offered: { id: 'The id of the document, as search, retrieve and ask return it.' },
});

const { object: _, url: __, token_usage: ___, livemode: ____, ...fields } = documentResponse.properties;

/** A document without the envelope of a response. */
export const documentFields = Type.Object(fields);

export const getDocumentTool: Tool = {
  name: 'get_document',
  title: 'Read a document',
  description:
    'Returns one document with its whole text, up to 100 KB, and its metadata. Use it when an excerpt or a passage is not enough.',
  scope: 'read',
  work: 'query',
  effect: { readOnly: true, idempotent: true },
  input: args.schema,
  output: documentFields,
  async call(sent, { services, request }) {
    const { id } = args.read(sent);
    const document = withoutImportMark(documentView(await getDocument(id, operationContext(services, request))));
    return { text: `${describeDocument(document)}\n\n${document.content ?? '(no content)'}`, structured: document };
  },
};
