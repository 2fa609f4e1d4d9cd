import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Level } from './figures.js';
import { type AskedPeriod, readStatistics, type StatisticsSeries } from './read-statistics.js';
import type { CountedRequest } from './request-counts.js';
import { Statistics } from './statistics.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2024, 10, 4, 9);

let folder: string;
let now: number;
let levels: Partial<Record<Level, number>>;
let losses: unknown[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sextant-statistics-'));
  now = START;
  levels = { 'documents.live': 1, memory_bytes: 100 };
  losses = [];
});
afterEach(() => rm(folder, { recursive: true }));

const SEARCH: CountedRequest = { kind: 'search', status: 200, milliseconds: 10, tokens: null };

/** What one process does: each begins with the history that the last one has left, and closing writes a sample. */
async function run(requests: readonly CountedRequest[]): Promise<void> {
  const statistics = open();
  await statistics.start();
  for (const request of requests) statistics.count(request);
  await statistics.close();
}

function open(path = join(folder, 'statistics')): Statistics {
  const source = { read: async () => levels, forgetPeaks: () => undefined };
  return new Statistics({ folder: path, levels: source, now: () => now, onLoss: (error) => losses.push(error) });
}

function read(asked: AskedPeriod, statistics = open()): Promise<StatisticsSeries> {
  return readStatistics(asked, { statistics });
}

it('adds up counts, keeps the last level and the highest peak of a period', async () => {
  await run([SEARCH, { ...SEARCH, status: 503 }]);
  now += 20_000;
  levels = { 'documents.live': 3, memory_bytes: 900 };
  await run([{ ...SEARCH, status: 404, tokens: { semantic: 7, input: 5, output: 2 } }]);
  now += 20_000;
  levels = { 'documents.live': 2, memory_bytes: 200 };
  await run([{ ...SEARCH, kind: 'writes', status: null }]);
  const { times, series } = await read({ from: START, to: START + MINUTE, step: '1m' });
  expect(times).toEqual([START]);
  expect(series.requests).toEqual({ search: [3], answers: [0], writes: [1], other: [0] });
  expect([series.client_errors.search, series.server_errors.search]).toEqual([[1], [1]]);
  expect([series.semantic_tokens, series.llm_input_tokens, series.llm_output_tokens]).toEqual([[7], [5], [2]]);
  expect(series.documents).toEqual({ live: [2], test: [null] });
  expect(series.memory_bytes).toEqual([900]);
  expect(series.latency_p50_ms.answers).toEqual([null]);
});

it('tells the same whatever the step, and nothing of times without a service', async () => {
  for (const pause of [0, 3 * MINUTE, 20 * MINUTE, 2 * HOUR]) {
    now += pause;
    await run([SEARCH]);
  }
  const to = now + 1;
  const totals = await Promise.all(
    (['5m', '15m', '1h', '6h', '1d'] as const).map(async (step) => {
      const { series } = await read({ from: START, to, step });
      return series.requests.search.filter((count) => count !== null);
    }),
  );
  expect(totals).toEqual([[2, 1, 1], [2, 1, 1], [3, 1], [4], [4]]);
});

it('forgets short periods first', async () => {
  await run([SEARCH]);
  now += 3 * HOUR;
  await run([SEARCH]);
  const ofStart = async (step: AskedPeriod['step']) =>
    (await read({ from: START, to: START + 1, step })).series.requests.search;
  expect([await ofStart('15s'), await ofStart('5m')]).toEqual([[null], [1]]);
  now += 9 * 24 * HOUR;
  await run([SEARCH]);
  expect([await ofStart('5m'), await ofStart('1h')]).toEqual([[null], [1]]);
});

it('has what was counted since the last sample', async () => {
  const statistics = open();
  await statistics.start();
  statistics.count(SEARCH);
  const asked = { from: START, to: START + 1, step: '15s' } as const;
  expect((await read(asked, statistics)).series.requests.search).toEqual([1]);
  statistics.count(SEARCH);
  expect((await read(asked, statistics)).series.requests.search).toEqual([2]);
  await statistics.close();
});

it('goes on where the disk fails: the loss is told, and a reader gets an error to retry', async () => {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'a file');
  await writeFile(file, '');
  const statistics = open(file);
  await statistics.start();
  statistics.count(SEARCH);
  await expect(read({ from: START, to: START + 1, step: '15s' }, statistics)).rejects.toThrow('could not be read');
  await statistics.close();
  expect(losses.length).toBeGreaterThan(0);
});
