import { addDocument } from '../../operations/documents/write-document.js';
import { newDocument } from '../routes/v20241104/add-document.js';
import { operationContext } from '../services.js';
import { documentView } from '../views/views.js';
import { documentFields } from './get-document-tool.js';
import { type Tool, ToolArguments } from './tool.js';

const args = new ToolArguments(newDocument, {
  offered: {
    title: 'A short title that says what the document is about. Plain text.',
    content: 'The text, at most 100 KB (102,400 bytes of UTF-8). Divide longer texts into several documents.',
    content_type: 'The format of content. html and markdown are converted to plain text.',
    tenant_id:
      'The tenant that owns the document: a team, user or collection. Search results show those in use; take one of them unless told ' +
      'otherwise.',
    id: 'An id of your choice, if there is a natural one: letters a-z and A-Z, digits, _ and -. Assigned if left out.',
    language: 'Language of the text as an ISO 639-1 code. Default: en.',
    metadata:
      'Key-value pairs to filter by, such as {"topic": "law", "year": 2024}. At most 100 keys; values are strings of at most 500 ' +
      'characters, numbers, booleans, arrays of those, or objects.',
    source_uri: 'Where the text comes from: a URL or a path.',
  },
});

export const addDocumentTool: Tool = {
  name: 'add_document',
  title: 'Add a document',
  description:
    'Stores a text as a new document and indexes it: the next search finds it. Never changes or replaces a document; an id that is taken ' +
    'is refused. Use it when the user wants something to be remembered or filed, and search first to see whether it is there already.',
  scope: 'write',
  work: 'write',
  effect: { readOnly: false, idempotent: false },
  input: args.schema,
  output: documentFields,
  async call(sent, { services, request }) {
    const { result } = await addDocument(args.read(sent), operationContext(services, request), null);
    const structured = documentView(result.document);
    return { text: `Added "${structured.title}" with the id ${structured.id}.`, structured };
  },
};
