import { type Static, Type } from 'typebox';
import { formatTimestamp } from '../../../domain/document/timestamp.js';
import { dayOf, QUERY_LOG_ORDERS, type QueryLogOrder, startOfDay } from '../../../domain/search/query-log.js';
import {
  browseQueryLog,
  LOGGED_SEARCHES,
  type LoggedQuery,
  type LoggedSearches,
} from '../../../operations/search/browse-query-log.js';
import { callerOf } from '../../admission/caller.js';
import { choice, defaultsTo, nullable, parsedAs } from '../../schemas/checked.js';
import { timestamp } from '../../schemas/document-parameters.js';
import * as list from '../../schemas/list-parameters.js';
import { answers, EXAMPLE_PAGING, echoes, enveloped, exampleEnvelope, pagination } from '../../schemas/responses.js';
import type { Services } from '../../services.js';
import { envelope, pagingView } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const only = choice<LoggedSearches>(LOGGED_SEARCHES, 'without_results counts only searches that found nothing.', {
  title: 'LoggedSearches',
});

const orderBy = choice<QueryLogOrder>(
  QUERY_LOG_ORDERS,
  'What comes first: the most frequent queries, those that were asked last, or the slowest.',
  { title: 'QueryLogOrder' },
);

const parameters = Type.Object(
  {
    from: Type.Optional({ ...timestamp, description: 'The first day, in UTC. An ISO 8601 date or date-time.' }),
    to: Type.Optional({ ...timestamp, description: 'The last day, in UTC. An ISO 8601 date or date-time.' }),
    only: defaultsTo(only, 'all'),
    order_by: defaultsTo(orderBy, 'count'),
    tenant_id: Type.Optional({
      ...list.tenantIds,
      description: 'Considers only searches that were limited to these tenants, or to some of them.',
    }),
    limit: list.limit,
    page: list.page,
  },
  { additionalProperties: false, examples: [{ from: '2024-11-01', only: 'without_results' }] },
);

type SentBody = Static<typeof parameters>;

const browseRequest = parsedAs<SentBody, SentBody>(parameters, (sent, { problems }) => {
  if (typeof sent.from === 'number' && typeof sent.to === 'number' && dayOf(sent.to) < dayOf(sent.from)) {
    problems.add('to', 'parameter_invalid', 'to must not be before from.');
  }
  return sent;
});

const day = nullable<string>(Type.String({ description: 'A date.' }));

const browseResult = enveloped('query_log_result', {
  data: Type.Array(
    Type.Object(
      {
        query: Type.String({ description: 'In lower case, with single spaces; at most 256 characters.' }),
        count: Type.Integer({ description: 'How many searches there were.' }),
        last_number_of_results: Type.Integer({ description: 'How many results the last of them had, on all pages.' }),
        mean_number_of_results: Type.Number(),
        mean_latency_ms: Type.Number({ description: 'Milliseconds that a search took on average.' }),
        last_seen_at: Type.String({ description: 'When the last search was. ISO 8601 in UTC.' }),
      },
      { title: 'LoggedQuery' },
    ),
  ),
  from: day,
  to: day,
  only,
  order_by: orderBy,
  tenant_id: echoes.tenant_id,
  logging: Type.Boolean({ description: 'Whether searches are logged: false if SEXTANT_QUERY_LOG is off.' }),
  ...pagination,
});

const EXAMPLE = {
  ...exampleEnvelope('query_log_result', '/v20241104/query-log/browse'),
  data: [
    {
      query: 'what makes the tides?',
      count: 12,
      last_number_of_results: 0,
      mean_number_of_results: 0,
      mean_latency_ms: 8.4,
      last_seen_at: '2024-11-04T09:30:00.000Z',
    },
  ],
  from: '2024-11-01',
  to: null,
  only: 'without_results',
  order_by: 'count',
  tenant_id: null,
  logging: true,
  ...EXAMPLE_PAGING,
};

export function browseQueryLogRoute(server: TypedServer, services: Services): void {
  server.post(
    '/query-log/browse',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'browseQueryLog',
        tags: ['Search'],
        summary: 'Browse the query log',
        description:
          'Lists what was searched for, by default the most frequent queries first. Queries that differ only in case and white space are one. ' +
          'Searches are counted by day.',
        body: browseRequest,
        response: answers(browseResult, EXAMPLE),
      },
    },
    async (request) => {
      const { from = null, to = null, only, order_by, tenant_id = null, limit, page } = request.body;
      const asked = { from, to, only, orderBy: order_by, tenantIds: tenant_id, limit, page };
      const { queryLog } = services;
      const found = await browseQueryLog(asked, { caller: callerOf(request), queryLog, signal: request.workSignal });
      return {
        data: found.data.map(loggedQueryView),
        from: from === null ? null : dateView(from),
        to: to === null ? null : dateView(to),
        only,
        order_by,
        tenant_id,
        logging: queryLog.isKept,
        ...pagingView(found, asked),
        ...envelope(request, 'query_log_result'),
      };
    },
  );
}

function loggedQueryView({ query, count, lastResults, meanResults, meanMilliseconds, lastTime }: LoggedQuery) {
  return {
    query,
    count,
    last_number_of_results: lastResults,
    mean_number_of_results: rounded(meanResults),
    mean_latency_ms: rounded(meanMilliseconds),
    last_seen_at: formatTimestamp(lastTime),
  };
}

function rounded(mean: number): number {
  return Math.round(mean * 100) / 100;
}

/** The day that a time is part of, in UTC. */
function dateView(time: number): string {
  return formatTimestamp(startOfDay(dayOf(time))).slice(0, 10);
}
