import { Type } from 'typebox';
import { answerRetrieval, passage, retrieveRequest } from '../routes/v20241104/retrieve-passages.js';
import { CUTOFF, DOCUMENT_IDS, FILTER, LANGUAGE, MULTILINGUAL, TENANTS } from './arguments.js';
import { describeDocument } from './text.js';
import { type Tool, ToolArguments } from './tool.js';

const args = new ToolArguments(retrieveRequest, {
  offered: {
    query: 'A question or a description of what the passages should say, in full sentences rather than keywords.',
    retrieval_limit: 'Most passages to return. Each has 100 to 200 words.',
    rerank: 'Set to true for a question: passages that answer it come first, which takes up to half a second longer.',
    document_id: DOCUMENT_IDS,
    language: LANGUAGE,
    multilingual_search: MULTILINGUAL,
    filter: FILTER,
    tenant_id: TENANTS,
    ai_search_cutoff_score: CUTOFF,
  },
});

const output = Type.Object({
  data: Type.Array(passage, { description: 'The passages, best first.' }),
  total_number_of_results: Type.Integer({ description: 'Number of passages returned.' }),
});

export const retrieveTool: Tool = {
  name: 'retrieve',
  title: 'Retrieve passages',
  description:
    'Returns the passages of the documents that say most about a question, word for word, with the document that each comes from. Use ' +
    'it to answer from the documents in your own words and to cite them. Several passages may come from one document. Use search ' +
    'instead to list documents, and ask for a ready answer.',
  scope: 'read',
  // As the endpoint: a long query is embedded in many pieces.
  work: 'generation',
  effect: { readOnly: true, idempotent: true },
  input: args.schema,
  output,
  async call(sent, { services, request }) {
    const { data, total_number_of_results } = await answerRetrieval(args.read(sent), services, request);
    const passages = data.map(
      ({ passage, document_id, ...document }, index) =>
        `[${index + 1}] ${describeDocument({ id: document_id, ...document })}\n${passage}`,
    );
    const none = 'No passages found. Try other words, a lower ai_search_cutoff_score, or another language.';
    return {
      text: passages.length === 0 ? none : passages.join('\n\n'),
      structured: { data, total_number_of_results },
    };
  },
};
