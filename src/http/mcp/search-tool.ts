import { Type } from 'typebox';
import { isObject } from '../../domain/errors/problem.js';
import { answerSearch, hit, searchRequest } from '../routes/v20241104/search.js';
import { pagination } from '../schemas/responses.js';
import { CUTOFF, FILTER, LANGUAGE, MULTILINGUAL, TENANTS } from './arguments.js';
import { describeDocument, excerptOf, withoutImportMark } from './text.js';
import { type Tool, ToolArguments } from './tool.js';

const args = new ToolArguments(searchRequest, {
  offered: {
    query:
      'What to look for: words or a sentence. A "quoted phrase" must occur as written; -word excludes documents with that word.',
    search_type:
      'hybrid (default) finds by words and meaning. lexical finds words only: for names, codes and exact terms. ai_semantic finds ' +
      'by meaning only, and is the only one that works with multilingual_search.',
    language: LANGUAGE,
    multilingual_search: `${MULTILINGUAL} search_type is then ai_semantic.`,
    filter: FILTER,
    tenant_id: TENANTS,
    limit: 'Documents per page.',
    page: 'Leave out for the first page; then next_page of the previous result.',
    ai_search_cutoff_score: CUTOFF,
  },
  // Longer fragments than people see, because they are all that a model reads of a document. Marked words would only cost tokens.
  preset: { search_type: 'hybrid', highlights: false, highlight_fragments: 3, highlight_fragment_size: 250 },
});

const { sort_value: _, ...hitFields } = hit.properties;
const output = Type.Object({
  data: Type.Array(Type.Object(hitFields), { description: 'The documents found, best first.' }),
  ...pagination,
});

export const searchTool: Tool = {
  name: 'search',
  title: 'Search documents',
  description:
    'Finds documents in the index and returns a list of them, best first, with id, title, an excerpt, metadata and how confident the ' +
    'match is. Use it to find out which documents exist about something. To read passages that answer a question use retrieve; for the ' +
    'whole text of a document use get_document with its id.',
  scope: 'read',
  work: 'query',
  effect: { readOnly: true, idempotent: true },
  input: args.schema,
  output,
  async call(sent, { services, request }) {
    const found = await answerSearch(args.read(withSearchType(sent)), services, request);
    const { has_more, next_page, total_number_of_results, page, limit } = found;
    const data = found.data.map(({ sort_value: _, ...document }) => withoutImportMark(document));
    const first = (page - 1) * limit + 1;
    const listed = data.map(
      (document, index) => `${first + index}. ${describeDocument(document)}${excerptOf(document)}`,
    );
    const structured = { data, has_more, next_page, total_number_of_results, page, limit };
    return {
      text: [describePage(found, data.length), ...listed].join('\n\n'),
      structured: found.total_relation ? { ...structured, total_relation: found.total_relation } : structured,
    };
  },
};

/** The endpoint refuses other types across languages. A model that asks for all languages means this one. */
function withSearchType(sent: unknown): unknown {
  const chosen = isObject(sent) && sent.multilingual_search === true && sent.search_type === undefined;
  return chosen ? { ...sent, search_type: 'ai_semantic' } : sent;
}

interface FoundPage {
  page: number;
  limit: number;
  next_page: number | null;
  total_number_of_results: number;
}

function describePage({ page, limit, next_page, total_number_of_results: total }: FoundPage, shown: number): string {
  if (shown === 0) return 'No documents found. Try other words, a lower ai_search_cutoff_score, or another language.';
  const found = total === 1 ? '1 document found' : `${total} documents found`;
  if (shown === total) return `${found}.`;
  const first = (page - 1) * limit + 1;
  const more = next_page === null ? '' : ` Ask for page ${next_page} to see more.`;
  return `${found}; these are ${first} to ${first + shown - 1}.${more}`;
}
