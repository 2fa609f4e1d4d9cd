import type { StatisticsSeries } from '@sextant/client';
import { expect, it } from 'vitest';
import { chartsOf, firstPeriodOf, knownPeriodsOf } from './figures.js';

const OPERATIONS = ['search', 'answers', 'writes', 'other'];
const BY_OPERATION = ['requests', 'client_errors', 'server_errors', 'latency_p50_ms', 'latency_p95_ms'];
const BY_MODE = ['documents', 'passages', 'index_bytes'];
const PLAIN = [
  ...['semantic_tokens', 'llm_input_tokens', 'llm_output_tokens'],
  ...['disk_bytes', 'memory_bytes', 'heap_bytes', 'event_loop_delay_ms'],
];

/** Of a service that has run for the last `known` of 240 periods. */
function figuresOf(known: number): StatisticsSeries {
  const values = Array.from({ length: 240 }, (_, period) => (period < 240 - known ? null : period));
  const each = (names: readonly string[], value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
  return {
    ...each(PLAIN, values),
    ...each(BY_OPERATION, each(OPERATIONS, values)),
    ...each(BY_MODE, each(['live', 'test'], values)),
  } as unknown as StatisticsSeries;
}

it('begins charts where the history begins, so that the first minutes are seen', () => {
  expect([0, 1, 20, 60, 240].map((known) => firstPeriodOf(figuresOf(known)))).toEqual([0, 220, 220, 180, 0]);
  expect(knownPeriodsOf(figuresOf(60))).toBe(60);
  const charts = chartsOf(figuresOf(60), { step: '15s', operation: 'search', mode: 'live' });
  for (const { series } of charts) for (const { values } of series) expect(values).toHaveLength(60);
});
