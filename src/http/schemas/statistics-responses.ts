import { Type } from 'typebox';
import type { Series, StatisticsSeries } from '../../operations/statistics/read-statistics.js';
import { STEP_NAMES, type Step } from '../../operations/statistics/read-statistics.js';
import { choice } from './checked.js';
import { enveloped, exampleEnvelope } from './responses.js';

export const step = choice<Step>(STEP_NAMES, 'The length of a period.', { title: 'StatisticsStep' });

const values = Type.Unsafe<Series>({
  type: 'array',
  title: 'Series',
  items: { type: ['number', 'null'] },
  description: 'One value for each of times; null where none is known.',
});

const byOperation = Type.Object(
  { search: values, answers: values, writes: values, other: values },
  { title: 'SeriesByOperation' },
);
const byMode = Type.Object({ live: values, test: values }, { title: 'SeriesByMode' });

const figures = Type.Object(
  {
    requests: { ...byOperation, description: 'Requests that ended, by what they were for.' },
    client_errors: { ...byOperation, description: 'Requests that were answered with a status of 400 to 499.' },
    server_errors: { ...byOperation, description: 'Requests that were answered with a status of 500 or more.' },
    latency_p50_ms: { ...byOperation, description: 'Half of the requests took no longer, in milliseconds.' },
    latency_p95_ms: { ...byOperation, description: '95 % of the requests took no longer, in milliseconds.' },
    semantic_tokens: { ...values, description: 'Tokens that were embedded for requests.' },
    llm_input_tokens: { ...values, description: 'Tokens that language models were given.' },
    llm_output_tokens: { ...values, description: 'Tokens that language models wrote.' },
    documents: { ...byMode, description: 'Documents in the index at the end of the period.' },
    passages: { ...byMode, description: 'Passages in the index, those of deleted documents included until a merge.' },
    index_bytes: { ...byMode, description: 'The size of the index at the end of the period.' },
    disk_bytes: { ...values, description: 'What store and index take in the data folder.' },
    memory_bytes: { ...values, description: 'The most memory of the process within the period (resident set size).' },
    heap_bytes: { ...values, description: 'The most memory of JavaScript objects within the period.' },
    event_loop_delay_ms: { ...values, description: 'The longest time within the period that requests had to wait.' },
  },
  { title: 'StatisticsSeries' },
);

export const statisticsResult = enveloped('statistics_result', {
  from: Type.String({ description: 'When the first period begins. ISO 8601 in UTC.' }),
  to: Type.String({ description: 'ISO 8601 in UTC.' }),
  step,
  times: Type.Array(Type.String(), { description: 'When each period begins. ISO 8601 in UTC.' }),
  series: figures,
});

const EXAMPLE_BY_OPERATION = { search: [120, 64], answers: [2, 0], writes: [14, 3], other: [31, 12] };
const EXAMPLE_ERRORS = { search: [1, 0], answers: [0, 0], writes: [0, 0], other: [2, 0] };
const EXAMPLE_SERIES: StatisticsSeries['series'] = {
  requests: EXAMPLE_BY_OPERATION,
  client_errors: EXAMPLE_ERRORS,
  server_errors: { search: [0, 0], answers: [0, 0], writes: [0, 0], other: [0, 0] },
  latency_p50_ms: { search: [8.4, 7.9], answers: [410, null], writes: [21.5, 19], other: [1.2, 1.1] },
  latency_p95_ms: { search: [15.2, 14.8], answers: [820, null], writes: [40.1, 33], other: [3.4, 2.9] },
  semantic_tokens: [2140, 980],
  llm_input_tokens: [0, 0],
  llm_output_tokens: [0, 0],
  documents: { live: [1200, 1203], test: [0, 0] },
  passages: { live: [4100, 4109], test: [0, 0] },
  index_bytes: { live: [9_400_000, 9_420_000], test: [0, 0] },
  disk_bytes: [31_000_000, 31_100_000],
  memory_bytes: [612_000_000, 615_000_000],
  heap_bytes: [71_000_000, 74_000_000],
  event_loop_delay_ms: [6.1, 3.2],
};

export const STATISTICS_EXAMPLE = {
  ...exampleEnvelope('statistics_result', '/v20241104/statistics/browse'),
  from: '2024-11-04T09:30:00.000Z',
  to: '2024-11-04T09:37:12.000Z',
  step: '5m',
  times: ['2024-11-04T09:30:00.000Z', '2024-11-04T09:35:00.000Z'],
  series: EXAMPLE_SERIES,
};
