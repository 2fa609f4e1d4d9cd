/** What the clients of a throughput benchmark ask for. */
export function searchRequests(queries: readonly { text: string }[]) {
  const texts = queries.map(({ text }) => text);
  return [
    {
      name: 'lexical',
      path: '/search',
      bodies: texts.map((query) => ({ query, search_type: 'lexical', language: 'en' })),
    },
    {
      name: 'lexical, without excerpts and highlights',
      path: '/search',
      bodies: texts.map((query) => ({
        query,
        search_type: 'lexical',
        language: 'en',
        excerpts: false,
        highlights: false,
      })),
    },
    {
      name: 'auto-suggest',
      path: '/auto-suggest',
      bodies: texts.map((query) => ({ query: query.slice(0, 10), language: 'en' })),
    },
  ];
}
