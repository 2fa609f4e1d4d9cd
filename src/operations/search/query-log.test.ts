import { expect, it } from 'vitest';
import { addUp, dayOf, entryDigest, type QueryLogEntry } from '../../domain/search/query-log.js';
import type { QueryLogStorage } from '../../storage/query-log-storage.js';
import { QueryLog } from './query-log.js';

const DAY = 24 * 60 * 60 * 1000;
const TODAY = 20_000;

/** Keeps the log of both modes in memory. */
class MemoryLog implements QueryLogStorage {
  readonly stored = new Map<string, QueryLogEntry>();
  isAway = false;
  batches = 0;

  async add(entries: readonly QueryLogEntry[]): Promise<void> {
    if (this.isAway) throw new Error('away');
    this.batches++;
    for (const entry of entries) {
      const name = `${entry.day}/${entryDigest(entry)}`;
      const known = this.stored.get(name);
      this.stored.set(name, known === undefined ? entry : addUp(known, entry));
    }
  }

  async *entries({ from, to }: { from: number; to: number }): AsyncGenerator<QueryLogEntry[]> {
    yield [...this.stored.values()].filter(({ day }) => day >= from && day <= to);
  }

  count = async () => this.stored.size;

  async expire(day: number): Promise<void> {
    for (const [name, entry] of this.stored) if (entry.day < day) this.stored.delete(name);
  }
}

function openLog({ retentionDays = 30 } = {}) {
  const storage = new MemoryLog();
  const clock = { now: TODAY * DAY + 1000 };
  const lost: number[] = [];
  const full: string[] = [];
  const log = new QueryLog({
    storage: () => storage,
    retentionDays,
    now: () => clock.now,
    onLoss: (_, searches) => lost.push(searches),
    onFull: (mode) => full.push(mode),
  });
  const search = (query: string, tenants: string[] | null = null, results = 1) =>
    log.note({ mode: 'live', tenants, query, results, milliseconds: 1 });
  const counted = async (from = 0) => {
    const entries: QueryLogEntry[] = [];
    for await (const batch of await log.entries('live', { from, to: TODAY + 100 })) entries.push(...batch);
    return entries.map(({ day, query, count }) => [day - TODAY, query, count]);
  };
  return { log, storage, clock, lost, full, search, counted };
}

it('writes many searches at once, and shows them at once', async () => {
  const { storage, search, counted } = openLog();
  for (let i = 0; i < 100; i++) search(i % 2 === 0 ? 'Tides' : 'moon');
  expect(storage.batches).toBe(0);
  expect(await counted()).toEqual([
    [0, 'tides', 50],
    [0, 'moon', 50],
  ]);
  expect(storage.batches).toBe(1);
});

it('counts every day anew, and keeps as many days as it should', async () => {
  const { log, clock, search, counted } = openLog({ retentionDays: 2 });
  for (const day of [0, 1, 2]) {
    clock.now = (TODAY + day) * DAY;
    search('tides');
  }
  // What is too old is not shown, even before it is removed.
  expect(await counted()).toEqual([
    [1, 'tides', 1],
    [2, 'tides', 1],
  ]);
  await log.tidy();
  clock.now = TODAY * DAY;
  expect(await counted()).toHaveLength(2);
});

it('keeps the tenants of a search in one order, each once', async () => {
  const { storage, log, search } = openLog();
  search('tides', ['b', 'a', 'b']);
  search('tides', ['a', 'b']);
  await log.close();
  expect([...storage.stored.values()]).toMatchObject([{ tenants: ['a', 'b'], count: 2 }]);
});

it('has room for other tenants when one fills its part, and none beyond the limit of a day', async () => {
  const { search, clock, counted, full } = openLog();
  for (let i = 0; i < 6000; i++) search(`flood ${i}`, ['noisy']);
  for (let i = 0; i < 6000; i++) search(`query ${i}`, [`tenant ${i % 3}`]);
  search('FLOOD 1', ['noisy']);
  const found = await counted();
  expect(found).toHaveLength(10_000);
  expect(found.filter(([, query]) => String(query).startsWith('flood'))).toHaveLength(5000);
  expect(found).toContainEqual([0, 'flood 1', 2]);
  expect(full).toEqual(['live']);
  clock.now += DAY;
  search('a new day', ['noisy']);
  expect(await counted(dayOf(clock.now))).toEqual([[1, 'a new day', 1]]);
});

it('loses what can’t be written, says so, and goes on', async () => {
  const { storage, lost, search, counted, log } = openLog();
  storage.isAway = true;
  search('lost');
  search('lost');
  await log.flush();
  expect(lost).toEqual([2]);
  storage.isAway = false;
  search('kept');
  expect(await counted()).toEqual([[0, 'kept', 1]]);
});

it('notes nothing and keeps nothing where it is off', async () => {
  const { storage, log, search, counted } = openLog({ retentionDays: 0 });
  await storage.add([
    {
      day: TODAY,
      tenants: null,
      query: 'old',
      isEmpty: true,
      count: 1,
      results: 0,
      milliseconds: 1,
      lastTime: 1,
      lastResults: 0,
    },
  ]);
  search('tides');
  expect(await counted()).toEqual([]);
  await log.tidy();
  expect(storage.stored.size).toBe(0);
});
