const NO_TOKENS = { semantic_tokens: 0, llm_tokens: { llm_output_tokens: 0, llm_input_tokens: 0, model: null } };

export function exampleEnvelope(object: string, url: string) {
  return { object, url, token_usage: NO_TOKENS, livemode: true };
}

/** One document that all examples of the API description are about. */
export const EXAMPLE_DOCUMENT = {
  id: 'tides-1',
  object: 'document',
  url: '/v20241104/documents/tides-1',
  title: 'How tides work',
  content: 'The Moon pulls the oceans towards it, and they bulge on both sides of the Earth.',
  metadata: { topic: 'oceans', author: { name: 'Ada' }, pages: 12 },
  tenant_id: 'library',
  language: 'en',
  source_uri: 'https://example.org/tides',
  created_at: '2024-11-04T09:30:00.000Z',
  updated_at: '2024-11-04T09:30:00.000Z',
  token_usage: NO_TOKENS,
  livemode: true,
};

const { id, title, source_uri, metadata, tenant_id, language, created_at, updated_at } = EXAMPLE_DOCUMENT;

/** The example document as lists show it. */
export const EXAMPLE_HEAD = { id, title, source_uri, metadata, tenant_id, language, created_at, updated_at };

export const EXAMPLE_PAGING = { has_more: false, next_page: null, total_number_of_results: 1, page: 1, limit: 10 };

export const EXAMPLE_PAGE = { data: [{ ...EXAMPLE_HEAD, sort_value: null }], ...EXAMPLE_PAGING };

export function exampleUsage(semanticTokens: number) {
  return { token_usage: { ...NO_TOKENS, semantic_tokens: semanticTokens } };
}

export function exampleLanguageModelUsage({ input, output, model }: { input: number; output: number; model: string }) {
  return {
    token_usage: {
      semantic_tokens: 0,
      llm_tokens: { llm_output_tokens: output, llm_input_tokens: input, model },
    },
  };
}
