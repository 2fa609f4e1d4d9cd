import { type Static, Type } from 'typebox';
import type { Mode } from '../../../domain/document/document.js';
import { EARLIEST_TIME, formatTimestamp } from '../../../domain/document/timestamp.js';
import {
  type AskedPeriod,
  MOST_PERIODS,
  periodsWithin,
  readStatistics,
  type Series,
  type StatisticsSeries,
  suitableStep,
} from '../../../operations/statistics/read-statistics.js';
import { requireEveryTenant } from '../../../operations/tenancy.js';
import { callerOf, SEES_FIGURES } from '../../admission/caller.js';
import type { CheckContext } from '../../checking/schema-node.js';
import { parsedAs } from '../../schemas/checked.js';
import { timestamp } from '../../schemas/document-parameters.js';
import { answers } from '../../schemas/responses.js';
import { STATISTICS_EXAMPLE, statisticsResult, step } from '../../schemas/statistics-responses.js';
import type { Services } from '../../services.js';
import { envelope } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const HOUR_MILLISECONDS = 3_600_000;

const parameters = Type.Object(
  {
    from: Type.Optional({ ...timestamp, description: 'ISO 8601. An hour before to if left out.' }),
    to: Type.Optional({ ...timestamp, description: 'ISO 8601. Now if left out.' }),
    step: Type.Optional({
      ...step,
      description:
        'The length of a period. If left out, the shortest that is kept since from and gives at most 400 periods.',
    }),
  },
  { additionalProperties: false, examples: [{ from: '2024-11-04', to: '2024-11-05', step: '5m' }] },
);

type SentBody = Static<typeof parameters>;

const browseRequest = parsedAs<SentBody, AskedPeriod | null>(parameters, readPeriod);

/** Null if a parameter is wrong: then the others are not compared with it. */
function readPeriod(sent: SentBody, { problems, now }: CheckContext): AskedPeriod | null {
  if (problems.any) return null;
  const to = sent.to ?? now;
  const from = sent.from ?? Math.max(EARLIEST_TIME, to - HOUR_MILLISECONDS);
  const asked = { from, to, step: sent.step ?? suitableStep({ from, to, now }) };
  const periods = periodsWithin(asked);
  if (to <= from) problems.add('to', 'parameter_invalid', 'to must be after from.');
  else if (periods > MOST_PERIODS) {
    const message = `That would be ${periods} periods of ${asked.step}; at most ${MOST_PERIODS} can be had at once.`;
    problems.add(sent.step === undefined ? 'from' : 'step', 'parameter_invalid', message);
  }
  return asked;
}

/** How many live documents there are is nothing that a test key may know. */
function withoutLive(series: StatisticsSeries['series']): StatisticsSeries['series'] {
  const hidden = ({ live, test }: Record<Mode, Series>) => ({ live: live.map(() => null), test });
  const { documents, passages, index_bytes } = series;
  return {
    ...series,
    documents: hidden(documents),
    passages: hidden(passages),
    index_bytes: hidden(index_bytes),
  };
}

export function browseStatisticsRoute(server: TypedServer, { statistics }: Services): void {
  server.post(
    '/statistics/browse',
    {
      config: { scope: SEES_FIGURES },
      schema: {
        operationId: 'browseStatistics',
        tags: ['Monitoring'],
        summary: 'Browse the statistics',
        description:
          'Returns the figures of this instance over time: requests, errors, latency, tokens, size of the index, memory. Periods of ' +
          '15 seconds are kept for two hours, of 5 minutes for eight days, of an hour for a year. The key needs the scope ' +
          'metrics or admin, and must not be bound to tenants. A test key gets null for what is about live documents alone.',
        body: browseRequest,
        response: answers(statisticsResult, STATISTICS_EXAMPLE),
      },
    },
    async (request) => {
      const caller = callerOf(request);
      requireEveryTenant(caller);
      // Not null: a request with a wrong parameter has been refused.
      const asked = request.body as AskedPeriod;
      const { times, series } = await readStatistics(asked, { statistics, signal: request.workSignal });
      return {
        from: formatTimestamp(times[0]),
        to: formatTimestamp(asked.to),
        step: asked.step,
        times: times.map(formatTimestamp),
        series: caller.mode === 'test' ? withoutLive(series) : series,
        ...envelope(request, 'statistics_result'),
      };
    },
  );
}
