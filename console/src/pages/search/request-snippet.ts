import type { SnippetRequest } from '../../shared/snippets.js';
import { COMPARED } from './comparison.js';
import { listRequestOf, type SearchState, searchRequestOf } from './search-state.js';

const VERSION = '/v20241104';

/** What the page asks, without what only its looks need. */
export function requestOf(state: SearchState, language: string): SnippetRequest {
  if (state.query.trim() === '') {
    return {
      method: 'POST',
      path: `${VERSION}/filter`,
      body: listRequestOf(state, language),
      call: { name: 'documents.filter' },
    };
  }
  if (state.isSideBySide) {
    const searches = COMPARED.map((mode) => searchRequestOf(state, language, mode));
    return { method: 'POST', path: `${VERSION}/multi-search`, body: { searches }, call: { name: 'multiSearch' } };
  }
  return {
    method: 'POST',
    path: `${VERSION}/search`,
    body: searchRequestOf(state, language),
    call: { name: 'search' },
  };
}
