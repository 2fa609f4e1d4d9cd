import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { failure, ServiceError } from '../../../domain/errors/error.js';
import { pathOf } from '../../admission/caller.js';
import { errorDetail, noteFailure } from '../../errors.js';
import { checkedAlone } from '../../schemas/checked.js';
import { answers, enveloped, exampleEnvelope, exampleUsage } from '../../schemas/responses.js';
import type { Services } from '../../services.js';
import { envelope } from '../../views/views.js';
import { queryLogHeaders, type TypedServer } from '../route.js';
import { answerSearch, SEARCH_EXAMPLE, type SearchBody, searchRequest, searchResult } from './search.js';

const MOST_SEARCHES = 20;
/** One request must not keep all query threads from the requests of others. */
const SEARCHES_AT_ONCE = 4;

const multiSearchRequest = Type.Object(
  {
    searches: Type.Array(checkedAlone(searchRequest), {
      minItems: 1,
      maxItems: MOST_SEARCHES,
      description: 'Bodies of /search.',
    }),
  },
  {
    additionalProperties: false,
    examples: [
      {
        searches: [
          { query: 'What makes the tides?', search_type: 'hybrid', facet: ['language'] },
          { query: 'tides', search_type: 'lexical', tenant_id: ['archive'] },
        ],
      },
    ],
  },
);

/** One object for all requests: the serialiser that is compiled from it is remembered with it. */
const ENTRY_SCHEMA: Record<string, unknown> = { ...searchResult };

const failedSearch = Type.Object(
  { error: Type.Unsafe<object>({ type: 'object', title: 'ErrorDetail', additionalProperties: true }) },
  { title: 'FailedSearch' },
);

const multiSearchResult = enveloped('multi_search_result', {
  data: Type.Array(Type.Unsafe<object>({ anyOf: [searchResult, failedSearch] }), {
    description:
      'As many entries as searches, in the same order: the response of /search, or the error that it would have answered.',
  }),
});

const REFUSAL = {
  param: 'tenant_id',
  code: 'tenant_not_allowed',
  message: 'This key has no access to the tenant "archive".',
};
const EXAMPLE = {
  ...exampleEnvelope('multi_search_result', '/v20241104/multi-search'),
  ...exampleUsage(7),
  data: [
    SEARCH_EXAMPLE,
    {
      error: {
        type: 'permission_error',
        ...REFUSAL,
        errors: [REFUSAL],
        request_id: '2f1e1f4e-6d0c-4a8e-9f2b-0c9d5a7b3e11',
      },
    },
  ],
};

export function multiSearchRoute(server: TypedServer, services: Services): void {
  server.post(
    '/multi-search',
    {
      config: { scope: 'read', work: 'queries' },
      schema: {
        operationId: 'multiSearch',
        tags: ['Search'],
        summary: 'Run several searches',
        description:
          'Runs up to 20 searches. Each is answered for itself: one that is refused or fails does not affect the others. ' +
          'token_usage is that of all searches together. Counts as one request per search against the rate limit.',
        headers: queryLogHeaders,
        body: multiSearchRequest,
        response: answers(multiSearchResult, EXAMPLE),
      },
    },
    async (request, reply) => {
      const { searches } = request.body;
      request.countFurther(searches.length - 1);
      return sendEntries(await new Searches(services, request, reply).run(searches), request, reply);
    },
  );
}

interface Entry {
  /** JSON. */
  text: string;
  semanticTokens: number;
}

/** The searches of one request. */
class Searches {
  readonly #services: Services;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  /** Searches that have not begun by then are not begun: the last ones must end within the time of the request. */
  readonly #lastBegin: number;

  constructor(services: Services, request: FastifyRequest, reply: FastifyReply) {
    this.#services = services;
    this.#request = request;
    this.#reply = reply;
    this.#lastBegin = performance.now() + services.operations().queryTimeLimit;
  }

  async run(searches: readonly (SearchBody | ServiceError)[]): Promise<Entry[]> {
    const entries: Entry[] = [];
    let next = 0;
    const runOneByOne = async () => {
      while (next < searches.length) {
        const place = next++;
        entries[place] = await this.#entryFor(searches[place]);
      }
    };
    await Promise.all(Array.from({ length: SEARCHES_AT_ONCE }, runOneByOne));
    return entries;
  }

  /**
   * Serialises each entry as soon as it is complete, with the schema of /search: all of them at once could take longer than the
   * event loop may be blocked.
   */
  async #entryFor(search: SearchBody | ServiceError): Promise<Entry> {
    try {
      const found = await this.#search(search);
      const text = this.#reply.serializeInput(found, ENTRY_SCHEMA);
      return { text, semanticTokens: found.token_usage.semantic_tokens };
    } catch (thrown) {
      // The client has left, or the time of the whole request is over.
      this.#request.workSignal?.throwIfAborted();
      const error = errorDetail(noteFailure(thrown, this.#request), this.#request.id);
      return { text: JSON.stringify({ error }), semanticTokens: 0 };
    }
  }

  async #search(search: SearchBody | ServiceError) {
    if (search instanceof ServiceError) throw search;
    if (performance.now() > this.#lastBegin) {
      throw failure('overloaded', 'The searches before this one took all the time of the request.');
    }
    const answer = await answerSearch(search, this.#services, this.#request);
    return { ...answer, url: pathOf(this.#request).replace(/multi-search$/, 'search') };
  }
}

function sendEntries(entries: readonly Entry[], request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const semanticTokens = entries.reduce((sum, entry) => sum + entry.semanticTokens, 0);
  const { object, url, ...rest } = envelope(request, 'multi_search_result', semanticTokens);
  const data = entries.map(({ text }) => text).join(',');
  const [begin, end] = [JSON.stringify({ object, url }).slice(0, -1), JSON.stringify(rest).slice(1)];
  return reply.type('application/json; charset=utf-8').send(`${begin},"data":[${data}],${end}`);
}
